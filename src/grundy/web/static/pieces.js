// The pieces of one board: choosing those of a move that touches several, the preview of a move, arrow keys and Enter.
// A page may have several boards; what is done with a move that was chosen is the page's own affair.
import { ask } from "./transport.js";

const SAME_POINT_PX = 3; // between pressing and letting go
const keyOf = (piece) => piece.dataset.key;
const completeWay = (open, some) => open.find((way) => way.keys.length === some.size);

// A piece that comes under a pointer which has not moved since the last click is not meant.
let clicked = [NaN, NaN];
document.addEventListener("click", (event) => (clicked = [event.clientX, event.clientY]), true);
const isMeant = (event) => event.type === "focus" || event.clientX !== clicked[0] || event.clientY !== clicked[1];

// A piece whose outline changes under the pointer is still the one that is meant, whether it was under it first or last.
// So is the one under a finger: browsers give its touch to a neighbour whose middle is nearer.
let pressed = { piece: null, at: [0, 0], isTouch: false };
const pieceOf = (element) => element?.closest(".move, .piece");
const pieceAt = (event) => pieceOf(event.target);
document.addEventListener("pointerdown", (event) => {
  const at = [event.clientX, event.clientY];
  pressed = { piece: pieceOf(document.elementFromPoint(...at)) ?? pieceAt(event), at, isTouch: event.pointerType === "touch" };
}, true);
document.addEventListener("pointerup", (event) => (pressed.piece ??= pieceAt(event)), true);
document.addEventListener("pointercancel", () => (pressed.piece = null), true);
const click = (piece) => piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

