// Values that were not known when the page was made, filled in as they come, one line of the answer for each.
import { ask } from "./transport.js";

let filling = null;
const lineOf = (item) => item?.querySelector(".worth");

function showValue({ move, kind, sign, nimber, words }) {
  const worth = lineOf(document.querySelectorAll(".moves > li")[move]);
  if (!worth?.classList.contains("waits")) return;
  const badge = document.createElement("span");
  badge.className = `badge ${kind}`;
  badge.textContent = nimber ? `${sign} ${nimber}` : sign;
  worth.replaceChildren(badge, ` ${words}`);
  worth.classList.remove("waits");
  worth.closest("li").querySelector("a")?.classList.add(kind);
  for (const one of document.querySelectorAll(`.v-${move}`)) {
    one.classList.replace("waits", kind);
    if (one.matches(".badge")) setLabel(one, sign + (nimber ?? ""));
  }
}

// The box of a label grows with its text, and keeps its middle.
function setLabel(badge, label) {
  const [text, box] = [badge.querySelector("text"), badge.querySelector("rect")];
  const [x, width] = ["x", "width"].map((name) => Number(box.getAttribute(name)));
  const wide = (width - 8) * label.length + 8; // before, it held one character
  text.textContent = label;
  box.setAttribute("x", x + (width - wide) / 2);
  box.setAttribute("width", wide);
}

async function* linesOf(answer) {
  if (!answer.body) return yield* (await answer.text()).split("\n");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}

const waiting = () => [...document.querySelectorAll(".moves .worth.waits")];
export async function fillValues(address) {
  filling?.abort();
  if (!address) return;
  const mine = (filling = new AbortController());
  const told = document.getElementById("computing");
  const tell = () => told && (told.textContent = waiting().length ? `Computing the values of ${waiting().length} moves…` : "");
  for (const worth of waiting()) worth.textContent = "computing…";
  tell();
  try {
    const answer = await ask(address, { signal: mine.signal });
    for await (const line of linesOf(answer)) {
      if (mine.signal.aborted) return;
      if (line.startsWith("{")) showValue(JSON.parse(line));
      tell();
    }
  } catch {
    if (mine.signal.aborted) return;
  }
  for (const worth of waiting()) worth.textContent = "not decided in time";
  for (const badge of document.querySelectorAll(".badge.waits text")) badge.textContent = "?";
  if (told) told.textContent = waiting().length ? `${waiting().length} moves were not decided in time.` : "";
}
