// The page of a game: moves, undo and hints change the page in place; the keyboard, and watching. Without this script
// everything is a link or a form.
import { Board, centreOf } from "./pieces.js";
import { copyOnClick, bindSharing } from "./sharing.js";
import { askPatiently } from "./transport.js";
import { fillValues } from "./values.js";
import { startWaiting } from "./waiting.js";

const WATCH_MS = 1400; // between two moves that are watched
const memory = storage();
const main = document.getElementById("main");
let board, stage; // the pieces, and the element around them

// What a tab remembers; in the frame of another site a browser may refuse to remember anything.
function storage() {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

const hrefOf = (link) => (link.href.baseVal === undefined ? link.href : new URL(link.href.baseVal, location.href).href);

// Going to another state of the match: the answer is a whole page, of which the middle is shown here. Only the answer to the
// last request counts.
let asked = null;
async function go(url, { push = true } = {}) {
  asked?.abort();
  const mine = (asked = new AbortController());
  const place = rememberFocus();
  const leaving = board.parts.filter((part) => part.classList.contains("go"));
  board.forget();
  for (const part of leaving) part.classList.add("leaving"); // at once, whatever the answer takes
  stage?.setAttribute("aria-busy", "true");
  const places = { board: stage, status: document.getElementById("status"), progress: board.message };
  const stopWaiting = startWaiting(url, places, { cancel: () => mine.abort(), hurry: (other) => go(other), announce });
  try {
    const answer = await askPatiently(url, { signal: mine.signal, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await addStyles(page);
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

// What another kind of page brings in its head, where this one has not got it: styles are there before they are needed, and a
// script finds its page.
const lacks = (kind, page) => {
  const here = new Set([...document.querySelectorAll(kind)].map((one) => one.href ?? one.src));
  return [...page.querySelectorAll(kind)].filter((one) => !here.has(one.href ?? one.src));
};
const addStyles = (page) => Promise.all(lacks('link[rel="stylesheet"]', page).map((style) => new Promise((done) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style.href });
  for (const kind of ["load", "error"]) link.addEventListener(kind, done);
  document.head.append(link);
})));
function addScripts(page) {
  for (const { src } of lacks('script[type="module"][src]', page)) document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
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
  addScripts(page);
  if (height && stage && main.querySelector(".history")) keepHeight(height);
  document.dispatchEvent(new Event("page"));
  announce(document.querySelector("#status, .error, h1")?.innerText ?? "");
}

// What is below the board stays in its place: the board gets no lower during a match, and one that grows is shrunk as far as
// its names can be read.
function keepHeight(height) {
  stage.style.minHeight = `${height}px`;
  const [drawing, isOver] = [stage.querySelector("svg"), !board.pieces.length];
  if (drawing && isOver && stage.offsetHeight > height) drawing.style.minWidth = drawing.style.minHeight = 0; // it is only looked at
  const more = stage.offsetHeight - height;
  if (drawing && more > 0) drawing.style.maxHeight = `${drawing.clientHeight - more}px`;
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
const staysHere = (url) => url.origin === location.origin && /\/(play|watch|move|setup|random|puzzles)\/|\/setup$/.test(url.pathname);
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
function rememberFocus() {
  const focused = document.activeElement;
  if (focused?.closest("#board")) return byKeyboard ? { at: centreOf(focused) } : null;
  return main.contains(focused) ? { id: focused.id || "board" } : null;
}
function restoreFocus(place) {
  if (!place) return;
  const far = (piece) => Math.hypot(...centreOf(piece).map((c, axis) => c - place.at[axis]));
  const nearest = place.at && board.pieces.reduce((best, piece) => (best && far(best) <= far(piece) ? best : piece), null);
  if (nearest) board.setTabStop(nearest);
  (nearest ?? document.getElementById(place.id ?? "again") ?? document.getElementById("again"))?.focus({ preventScroll: true });
}

// Watching: one move after the other until Pause.
let watching;
const paused = () => memory.getItem("paused") === "1";
function watch() {
  clearTimeout(watching);
  const next = document.getElementById("next");
  if (!next) return;
  const pause = document.createElement("button");
  pause.id = "pause";
  pause.textContent = paused() ? "Go on" : "Pause";
  pause.addEventListener("click", () => {
    memory.setItem("paused", paused() ? "0" : "1");
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
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "Keys");
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
  if (url.searchParams.get("coach") === "3" || !board.ways.length) return;
  url.searchParams.set("coach", "3");
  go(url.href);
}
function toggleQuiet() {
  memory.setItem("quiet", document.body.classList.toggle("quiet") ? "1" : "");
}
document.body.classList.toggle("quiet", Boolean(memory.getItem("quiet")));
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
    Escape: () => (asked?.abort(), board.forget(), document.querySelector(".keys")?.remove()),
  }[event.key];
  if (!act || (event.key === " " && event.target.closest("button"))) return;
  event.preventDefault();
  act();
});

// What a new page needs.
function bind() {
  stage = document.getElementById("board");
  const items = [...document.querySelectorAll(".moves > li")];
  const say = (words) => (announce(words), board.message.replaceChildren(words));
  board = new Board(stage, { items, message: document.getElementById("chosen"), go, say });
  const help = document.createElement("button");
  help.className = "help";
  help.textContent = "Keys";
  help.title = "?";
  help.addEventListener("click", toggleKeys);
  document.querySelector("body:not(.embed) .controls")?.append(help);
  const record = document.getElementById("record");
  if (record) {
    const copy = document.createElement("button");
    copy.textContent = "Copy";
    copyOnClick(copy, () => record.value, "Copied");
    record.after(copy);
  }
  bindSharing();
  const list = document.querySelector(".history");
  const last = list?.querySelector("[aria-current]");
  if (last) list.scrollTop = last.offsetTop - list.offsetTop - (list.clientHeight - last.offsetHeight) / 2;
  watch();
  fillValues(stage?.dataset.fill);
}
bind();
