// The page of a game: moves, undo and hints change the page in place; choosing the pieces of a move that touches several,
// the preview of a move, the keyboard, and watching. Without this script everything is a link or a form.
import { ask } from "./transport.js";
import { fillValues } from "./values.js";
import { startWaiting } from "./waiting.js";

const WATCH_MS = 1400; // between two moves that are watched
const SAME_POINT_PX = 3; // between pressing and letting go
const SLIGHT_GROWTH = 0.15; // of the height of a board
const main = document.getElementById("main");
let stage, ways, parts, pieces, items, message;
let chosen = new Set();
const keyOf = (piece) => piece.dataset.key;
const continuations = (some = chosen) => ways.filter((way) => [...some].every((one) => way.keys.includes(one)));
const completeWay = (open, some = chosen) => open.find((way) => way.keys.length === some.size);

// A move in a later one of several equal heaps leads to a position of its own.
function addressOf(way) {
  const url = new URL(items[way.move].querySelector("a").href);
  if (way.note) url.searchParams.set("draw", way.note);
  if (way.to) url.pathname = url.pathname.replace(/(\/play\/).*/, (_, play) => play + encodeURIComponent(way.to));
  return url.href;
}

// The preview: pieces that a move takes away are hatched; while several moves are still possible, the chosen pieces.
function preview(piece) {
  const some = piece && !chosen.has(keyOf(piece)) ? new Set([...chosen, keyOf(piece)]) : chosen;
  let open = continuations(some);
  if (!open.length && piece) open = continuations(new Set([keyOf(piece)]));
  previewWay(completeWay(open, some) ?? (open.length === 1 ? open[0] : null), some);
}
function previewWay(whole, some = chosen) {
  const going = new Set(whole ? (whole.goes ?? whole.keys) : some);
  for (const part of parts) part.classList.toggle("go", going.has(keyOf(part)));
  stage?.dispatchEvent(new CustomEvent("preview", { detail: whole }));
}

// A piece that comes under a pointer which has not moved since the last click is not meant.
let clicked = [NaN, NaN];
document.addEventListener("click", (event) => (clicked = [event.clientX, event.clientY]), true);
const isMeant = (event) => event.type === "focus" || event.clientX !== clicked[0] || event.clientY !== clicked[1];

