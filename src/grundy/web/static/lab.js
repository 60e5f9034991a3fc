// Cards that need longer are fetched one after the other and can be stopped; tables of arithmetic answer to a pointer.
import { ask } from "./transport.js";

const ROOT = new URL("../..", import.meta.url).pathname; // the app, of which this file is in static/VERSION/
const element = (tag, text, kind) => Object.assign(document.createElement(tag), { textContent: text, className: kind ?? "" });

function showProgress(card, text, stop) {
  const line = element("p", "", "working");
  line.setAttribute("role", "status");
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "At work");
  const label = element("span", text);
  const button = element("button", "Stop");
  button.type = "button";
  button.addEventListener("click", stop);
  line.append(bar, label, button);
  card.querySelector(".again, .job")?.setAttribute("hidden", "");
  card.append(line);
  return { line, label };
}

async function fetchWithMoreTime(card) {
  const control = new AbortController();
  const started = performance.now();
  const { line, label } = showProgress(card, "", () => control.abort());
  const showSeconds = () => (label.textContent = `At work for ${Math.round((performance.now() - started) / 1000)} s, at most 8 s`);
  showSeconds();
  const clock = setInterval(showSeconds, 1000);
  try {
    const answer = await ask(card.dataset.more, { signal: control.signal });
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = [...found.querySelectorAll(".fact")];
    for (const one of fresh) {
      const old = document.getElementById(one.id);
      if (old) old.replaceWith(one);
      else card.parentElement.prepend(one);
      offerJob(one);
    }
    if (!fresh.length) line.textContent = found.querySelector(".error")?.textContent ?? "The server gave no answer; try again.";
  } catch (error) {
    line.textContent = error.name === "AbortError" ? "Stopped." : "The server cannot be reached.";
    card.querySelector(".again")?.removeAttribute("hidden");
  } finally {
    clearInterval(clock);
  }
}

// A period that was not proved in the time of a page may be looked for in the background.
function offerJob(card) {
  const place = card.querySelector(".job");
  if (!place) return;
  const button = element("button", "Look for ten minutes");
  button.type = "button";
  button.addEventListener("click", () => runJob(card));
  place.prepend(button, " ");
}