// What may be touched next, in words: the letter of a key says what kind of piece it is.
const KINDS = { c: "a coin", d: "a divisor", e: "an edge", g: "between two pieces", k: "a counter", n: "the number of a heap", p: "a piece", q: "a square", r: "a card", s: "a stone", t: "a box", v: "a vertex", x: "a cell" };
const kindOf = (key) => key.match(/([a-z])-[^.:]*$/)?.[1];

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const centreOf = (piece) => {
  const box = piece.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
const isShown = (piece) => !piece.matches(".later:not(.open, .chosen)"); // a later piece waits for the others of its move

// The ways to move name pieces by their places in the list of keys.
function readWays(data) {
  const keys = data.keys.split(" ");
  const named = (places) => places?.map((place) => keys[place]);
  return JSON.parse(data.ways).map((way) => ({ ...way, keys: named(way.keys), goes: named(way.goes) }));
}

export class Board {
  // `items` are the moves in the list of the page, `message` the place for words, `go` what happens with the address of a move.
  constructor(stage, { items, message, go, say }) {
    Object.assign(this, { stage, items, go, say });
    this.message = message ?? document.createElement("p");
    this.ways = stage ? readWays(stage.dataset) : [];
    this.parts = stage ? [...stage.querySelectorAll("[data-key]")] : [];
    this.pieces = this.parts.filter((part) => part.matches(".move, .piece"));
    this.chosen = new Set();
    for (const piece of this.pieces) this.#bindPiece(piece);
    for (const [n, item] of items.entries()) {
      for (const come of ["pointerenter", "focusin"]) item.addEventListener(come, () => this.#previewWay(this.ways.find((way) => way.move === n)));
      for (const leave of ["pointerleave", "focusout"]) item.addEventListener(leave, () => this.preview());
    }
    stage?.addEventListener("keydown", (event) => this.#pressKey(event));
    stage?.addEventListener("click", (event) => this.#clickPressed(event), true);
    for (const script of (stage?.dataset.scripts ?? "").split(" ").filter(Boolean)) import(script).then((own) => own.bind(stage, go, say, ask));
    if (this.pieces.length) this.setTabStop(this.pieces[0]);
    this.#showChosen();
  }

  #bindPiece(piece) {
    const several = this.ways.some((way) => way.keys.length > 1 && way.keys.includes(keyOf(piece)));
    piece.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || (piece.matches("a") && !several)) return; // a plain link
      event.preventDefault();
      this.#touch(piece);
    });
    for (const come of ["pointerenter", "focus"]) piece.addEventListener(come, (event) => isMeant(event) && this.preview(piece));
    for (const leave of ["pointerleave", "blur"]) piece.addEventListener(leave, () => this.preview());
  }

  #continuations(some = this.chosen) {
    return this.ways.filter((way) => [...some].every((one) => way.keys.includes(one)));
  }

  // A move in a later one of several equal heaps leads to a position of its own.
  #addressOf(way) {
    const url = new URL(this.items[way.move].querySelector("a").href);
    if (way.note) url.searchParams.set("draw", way.note);
    if (way.to && url.searchParams.has("answer")) url.searchParams.set("answer", way.to);
    else if (way.to) url.pathname = url.pathname.replace(/(\/play\/).*/, (_, play) => play + encodeURIComponent(way.to));
    return url.href;
  }

  // The preview: pieces that a move takes away are hatched; while several moves are still possible, the chosen pieces.
  preview(piece) {
    const some = piece && !this.chosen.has(keyOf(piece)) ? new Set([...this.chosen, keyOf(piece)]) : this.chosen;
    let open = this.#continuations(some);
    if (!open.length && piece) open = this.#continuations(new Set([keyOf(piece)]));
    const isClear = some.size && open.length === 1; // the only move of a position is not previewed before it is meant
    this.#previewWay(completeWay(open, some) ?? (isClear ? open[0] : null), some);
  }
  #previewWay(whole, some = this.chosen) {
    const going = new Set(whole ? (whole.goes ?? whole.keys) : some);
    for (const part of this.parts) part.classList.toggle("go", going.has(keyOf(part)));
    this.stage?.dispatchEvent(new CustomEvent("preview", { detail: whole }));
  }

  #clickPressed(event) {
    const { piece, at, isTouch } = pressed;
    if (!event.detail || !piece || piece === pieceAt(event) || !this.stage.contains(piece)) return; // the keyboard's have no detail
    if (!isTouch && (pieceAt(event) || Math.hypot(event.clientX - at[0], event.clientY - at[1]) >= SAME_POINT_PX)) return;
    event.preventDefault();
    event.stopPropagation();
    click(piece);
  }

  #whatToTouch(open) {
    const kinds = new Set(open.flatMap((way) => way.keys.filter((key) => !this.chosen.has(key))).map((key) => KINDS[kindOf(key)] ?? "a piece"));
    return [...kinds].join(" or ");
  }

  forget() {
    this.chosen.clear();
    this.#showChosen();
  }

  #showChosen() {
    const { chosen, message, ways } = this;
    const open = this.#continuations();
    const next = new Set(chosen.size ? open.flatMap((way) => way.keys) : []);
    const ready = new Set(open.filter((way) => way.keys.length === chosen.size + 1).flatMap((way) => way.keys));
    for (const piece of this.pieces) {
      if (piece.matches(".later") && !ready.has(keyOf(piece))) next.delete(keyOf(piece));
      piece.classList.toggle("chosen", chosen.has(keyOf(piece)));
      piece.classList.toggle("open", next.has(keyOf(piece)) && !chosen.has(keyOf(piece)));
      if (piece.getAttribute("role") === "button") piece.setAttribute("aria-pressed", String(chosen.has(keyOf(piece))));
    }
    this.preview();
    message.replaceChildren();
    const whole = chosen.size ? completeWay(open, chosen) : null;
    if (whole) this.#offer(whole, open);
    else if (chosen.size) message.append(`Now touch ${this.#whatToTouch(open)}. Escape starts again.`);
    else if (ways.some((way) => way.keys.length > 1 || kindOf(way.keys[0]) === "g") && !this.#tellsLastMove()) message.append(`Touch ${this.#whatToTouch(open)}.`);
  }

  // The place for words is also that of the sentence on the last move, after which it is known what to touch.
  #tellsLastMove() {
    return Boolean(this.message.parentElement?.querySelector(".last-move"));
  }

  // The move that the chosen pieces make, where more could be chosen.
  #offer(whole, open) {
    const make = this.items[whole.move].querySelector("a").cloneNode(true);
    make.id = "make";
    make.removeAttribute("aria-label"); // its own words say more than those in the list
    make.href = this.#addressOf(whole);
    make.classList.add("button");
    make.prepend("Move: ");
    this.message.append(make);
    const worth = this.items[whole.move].querySelector(".worth");
    if (worth) this.message.append(" ", worth.cloneNode(true));
    const more = open.filter((way) => way.keys.length > this.chosen.size);
    if (more.length) this.message.append(` or touch ${this.#whatToTouch(more)} as well`);
  }

  #touch(piece) {
    if (this.chosen.has(keyOf(piece))) this.chosen.delete(keyOf(piece));
    else {
      this.chosen.add(keyOf(piece));
      if (!this.#continuations().length) {
        this.chosen.clear();
        this.chosen.add(keyOf(piece));
      }
    }
    const open = this.#continuations();
    if (open.length && open.every((way) => way.keys.length === this.chosen.size)) {
      this.preview();
      this.go(this.#addressOf(open[0]));
    } else this.#showChosen();
  }

  // One tab stop for the board; arrow keys go to the nearest piece in that direction.
  setTabStop(to) {
    for (const piece of this.pieces) piece.setAttribute("tabindex", piece === to ? "0" : "-1");
  }

  // The next piece along the direction within 45 degrees of it; where there is none, within 90. Pieces in one place come one
  // after the other. So arrows lead everywhere.
  #nextPiece(from, [dx, dy]) {
    const [x, y] = centreOf(from);
    const list = dx + dy > 0 ? this.pieces.filter(isShown) : this.pieces.filter(isShown).reverse();
    const seen = list.map((piece, number) => {
      const [a, b] = centreOf(piece);
      const [along, aside] = [(a - x) * dx + (b - y) * dy, Math.abs((a - x) * dy) + Math.abs((b - y) * dx)];
      const isNext = Math.abs(along) <= 1 && aside <= 1 && number > list.indexOf(from);
      return { piece, along, aside, isNext };
    });
    const ahead = seen.filter(({ along, isNext }) => along > 1 || isNext);
    const near = ahead.filter(({ along, aside, isNext }) => aside <= along || isNext);
    const far = ({ along, aside }) => Math.round(along) + aside / 10_000; // of those in line the one straight ahead
    return (near.length ? near : ahead).reduce((best, one) => (best && far(best) <= far(one) ? best : one), null)?.piece;
  }

  #pressKey(event) {
    const piece = pieceAt(event);
    if (!piece) return;
    if (event.key in ARROWS) {
      const next = this.#nextPiece(piece, ARROWS[event.key]);
      if (next) {
        this.setTabStop(next);
        next.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      const whole = event.key === "Enter" && this.chosen.has(keyOf(piece)) ? completeWay(this.#continuations(), this.chosen) : null;
      if (whole) this.go(this.#addressOf(whole));
      else click(piece);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
