// Choosing pieces for moves that touch several, the preview of a move, the keyboard, and watching. All else is links.
const stage = document.getElementById("board");
const ways = stage ? JSON.parse(stage.dataset.ways) : [];
const parts = stage ? [...stage.querySelectorAll("[data-key]")] : [];
const pieces = parts.filter((part) => part.matches(".move, .piece"));
const byKey = new Map(parts.map((part) => [part.dataset.key, part]));
const items = [...document.querySelectorAll(".moves > li")];
const said = document.getElementById("chosen");
const chosen = new Set();
const key = (piece) => piece.dataset.key;
const continuations = (some = chosen) => ways.filter((way) => [...some].every((one) => way.keys.includes(one)));
const complete = (open, some = chosen) => open.find((way) => way.keys.length === some.size);
const link = (way) => items[way.move].querySelector("a");

// The preview: what would go is hatched. Of a move that is half chosen, what all its continuations take.
function preview(piece) {
  const some = piece && !chosen.has(key(piece)) ? new Set([...chosen, key(piece)]) : chosen;
  let open = continuations(some);
  if (!open.length && piece) open = continuations(new Set([key(piece)]));
  const whole = complete(open, some) ?? (open.length === 1 ? open[0] : null);
  const going = new Set(whole ? (whole.goes ?? whole.keys) : some);
  for (const part of parts) part.classList.toggle("go", going.has(key(part)));
}

function show() {
  const open = continuations();
  const next = new Set(chosen.size ? open.flatMap((way) => way.keys) : []);
  for (const piece of pieces) {
    piece.classList.toggle("chosen", chosen.has(key(piece)));
    piece.classList.toggle("open", next.has(key(piece)) && !chosen.has(key(piece)));
    if (piece.getAttribute("role") === "button") piece.setAttribute("aria-pressed", String(chosen.has(key(piece))));
  }
  preview();
  said.replaceChildren();
  const whole = chosen.size ? complete(open) : null;
  if (whole) {
    const make = link(whole).cloneNode(true);
    make.id = "make";
    make.classList.add("button");
    make.prepend("Move: ");
    said.append(make);
    const worth = items[whole.move].querySelector(".worth");
    if (worth) said.append(" ", worth.cloneNode(true));
    const more = open.length - open.filter((way) => way.keys.length === chosen.size).length;
    if (more) said.append(` or go on: ${more} more`);
  } else if (chosen.size) {
    said.append(`${chosen.size} chosen; ${open.length} ${open.length === 1 ? "move goes" : "moves go"} on from here. Escape starts again.`);
  }
}

function touch(piece) {
  if (chosen.has(key(piece))) chosen.delete(key(piece));
  else {
    chosen.add(key(piece));
    if (!continuations().length) {
      chosen.clear();
      chosen.add(key(piece));
    }
  }
  const open = continuations();
  if (open.length && open.every((way) => way.keys.length === chosen.size)) go(link(open[0]));
  else show();
}

function go(to) {
  if (document.activeElement?.closest("#board")) {
    sessionStorage.setItem("focus", "board");
    const [x, y] = middle(document.activeElement);
    sessionStorage.setItem("at", JSON.stringify([x, y]));
  }
  location.href = to.href?.baseVal ?? to.href;
}

for (const piece of pieces) {
  const several = ways.some((way) => way.keys.length > 1 && way.keys.includes(key(piece)));
  piece.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || (piece.matches("a") && !several)) return; // a plain link
    event.preventDefault();
    touch(piece);
  });
  for (const come of ["pointerenter", "focus"]) piece.addEventListener(come, () => preview(piece));
  for (const leave of ["pointerleave", "blur"]) piece.addEventListener(leave, () => preview());
}

