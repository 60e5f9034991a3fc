// Waiting for the server. The own move is shown before the computer answers; a longer wait tells how far it is, and can be
// ended, which ends the work on the server too, or cut short by a guess.
import { ask } from "./transport.js";

const OWN_MOVE_MS = 120; // before the own move is shown without the answer to it
const SLOW_MS = 500; // after which a wait shows itself
const PROGRESS_MS = 400; // between two questions about the progress

// Whether the computer moves at an address: it says so, or is the first position of a game that the computer begins.
function isReply({ pathname, searchParams }) {
  const begins = searchParams.get("first") === "computer" && !searchParams.get("h") && !/person|watch/.test(searchParams.get("vs"));
  const turn = searchParams.get("turn") ?? (begins ? "computer" : "you");
  return /\/play\//.test(pathname) && turn === "computer" && !searchParams.has("look");
}
const change = (url, key, path) => {
  const other = new URL(url);
  if (key) other.searchParams.set(key, "1");
  if (path) other.pathname = other.pathname.replace(/\/play\//, `/${path}/`);
  return other.href;
};

function makeButton(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

// The wait for an address; `places` are the board, its status line and where the progress goes. The function that is given
// back ends it and leaves the board as it was.
export function startWaiting(address, places, { cancel, hurry, announce }) {
  const url = new URL(address, location.href);
  const [started, over, kept] = [performance.now(), new AbortController(), new Map()];
  let positions = 0;

  function keep(place) {
    if (place && !kept.has(place)) kept.set(place, [...place.childNodes]);
  }
  async function showOwnMove() {
    keep(places.status);
    places.status?.replaceChildren("The computer is to move.");
    const answer = await ask(change(url, "look"), { signal: over.signal, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (places.board) places.board.style.minHeight = `${places.board.offsetHeight}px`; // what is below stays in its place
    for (const place of [places.board, places.status]) {
      const shown = page.getElementById(place?.id ?? "");
      if (over.signal.aborted || !shown) return;
      keep(place);
      place.replaceChildren(...shown.childNodes);
    }
  }

  async function askProgress() {
    const answer = await ask(change(url, "", "thinking"), { signal: over.signal });
    positions = (await answer.json()).positions;
    tell();
  }

  const line = document.createElement("span");
  line.setAttribute("aria-hidden", "true"); // it changes all the time; that there is a wait is announced once
  function tell() {
    const seconds = Math.floor((performance.now() - started) / 1000);
    const count = positions ? `, ${positions.toLocaleString("en")} positions` : "";
    line.textContent = `${isReply(url) ? "The computer thinks" : "Working"}: ${seconds} s${count}`;
  }
  function showProgress() {
    const box = document.createElement("p");
    box.className = "waiting";
    tell();
    box.append(line, " ", makeButton("Cancel", cancel));
    if (isReply(url)) box.append(" ", makeButton("Move now", () => hurry(change(url, "now"))));
    places.progress?.replaceChildren(box);
    announce(isReply(url) ? "The computer thinks" : "Working");
    timers.push(setInterval(() => (isReply(url) ? askProgress().catch(() => {}) : tell()), PROGRESS_MS));
  }

  const timers = [setTimeout(showProgress, SLOW_MS)];
  if (isReply(url)) timers.push(setTimeout(() => showOwnMove().catch(() => {}), OWN_MOVE_MS));
  return () => {
    over.abort();
    for (const timer of timers) clearInterval(timer);
    for (const [place, nodes] of kept) place.replaceChildren(...nodes);
    places.progress?.querySelector(".waiting")?.remove();
  };
}