// A piece whose outline changes under the pointer is still the one that is meant, whether it was under it first or last.
let pressed = { piece: null, at: [0, 0] };
const pieceAt = (event) => event.target.closest(".move, .piece");
document.addEventListener("pointerdown", (event) => (pressed = { piece: pieceAt(event), at: [event.clientX, event.clientY] }), true);
document.addEventListener("pointerup", (event) => (pressed.piece ??= pieceAt(event)), true);
function clickPressed(event) {
  const { piece, at } = pressed;
  if (pieceAt(event) || !piece || !stage.contains(piece)) return;
  if (Math.hypot(event.clientX - at[0], event.clientY - at[1]) < SAME_POINT_PX) piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

// What may be touched next, in words: the letter of a key says what kind of piece it is.
const KINDS = { c: "a coin", d: "a divisor", e: "an edge", g: "between two pieces", k: "a counter", n: "the number of a heap", p: "a piece", q: "a square", r: "a card", s: "a stone", t: "a box", v: "a vertex", x: "a cell" };
const kindOf = (key) => key.match(/([a-z])-[^.:]*$/)?.[1];
function whatToTouch(open) {
  const kinds = new Set(open.flatMap((way) => way.keys.filter((key) => !chosen.has(key))).map((key) => KINDS[kindOf(key)] ?? "a piece"));
  return [...kinds].join(" or ");
}

function showChosen() {
  const open = continuations();
  const next = new Set(chosen.size ? open.flatMap((way) => way.keys) : []);
  const ready = new Set(open.filter((way) => way.keys.length === chosen.size + 1).flatMap((way) => way.keys));
  for (const piece of pieces) {
    if (piece.matches(".later") && !ready.has(keyOf(piece))) next.delete(keyOf(piece));
    piece.classList.toggle("chosen", chosen.has(keyOf(piece)));
    piece.classList.toggle("open", next.has(keyOf(piece)) && !chosen.has(keyOf(piece)));
    if (piece.getAttribute("role") === "button") piece.setAttribute("aria-pressed", String(chosen.has(keyOf(piece))));
  }
  preview();
  message.replaceChildren();
  const whole = chosen.size ? completeWay(open) : null;
  if (whole) {
    const make = items[whole.move].querySelector("a").cloneNode(true);
    make.id = "make";
    make.href = addressOf(whole);
    make.classList.add("button");
    make.prepend("Move: ");
    message.append(make);
    const worth = items[whole.move].querySelector(".worth");
    if (worth) message.append(" ", worth.cloneNode(true));
    const more = open.length - open.filter((way) => way.keys.length === chosen.size).length;
    if (more) message.append(` or go on: ${more} more`);
  } else if (chosen.size) {
    message.append(`Now touch ${whatToTouch(open)}. Escape starts again.`);
  } else if (ways.some((way) => way.keys.length > 1 || kindOf(way.keys[0]) === "g")) {
    message.append(`Touch ${whatToTouch(open)}.`);
  }
}

function touch(piece) {
  if (chosen.has(keyOf(piece))) chosen.delete(keyOf(piece));
  else {
    chosen.add(keyOf(piece));
    if (!continuations().length) {
      chosen.clear();
      chosen.add(keyOf(piece));
    }
  }
  const open = continuations();
  if (open.length && open.every((way) => way.keys.length === chosen.size)) {
    preview();
    go(addressOf(open[0]));
  } else showChosen();
}

const hrefOf = (link) => (link.href.baseVal === undefined ? link.href : new URL(link.href.baseVal, location.href).href);

// Going to another state of the match: the answer is a whole page, of which the middle is shown here. Only the answer to the
// last request counts.
let asked = null;
async function go(url, { push = true } = {}) {
  asked?.abort();
  const mine = (asked = new AbortController());
  const place = rememberFocus();
  const leaving = parts.filter((part) => part.classList.contains("go"));
  chosen.clear();
  showChosen();
  for (const part of leaving) part.classList.add("leaving"); // at once, whatever the answer takes
  stage?.setAttribute("aria-busy", "true");
  const places = { board: stage, status: document.getElementById("status"), progress: message };
  const stopWaiting = startWaiting(url, places, { cancel: () => mine.abort(), hurry: (other) => go(other), announce });
  try {
    const answer = await ask(url, { signal: mine.signal, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asked !== mine) return;
    show(page, answer.url || url, push);
    restoreFocus(place);
  } catch (error) {
    if (error.name !== "AbortError") location.href = url; // the browser says what is wrong with the network
    stopWaiting();
    if (asked === mine) restoreFocus(place);
  } finally {
    stopWaiting();
    if (asked === mine) {
      asked = null;
      stage?.removeAttribute("aria-busy");
      for (const part of leaving) part.classList.remove("leaving");
    }
  }
}

function show(page, url, push) {
  const height = isFull(location.href) || isFull(url) ? 0 : stage?.offsetHeight;
  const open = new Set([...main.querySelectorAll("details[open]")].map((one) => one.className));
  document.title = page.title;
  main.replaceChildren(...page.getElementById("main").childNodes);
  for (const one of main.querySelectorAll("details")) if (open.has(one.className)) one.open = true;
  const field = document.getElementById("q");
  if (field && field !== document.activeElement) field.value = page.getElementById("q")?.value ?? "";
  if (push && url !== location.href) history.pushState(null, "", url);
  else if (!push && url !== location.href) history.replaceState(null, "", url);
  bind();
  if (height && stage && main.querySelector(".history")) keepHeight(height);
  document.dispatchEvent(new Event("page"));
  announce(document.querySelector("#status, .error, h1")?.innerText ?? "");
}

// What is below the board stays in its place: the board gets no lower during a match, and one that grows a little is shrunk.
function keepHeight(height) {
  stage.style.minHeight = `${height}px`;
  const [drawing, more] = [stage.querySelector("svg"), stage.offsetHeight - height];
  if (drawing && more > 0 && more < SLIGHT_GROWTH * height) drawing.style.maxHeight = `${drawing.clientHeight - more}px`;
}

// Changes are announced in a place that stays.
const announcer = document.createElement("p");
announcer.className = "unseen";
announcer.setAttribute("role", "status");
document.body.append(announcer);
const announce = (words) => (announcer.textContent = words.replace(/\s+/g, " ").trim());

// Full screen: the page fills the window by its address; the window fills the screen where the browser lets it.
function fillScreen(isFull) {
  if (isFull && !document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {});
  if (!isFull && document.fullscreenElement) document.exitFullscreen().catch(() => {});
}
const isFull = (url) => new URL(url).searchParams.get("full") === "1";
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && isFull(location.href)) clickControl("full"); // Escape ends both
});