// One tab stop for the board; arrow keys go to the nearest piece in that direction.
const middle = (piece) => {
  const box = piece.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
function rove(to) {
  for (const piece of pieces) piece.setAttribute("tabindex", piece === to ? "0" : "-1");
}
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function step(from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const piece of pieces) {
    const [a, b] = middle(piece);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 1 && along + 2.5 * aside < least) [best, least] = [piece, along + 2.5 * aside];
  }
  return best;
}

stage?.addEventListener("keydown", (event) => {
  const piece = event.target.closest(".move, .piece");
  if (!piece) return;
  if (event.key in ARROWS) {
    const next = step(piece, ARROWS[event.key]);
    if (next) {
      rove(next);
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    const whole = event.key === "Enter" && chosen.has(key(piece)) ? complete(continuations()) : null;
    if (whole) go(link(whole));
    else if (piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))) go(piece);
  } else return;
  event.preventDefault();
  event.stopPropagation();
});

// After a move by keyboard the focus is on the surviving piece that is nearest.
const near = (at) => {
  const far = (piece) => Math.hypot(...middle(piece).map((c, axis) => c - at[axis]));
  return pieces.reduce((best, piece) => (far(piece) < far(best) ? piece : best), pieces[0]);
};
if (pieces.length) {
  const at = JSON.parse(sessionStorage.getItem("at") ?? "[0, 0]");
  const first = sessionStorage.getItem("focus") === "board" ? near(at) : pieces[0];
  rove(first);
  if (sessionStorage.getItem("focus") === "board") first.focus();
}
if (!pieces.length && sessionStorage.getItem("focus") === "board") document.getElementById("again")?.focus();
sessionStorage.removeItem("focus");
for (const hint of document.querySelectorAll('a[href$="#coach"]')) hint.hash = ""; // the focus goes there by itself
for (const control of document.querySelectorAll(".controls a, .coach .button")) {
  control.addEventListener("click", () => sessionStorage.setItem("control", control.id));
}
if (sessionStorage.getItem("control")) {
  document.getElementById(sessionStorage.getItem("control"))?.focus();
  sessionStorage.removeItem("control");
}

// Watching: one move after the other until Pause.
const next = document.getElementById("next");
if (next) {
  const pause = document.createElement("button");
  pause.id = "pause";
  const paused = () => sessionStorage.getItem("paused") === "1";
  let timer;
  const run = () => {
    pause.textContent = paused() ? "Go on" : "Pause";
    clearTimeout(timer);
    if (!paused()) timer = setTimeout(() => (location.href = next.href), 1400);
  };
  pause.addEventListener("click", () => {
    sessionStorage.setItem("paused", paused() ? "0" : "1");
    run();
  });
  next.after(pause);
  run();
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
  ["n", "new game"],
  ["z", "hide all help"],
  ["?", "these keys"],
];
function keys() {
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
const help = document.createElement("button");
help.className = "help";
help.textContent = "Keys";
help.title = "?";
help.addEventListener("click", keys);
document.querySelector(".controls")?.append(help);
const follow = (id) => document.getElementById(id)?.click();
function best() {
  const made = document.getElementById("best") ?? document.querySelector(".moves a.wins");
  if (made) return made.click();
  const url = new URL(location.href);
  if (url.searchParams.get("coach") === "3" || !ways.length) return;
  url.searchParams.set("coach", "3");
  location.href = url;
}
function quiet() {
  sessionStorage.setItem("quiet", document.body.classList.toggle("quiet") ? "1" : "");
}
document.body.classList.toggle("quiet", Boolean(sessionStorage.getItem("quiet")));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = {
    ArrowLeft: () => follow("undo"),
    ArrowRight: () => follow("redo"),
    Home: () => follow("first"),
    End: () => follow("last"),
    " ": best,
    h: () => follow("hint"),
    v: () => follow("values"),
    n: () => follow("again"),
    z: quiet,
    "?": keys,
    Escape: () => (chosen.clear(), show(), document.querySelector(".keys")?.remove()),
  }[event.key];
  if (!act || (event.key === " " && event.target.closest("a, button"))) return;
  event.preventDefault();
  act();
});
