// Lessons: answers are judged without leaving the page, boards are played on where they stand, and what has been done is kept
// in this browser. Without this script every answer is a link or a form that leads to the same page with its judgement.
import { Board } from "./pieces.js";
import { exportProgress, importProgress, isDone, markDone } from "./progress.js";
import { ask } from "./transport.js";

const announcer = document.createElement("p");
announcer.className = "unseen";
announcer.setAttribute("role", "status");
document.body.append(announcer);
const announce = (words) => (announcer.textContent = words.replace(/\s+/g, " ").trim());
const hrefOf = (link) => new URL(link.href.baseVal ?? link.href, location.href).href;

async function fetchPage(url, place) {
  const address = new URL(url, location.href);
  address.hash = "";
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await ask(address.href, { headers: { Accept: "text/html" } });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    location.href = url; // the browser says what is wrong with the network
  } finally {
    place.removeAttribute("aria-busy");
  }
}

function bindBoard(place, go) {
  const stage = place.querySelector(".stage[data-ways]");
  if (!stage) return null;
  const items = [...place.querySelectorAll(".moves > li")];
  const say = (words) => (announce(words), place.querySelector(".choice").replaceChildren(words));
  return new Board(stage, { items, message: place.querySelector(".choice"), go, say });
}

// A task: the answer to it is the same page with a judgement, of which only this task is shown.
async function answerTask(section, url) {
  const focused = document.activeElement;
  const [key, name] = [focused?.closest(".stage [data-key]")?.dataset.key, focused?.name];
  const page = await fetchPage(url, section);
  const judged = page?.getElementById(section.id);
  if (!judged) return announce(page?.querySelector(".error")?.textContent ?? "");
  section.replaceWith(judged);
  const board = bindTask(judged);
  announce(judged.querySelector(".verdict p").innerText);
  const piece = board?.pieces.find((one) => one.dataset.key === key);
  if (piece) board.setTabStop(piece);
  const fields = [...judged.querySelectorAll("input:not([type='hidden'])")];
  (piece ?? fields.find((field) => field.name === name && !field.checked) ?? fields[0])?.focus({ preventScroll: true });
}
function bindTask(section) {
  const act = (url) => answerTask(section, url);
  if (section.matches(".right")) markDone(section.dataset.task);
  showDone(section);
  section.addEventListener("submit", (event) => {
    event.preventDefault();
    const url = new URL(event.target.action);
    url.search = new URLSearchParams(new FormData(event.target));
    act(url.href);
  });
  section.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !hrefOf(link).includes("answer=")) return;
    event.preventDefault();
    act(hrefOf(link));
  });
  return bindBoard(section, act);
}
function showDone(section) {
  const done = isDone(section.dataset.task);
  section.classList.toggle("done", done);
  section.querySelector(".mark-done").textContent = done ? "✓ done" : "";
}

// A board in the text: a match against the computer, of which the page of the game is asked.
async function play(figure, url) {
  const onBoard = figure.contains(document.activeElement);
  const page = await fetchPage(url, figure);
  const stage = page?.getElementById("board");
  if (!stage) return;
  const [board, list] = [figure.querySelector(".stage"), page.querySelector(".moves")];
  const shown = document.createElement("div");
  shown.className = "stage";
  for (const [key, value] of Object.entries(stage.dataset)) if (key !== "fill") shown.dataset[key] = value;
  shown.replaceChildren(...stage.childNodes);
  shown.style.minHeight = `${board.offsetHeight}px`;
  board.replaceWith(shown);
  figure.querySelector(".status").replaceChildren(...page.getElementById("status").childNodes);
  figure.querySelector(".moves").replaceChildren(...(list?.childNodes ?? []));
  figure.querySelector("summary").textContent = `All moves (${list?.children.length ?? 0})`;
  const pieces = bindFigure(figure).pieces;
  if (onBoard) (pieces[0] ?? figure.querySelector(".restart")).focus({ preventScroll: true });
  announce(figure.querySelector(".status").innerText);
}
const bindFigure = (figure) => bindBoard(figure, (url) => play(figure, url));
function bindLive(figure) {
  figure.addEventListener("click", (event) => {
    const link = event.target.closest(".stage a[href], .choice a[href], .moves a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(figure, hrefOf(link));
  });
  const restart = document.createElement("button");
  restart.type = "button";
  restart.className = "restart";
  restart.textContent = "Start again";
  restart.addEventListener("click", () => play(figure, figure.dataset.start));
  figure.querySelector("figcaption").append(" ", restart);
  bindFigure(figure);
}

// The path: how much of each lesson is done, and the file to take it elsewhere.
function showPath() {
  let [done, all] = [0, 0];
  for (const item of document.querySelectorAll(".path > li")) {
    const [name, tasks] = [item.dataset.lesson, Number(item.dataset.tasks)];
    const solved = Array.from({ length: tasks }, (_, n) => isDone(`${name}/${n + 1}`)).filter(Boolean).length;
    item.querySelector(".mark-done").textContent = solved === tasks ? "✓ done" : solved ? `${solved} of ${tasks}` : "";
    [done, all] = [done + solved, all + tasks];
  }
  const line = document.getElementById("progress");
  line.textContent = `${done} of ${all} tasks done.`;
  line.hidden = false;
}
function bindKeeping() {
  document.getElementById("keeping").hidden = false;
  document.getElementById("export").addEventListener("click", exportProgress);
  document.getElementById("import").addEventListener("change", async ({ target }) => {
    const wrong = await importProgress(target.files[0]);
    showPath();
    if (wrong) document.getElementById("progress").textContent = wrong;
    target.value = "";
  });
}

function toNextTask() {
  const open = [...document.querySelectorAll(".task")].find((section) => !isDone(section.dataset.task));
  open?.scrollIntoView();
  open?.querySelector("[tabindex='0'], input:not([type='hidden'])")?.focus({ preventScroll: true });
}
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { n: () => document.querySelector("a[rel='next']")?.click(), p: () => document.querySelector("a[rel='prev']")?.click(), t: toNextTask }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

for (const section of document.querySelectorAll(".task")) bindTask(section);
for (const figure of document.querySelectorAll(".live")) bindLive(figure);
for (const line of document.querySelectorAll(".keys-line")) line.hidden = false;
if (document.querySelector(".path")) {
  showPath();
  bindKeeping();
}
