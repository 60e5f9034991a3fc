// The page on which a game is set up: the choices are remembered, the address follows them, and graphs are drawn.
import { begin } from "./draw.js";
import { ask } from "./transport.js";

const CHOICES = ["vs", "first", "misere", "size", "level", "want"];
const STORE = "grundy.choices";
const fields = () => CHOICES.map((name) => document.querySelector(`#main [name="${name}"]:not([type="hidden"])`)).filter(Boolean);
const stored = () => JSON.parse(localStorage.getItem(STORE) ?? "{}");

// What was chosen last is chosen again where the address says nothing.
function recall() {
  const said = new URL(location.href).searchParams;
  const last = stored();
  for (const field of fields())
    if (!said.has(field.name) && [...field.options].some((one) => one.value === last[field.name])) {
      field.value = last[field.name];
      carry(field.name, field.value);
    }
}
document.addEventListener("change", (event) => {
  if (!CHOICES.includes(event.target.name)) return;
  localStorage.setItem(STORE, JSON.stringify({ ...stored(), [event.target.name]: event.target.value }));
  const url = new URL(location.href);
  url.searchParams.set(event.target.name, event.target.value);
  history.replaceState(null, "", url);
  carry(event.target.name, event.target.value);
});
// What was chosen stays chosen when the board is changed.
function carry(name, value) {
  for (const link of document.querySelectorAll('#main a[href*="setup/"]')) {
    const url = new URL(link.href.baseVal ?? link.href, location.href);
    url.searchParams.set(name, value);
    link.setAttribute("href", url.href);
  }
  for (const form of document.querySelectorAll("form.typed")) {
    const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }
}
document.addEventListener("page", () => {
  recall();
  begin();
});
recall();

// The vertex where play starts, or another one where it was erased.
function startIn(graph, tail) {
  const names = graph.match(/\w+/g) ?? [];
  const start = tail.match(/\w+/)[0];
  return names.includes(start) ? start : names[0];
}

// What was drawn is read by the server, and what stands around the drawing is shown anew.
let asked = null;
document.addEventListener("drawn", async ({ detail }) => {
  const { kind, head, tail } = document.getElementById("drawing").dataset;
  const url = new URL(location.href);
  url.pathname = url.pathname.replace(/(?<=\/)(setup|random)\/.*/, () => `setup/${encodeURIComponent(head + detail + (kind === "digraph" ? `)(${startIn(detail, tail)})` : tail))}`);
  url.searchParams.delete("seed");
  asked?.abort();
  const mine = (asked = new AbortController());
  const answer = await ask(url.href, { signal: mine.signal, headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer || asked !== mine) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = document.getElementById("said");
  said.textContent = page.getElementById("rest") ? "" : page.querySelector(".error")?.textContent ?? "";
  said.className = said.textContent ? "error" : "said";
  if (said.textContent) return;
  history.replaceState(null, "", url);
  document.title = page.title;
  for (const id of ["rest", "others"]) document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  document.getElementById("q").value = page.getElementById("q").value;
  recall();
});