window.addEventListener("popstate", () => go(location.href, { push: false }));
const staysHere = (url) => url.origin === location.origin && /\/(play|watch|move|setup|random)\/|\/setup$/.test(url.pathname);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(hrefOf(link));
  if (!main.contains(link) || !staysHere(url)) return;
  event.preventDefault();
  url.hash = "";
  if (link.id === "full") fillScreen(isFull(url.href));
  go(url.href);
});
document.addEventListener("submit", (event) => {
  const url = new URL(event.submitter?.getAttribute("formaction") ?? event.target.action, location.href);
  if (!main.contains(event.target) || !staysHere(url)) return;
  event.preventDefault();
  url.search = new URLSearchParams(new FormData(event.target));
  go(url.href);
});

// The focus stays: on the same control, or after a move by keyboard on the surviving piece that is nearest.
let byKeyboard = false;
for (const [kind, is] of [["keydown", true], ["pointerdown", false]]) document.addEventListener(kind, () => (byKeyboard = is), true);
const centreOf = (piece) => {
  const box = piece.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
function rememberFocus() {
  const focused = document.activeElement;
  if (focused?.closest("#board")) return byKeyboard ? { at: centreOf(focused) } : null;
  return main.contains(focused) ? { id: focused.id || "board" } : null;
}
function restoreFocus(place) {
  if (!place) return;
  const far = (piece) => Math.hypot(...centreOf(piece).map((c, axis) => c - place.at[axis]));
  const nearest = place.at && pieces.reduce((best, piece) => (best && far(best) <= far(piece) ? best : piece), null);
  if (nearest) setTabStop(nearest);
  (nearest ?? document.getElementById(place.id ?? "again") ?? document.getElementById("again"))?.focus({ preventScroll: true });
}

// One tab stop for the board; arrow keys go to the nearest piece in that direction.
function setTabStop(to) {
  for (const piece of pieces) piece.setAttribute("tabindex", piece === to ? "0" : "-1");
}
const isShown = (piece) => !piece.matches(".later:not(.open, .chosen)"); // a later piece waits for the others of its move
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The next piece along the direction within 45 degrees of it; where there is none, within 90. Pieces in one place come one
// after the other. So arrows lead everywhere.
function nextPiece(from, [dx, dy]) {
  const [x, y] = centreOf(from);
  const list = dx + dy > 0 ? pieces.filter(isShown) : pieces.filter(isShown).reverse();
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

function pressKey(event) {
  const piece = event.target.closest(".move, .piece");
  if (!piece) return;
  if (event.key in ARROWS) {
    const next = nextPiece(piece, ARROWS[event.key]);
    if (next) {
      setTabStop(next);
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    const whole = event.key === "Enter" && chosen.has(keyOf(piece)) ? completeWay(continuations()) : null;
    if (whole) go(addressOf(whole));
    else piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

// Watching: one move after the other until Pause.
let watching;
const paused = () => sessionStorage.getItem("paused") === "1";
function watch() {
  clearTimeout(watching);
  const next = document.getElementById("next");
  if (!next) return;
  const pause = document.createElement("button");
  pause.id = "pause";
  pause.textContent = paused() ? "Go on" : "Pause";
  pause.addEventListener("click", () => {
    sessionStorage.setItem("paused", paused() ? "0" : "1");
    pause.remove();
    watch();
  });
  next.after(pause);
  if (!paused()) watching = setTimeout(() => go(next.href), WATCH_MS);
}

const KEYS = [
  ["← →", "undo, redo"],
  ["Home End", "first, last position"],
  ["Tab, arrows", "choose a piece"],
  ["Enter", "touch it; again: move"],
  ["Escape", "choose again"],
  ["Space", "play the best move"],
  ["h", "ask the coach"],
  ["v", "values of all moves"],
  ["f", "full screen"],
  ["n", "new game"],
  ["z", "hide all help"],
  ["?", "these keys"],
];
function toggleKeys() {
  const old = document.querySelector(".keys");
  if (old) return old.remove();
  const box = document.createElement("div");
  box.className = "keys";
  box.setAttribute("role", "note");
  for (const [name, words] of KEYS) {
    const line = document.createElement("div");
    const kbd = document.createElement("kbd");
    kbd.textContent = name;
    line.append(kbd, ` ${words}`);
    box.append(line);
  }
  document.body.append(box);
}
const clickControl = (id) => document.getElementById(id)?.click();
function playBest() {
  const made = document.getElementById("best") ?? document.querySelector(".moves a.wins");
  if (made) return made.click();
  const url = new URL(location.href);
  if (url.searchParams.get("coach") === "3" || !ways.length) return;
  url.searchParams.set("coach", "3");
  go(url.href);
}
function toggleQuiet() {
  sessionStorage.setItem("quiet", document.body.classList.toggle("quiet") ? "1" : "");
}
document.body.classList.toggle("quiet", Boolean(sessionStorage.getItem("quiet")));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = {
    ArrowLeft: () => clickControl("undo"),
    ArrowRight: () => clickControl("redo"),
    Home: () => clickControl("first"),
    End: () => clickControl("last"),
    " ": playBest,
    h: () => clickControl("hint"),
    v: () => clickControl("values"),
    f: () => clickControl("full"),
    n: () => clickControl("new"),
    z: toggleQuiet,
    "?": toggleKeys,
    Escape: () => (asked?.abort(), chosen.clear(), showChosen(), document.querySelector(".keys")?.remove()),
  }[event.key];
  if (!act || (event.key === " " && event.target.closest("button"))) return;
  event.preventDefault();
  act();
});

// The ways to move name pieces by their places in the list of keys.
function readWays(data) {
  const keys = data.keys.split(" ");
  const named = (places) => places?.map((place) => keys[place]);
  return JSON.parse(data.ways).map((way) => ({ ...way, keys: named(way.keys), goes: named(way.goes) }));
}

// What a new page needs.
function bind() {
  stage = document.getElementById("board");
  ways = stage ? readWays(stage.dataset) : [];
  parts = stage ? [...stage.querySelectorAll("[data-key]")] : [];
  pieces = parts.filter((part) => part.matches(".move, .piece"));
  items = [...document.querySelectorAll(".moves > li")];
  message = document.getElementById("chosen") ?? document.createElement("p");
  chosen = new Set();
  for (const piece of pieces) {
    const several = ways.some((way) => way.keys.length > 1 && way.keys.includes(keyOf(piece)));
    piece.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || (piece.matches("a") && !several)) return; // a plain link
      event.preventDefault();
      touch(piece);
    });
    for (const come of ["pointerenter", "focus"]) piece.addEventListener(come, (event) => isMeant(event) && preview(piece));
    for (const leave of ["pointerleave", "blur"]) piece.addEventListener(leave, () => preview());
  }
  for (const [n, item] of items.entries()) {
    for (const come of ["pointerenter", "focusin"]) item.addEventListener(come, () => previewWay(ways.find((way) => way.move === n)));
    for (const leave of ["pointerleave", "focusout"]) item.addEventListener(leave, () => preview());
  }
  stage?.addEventListener("keydown", pressKey);
  stage?.addEventListener("click", clickPressed);
  const [here, say] = [stage, (words) => (announce(words), message.replaceChildren(words))];
  for (const script of (stage?.dataset.scripts ?? "").split(" ").filter(Boolean))
    import(script).then((own) => own.bind(here, go, say, ask));
  if (pieces.length) setTabStop(pieces[0]);
  const help = document.createElement("button");
  help.className = "help";
  help.textContent = "Keys";
  help.title = "?";
  help.addEventListener("click", toggleKeys);
  document.querySelector(".controls")?.append(help);
  const record = document.getElementById("record");
  if (record) {
    const copy = document.createElement("button");
    copy.textContent = "Copy";
    copy.addEventListener("click", async () => {
      record.select();
      await navigator.clipboard?.writeText(record.value).catch(() => document.execCommand("copy"));
      copy.textContent = "Copied";
    });
    record.after(copy);
  }
  const list = document.querySelector(".history");
  const last = list?.querySelector("[aria-current]");
  if (last) list.scrollTop = last.offsetTop - list.offsetTop - (list.clientHeight - last.offsetHeight) / 2;
  showChosen();
  watch();
  fillValues(stage?.dataset.fill);
}
bind();
