// Choosing the pieces of a move that touches several, the preview of a move, the keyboard, and watching. The rest of
// the page is links.
const stage = document.getElementById("board");
const ways = stage ? JSON.parse(stage.dataset.ways) : [];
const parts = stage ? [...stage.querySelectorAll("[data-key]")] : [];
const pieces = parts.filter((part) => part.matches(".move, .piece"));
const byKey = new Map(parts.map((part) => [part.dataset.key, part]));
const items = [...document.querySelectorAll(".moves > li")];
const message = document.getElementById("chosen");
const chosen = new Set();
const keyOf = (piece) => piece.dataset.key;
const continuations = (some = chosen) => ways.filter((way) => [...some].every((one) => way.keys.includes(one)));
const completeWay = (open, some = chosen) => open.find((way) => way.keys.length === some.size);
const linkOf = (way) => items[way.move].querySelector("a");

// The preview: pieces that a move takes away are hatched; while several moves are still possible, the chosen pieces.
function preview(piece) {
  const some = piece && !chosen.has(keyOf(piece)) ? new Set([...chosen, keyOf(piece)]) : chosen;
  let open = continuations(some);
  if (!open.length && piece) open = continuations(new Set([keyOf(piece)]));
  const whole = completeWay(open, some) ?? (open.length === 1 ? open[0] : null);
  const going = new Set(whole ? (whole.goes ?? whole.keys) : some);
  for (const part of parts) part.classList.toggle("go", going.has(keyOf(part)));
}

function showChosen() {
  const open = continuations();
  const next = new Set(chosen.size ? open.flatMap((way) => way.keys) : []);
  for (const piece of pieces) {
    piece.classList.toggle("chosen", chosen.has(keyOf(piece)));
    piece.classList.toggle("open", next.has(keyOf(piece)) && !chosen.has(keyOf(piece)));
    if (piece.getAttribute("role") === "button") piece.setAttribute("aria-pressed", String(chosen.has(keyOf(piece))));
  }
  preview();
  message.replaceChildren();
  const whole = chosen.size ? completeWay(open) : null;
  if (whole) {
    const make = linkOf(whole).cloneNode(true);
    make.id = "make";
    make.classList.add("button");
    make.prepend("Move: ");
    message.append(make);
    const worth = items[whole.move].querySelector(".worth");
    if (worth) message.append(" ", worth.cloneNode(true));
    const more = open.length - open.filter((way) => way.keys.length === chosen.size).length;
    if (more) message.append(` or go on: ${more} more`);
  } else if (chosen.size) {
    message.append(`${chosen.size} chosen; ${open.length} ${open.length === 1 ? "move goes" : "moves go"} on from here. Escape starts again.`);
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
  if (open.length && open.every((way) => way.keys.length === chosen.size)) visit(linkOf(open[0]));
  else showChosen();
}

function visit(to) {
  if (document.activeElement?.closest("#board")) {
    sessionStorage.setItem("focus", "board");
    const [x, y] = centreOf(document.activeElement);
    sessionStorage.setItem("at", JSON.stringify([x, y]));
  }
  location.href = to.href?.baseVal ?? to.href;
}

for (const piece of pieces) {
  const several = ways.some((way) => way.keys.length > 1 && way.keys.includes(keyOf(piece)));
  piece.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || (piece.matches("a") && !several)) return; // a plain link
    event.preventDefault();
    touch(piece);
  });
  for (const come of ["pointerenter", "focus"]) piece.addEventListener(come, () => preview(piece));
  for (const leave of ["pointerleave", "blur"]) piece.addEventListener(leave, () => preview());
}

// One tab stop for the board; arrow keys go to the nearest piece in that direction.
const centreOf = (piece) => {
  const box = piece.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
function setTabStop(to) {
  for (const piece of pieces) piece.setAttribute("tabindex", piece === to ? "0" : "-1");
}
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nextPiece(from, [dx, dy]) {
  const [x, y] = centreOf(from);
  let best = null;
  let least = Infinity;
  for (const piece of pieces) {
    const [a, b] = centreOf(piece);
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
    const next = nextPiece(piece, ARROWS[event.key]);
    if (next) {
      setTabStop(next);
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    const whole = event.key === "Enter" && chosen.has(keyOf(piece)) ? completeWay(continuations()) : null;
    if (whole) visit(linkOf(whole));
    else if (piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))) visit(piece);
  } else return;
  event.preventDefault();
  event.stopPropagation();
});

// After a move by keyboard the focus is on the surviving piece that is nearest.
const nearestPiece = (at) => {
  const far = (piece) => Math.hypot(...centreOf(piece).map((c, axis) => c - at[axis]));
  return pieces.reduce((best, piece) => (far(piece) < far(best) ? piece : best), pieces[0]);
};
if (pieces.length) {
  const at = JSON.parse(sessionStorage.getItem("at") ?? "[0, 0]");
  const first = sessionStorage.getItem("focus") === "board" ? nearestPiece(at) : pieces[0];
  setTabStop(first);
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
const help = document.createElement("button");
help.className = "help";
help.textContent = "Keys";
help.title = "?";
help.addEventListener("click", toggleKeys);
document.querySelector(".controls")?.append(help);
const clickControl = (id) => document.getElementById(id)?.click();
function playBest() {
  const made = document.getElementById("best") ?? document.querySelector(".moves a.wins");
  if (made) return made.click();
  const url = new URL(location.href);
  if (url.searchParams.get("coach") === "3" || !ways.length) return;
  url.searchParams.set("coach", "3");
  location.href = url;
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
    n: () => clickControl("again"),
    z: toggleQuiet,
    "?": toggleKeys,
    Escape: () => (chosen.clear(), showChosen(), document.querySelector(".keys")?.remove()),
  }[event.key];
  if (!act || (event.key === " " && event.target.closest("a, button"))) return;
  event.preventDefault();
  act();
});