async function runJob(card) {
  const body = JSON.stringify({ kind: "period", ruleset: card.dataset.ruleset, limit: 2 ** 22, seconds: 600 });
  const answer = await ask(`${ROOT}api/jobs`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const begun = await answer.json();
  if (!answer.ok) return card.append(element("p", begun.error, "error"));
  const url = `${ROOT}api/jobs/${begun.id}`;
  const { line, label } = showProgress(card, "Waiting", () => ask(url, { method: "DELETE" }));
  const events = new EventSource(`${url}/events`);
  const over = (text) => {
    events.close();
    line.textContent = text;
    card.querySelector(".job").hidden = false;
  };
  events.addEventListener("running", ({ data }) => {
    const now = JSON.parse(data);
    label.textContent = `${now.done.toLocaleString("en")} values in ${Math.round(now.seconds)} s`;
  });
  events.addEventListener("done", async () => over(periodSentence(await (await ask(`${url}/result`)).json())));
  events.addEventListener("failed", ({ data }) => over(JSON.parse(data).error));
  events.addEventListener("cancelled", () => over("Stopped."));
  events.onerror = () => over("The server cannot be reached.");
}

function periodSentence(found) {
  const seen = found.checked_to.toLocaleString("en");
  if (!found.period) return `No period among the first ${seen} values.`;
  const adds = found.saltus ? `, each adding ${found.saltus}` : "";
  const proof = found.proved ? `proved by ${found.theorem}` : `observed to ${seen}, not proved`;
  return `Period ${found.period} from ${found.preperiod} on${adds}; ${proof}.`;
}

// Sliders: values and plot follow while one is dragged; the rest of the page when it is let go.
const sliders = document.querySelector(".sliders");
let dragged = null;
async function follow(isWhole) {
  const texts = JSON.parse(sliders.dataset.texts);
  const numbers = [...sliders.querySelectorAll(".parameter")].map((one) => (one.max === "15" ? (+one.value).toString(16).toUpperCase() : one.value));
  const query = new URLSearchParams({ q: texts.map((text, n) => text + (numbers[n] ?? "")).join("") });
  if (sliders.elements.to) query.set("to", sliders.elements.to.value);
  dragged?.abort();
  const mine = (dragged = new AbortController());
  const place = isWhole ? "lab" : `lab/card/${sliders.elements.to ? "values" : "table"}`;
  try {
    const answer = await ask(`${ROOT}${place}?${query}`, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (dragged === mine) showFollowed(page, isWhole, answer.url);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}
function showFollowed(page, isWhole, url) {
  const facts = document.querySelector(".facts");
  const fresh = [...page.querySelectorAll(".fact")];
  if (!fresh.length || isWhole) facts.replaceChildren(...(fresh.length ? fresh : [element("p", page.querySelector(".error")?.innerText ?? "", "error")]));
  for (const one of isWhole ? [] : fresh) document.getElementById(one.id)?.replaceWith(one);
  if (!isWhole) return;
  for (const kind of ["h1", ".rule", ".doors"]) {
    const [old, other] = [document.querySelector(`main ${kind}`), page.querySelector(`main ${kind}`)];
    if (old && other) old.replaceWith(other);
  }
  document.getElementById("line").value = page.getElementById("line")?.value ?? "";
  if (url) history.replaceState(null, "", url);
  for (const card of facts.querySelectorAll("[data-more]")) fetchWithMoreTime(card);
}
if (sliders) {
  sliders.hidden = false;
  sliders.addEventListener("input", ({ target }) => {
    target.parentElement.querySelector("output").textContent = target.value;
    follow(false);
  });
  sliders.addEventListener("change", () => follow(true));
}

// A game tree, from the leaves up: what is higher than the step has no value yet.
for (const tree of document.querySelectorAll(".tree[data-height]")) {
  const label = element("label", "Values from the ends up, step ");
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: tree.dataset.height, value: tree.dataset.height });
  const shown = element("output", "");
  const show = () => {
    const step = +slider.value;
    shown.textContent = `${step} of ${tree.dataset.height}`;
    for (const one of tree.querySelectorAll("li")) {
      one.classList.toggle("later", +one.dataset.height > step);
      one.classList.toggle("now", +one.dataset.height === step && step < +tree.dataset.height);
    }
  };
  slider.addEventListener("input", show);
  label.append(slider, " ", shown);
  const unfold = Object.assign(element("button", "Unfold all"), { type: "button" });
  unfold.addEventListener("click", () => {
    const isOpen = unfold.textContent === "Unfold all";
    for (const one of tree.querySelectorAll("details")) one.open = isOpen;
    unfold.textContent = isOpen ? "Fold all" : "Unfold all";
  });
  const row = element("p", "", "sliders");
  row.append(label, unfold);
  tree.before(row);
  show();
}
// A link to a position in the tree unfolds what it stands in.
addEventListener("hashchange", () => {
  for (let one = document.getElementById(location.hash.slice(1)); one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
});

// The tables of nim arithmetic: row, column and equal results of the cell under the pointer or the arrow keys.
for (const table of document.querySelectorAll(".field")) {
  const rows = [...table.tBodies[0].rows];
  const heads = table.tHead.rows[0].cells;
  const readout = table.closest(".fact").querySelector(".read");
  let [r, c] = [0, 0];
  const show = () => {
    for (const cell of table.querySelectorAll("td, th")) cell.classList.remove("row", "column", "here", "same");
    const value = rows[r].cells[c + 1].textContent;
    for (const cell of rows[r].cells) cell.classList.add("row");
    for (const row of rows) row.cells[c + 1].classList.add("column");
    heads[c + 1].classList.add("column");
    for (const cell of table.querySelectorAll("td")) cell.classList.toggle("same", cell.textContent === value);
    rows[r].cells[c + 1].classList.add("here");
    readout.textContent = `${r} ${table.dataset.sign} ${c} = ${value}`;
  };
  table.addEventListener("pointerover", ({ target }) => {
    const cell = target.closest("td");
    if (!cell) return;
    [r, c] = [rows.indexOf(cell.parentElement), cell.cellIndex - 1];
    show();
  });
  table.addEventListener("focus", show);
  table.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    [r, c] = [r + step[0], c + step[1]].map((n) => Math.max(0, Math.min(rows.length - 1, n)));
    show();
  });
}

for (const card of document.querySelectorAll(".fact")) if (!card.dataset.more) offerJob(card);
for (const card of document.querySelectorAll("[data-more]")) await fetchWithMoreTime(card);
