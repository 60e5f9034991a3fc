// Drawing a digraph, a plain graph, or a graph that stands on the ground, with the mouse, a finger or the keyboard. The
// text field says the same. In the laboratory the server tells what it finds; where a game is set up, an event tells the page.
import { ask } from "./transport.js";

const ROOT = new URL("../..", import.meta.url).pathname; // the app, of which this file is in static/VERSION/
let drawing, field, message, kind, isDigraph, hasGround, misere, isSetup;
let ground = null; // the name of the ground
const NEAR_PIXELS = 26;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
let at = new Map(); // the place of each vertex
let edges = []; // pairs of names u, v; an edge that ends on the ground also has the place x of that end
let analysis = {}; // what the server says about each vertex
let tool = "draw";
let from = null; // the vertex that an edge begins at, chosen by keyboard
let drag = null; // where the pointer went down, and on which vertex or edge
let undoStack = [];
let wide = 720;
let high = 420;

const svgElement = (tag, attributes = {}, ...children) => {
  const one = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...children);
  return one;
};
const canvas = svgElement("svg", { class: "canvas board", role: "group", "aria-describedby": "help" });
const groundHeight = () => high - 34;
const pointOf = (name, edge) => (name === ground ? { x: edge?.x ?? wide / 2, y: groundHeight() } : at.get(name));

// Reading and writing the text.
function read(text) {
  const found = [];
  const names = new Set();
  if (isDigraph)
    for (const rule of text.split(";").filter((one) => one.trim())) {
      const [tail, heads = ""] = rule.split(":");
      names.add(tail.trim());
      for (const head of heads.split(/[\s,]+/).filter(Boolean)) {
        names.add(head);
        found.push({ u: tail.trim(), v: head });
      }
    }
  else
    for (const item of text.split(",").filter((one) => one.includes("-") || (kind === "free" && /^\s*\w+\s*$/.test(one)))) {
      const [u, v] = item.split("-").map((one) => one.trim());
      for (const name of [u, v ?? u]) if (name !== ground) names.add(name);
      if (v !== undefined) found.push({ u, v });
    }
  return [names, found];
}

function text() {
  if (!isDigraph) {
    const lone = kind === "free" ? [...at.keys()].filter((name) => !neighbours(name).length) : [];
    return [...edges.map(({ u, v }) => `${u}-${v}`), ...lone].join(",") || (kind === "free" ? "complete 0" : "0");
  }
  const reached = new Set(edges.map((edge) => edge.v));
  return [...at.keys()]
    .map((name) => [name, edges.filter((edge) => edge.u === name).map((edge) => edge.v)])
    .filter(([name, heads]) => heads.length || !reached.has(name))
    .map(([name, heads]) => `${name}: ${heads.join(" ")}`.trim())
    .join("; ");
}

const neighbours = (name) => edges.filter(({ u, v }) => u === name || v === name).map(({ u, v }) => (u === name ? v : u));

// The first layout of a graph on the ground: a spanning tree with its leaves side by side. The server lays out digraphs.
function layOutTree(names) {
  const depth = new Map([[ground, 0]]);
  const children = new Map();
  const queue = [ground];
  for (const name of queue)
    for (const other of neighbours(name))
      if (!depth.has(other)) {
        depth.set(other, depth.get(name) + 1);
        children.set(name, [...(children.get(name) ?? []), other]);
        queue.push(other);
      }
  let next = 0;
  const put = (name) => {
    const above = (children.get(name) ?? []).map(put);
    const x = above.length ? above.reduce((a, b) => a + b) / above.length : next++;
    if (name !== ground) at.set(name, { x, y: -depth.get(name) });
    return x;
  };
  put(ground);
  for (const name of names) if (!at.has(name)) at.set(name, { x: next++, y: -1 });
}

function fitIntoCanvas(places) {
  const [xs, ys] = [places.map((one) => one.x), places.map((one) => one.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [broad, tall] = hasGround ? [90, 74] : [1.7, 1.3]; // the largest scale
  const across = Math.min(wide - 110, broad * (right - left));
  const down = Math.min(high - (hasGround ? 130 : 110), tall * (bottom - top));
  for (const one of places) {
    one.x = wide / 2 + (right > left ? ((one.x - left) / (right - left) - 0.5) * across : 0);
    one.y = hasGround
      ? groundHeight() - 70 + (bottom > top ? ((one.y - bottom) / (bottom - top)) * down : 0)
      : high / 2 + (bottom > top ? ((one.y - top) / (bottom - top) - 0.5) * down : 0);
  }
}

function load(line, places = {}) {
  const [names, found] = read(line);
  [at, edges] = [new Map(), found];
  if (!hasGround) {
    const around = [...names].map((name, n) => [name, (2 * Math.PI * n) / names.size - Math.PI / 2]);
    for (const [name, angle] of around) {
      const known = places[name];
      at.set(name, known ? { x: known[0], y: known[1] } : { x: Math.cos(angle) * 300, y: Math.sin(angle) * 300 });
    }
  } else layOutTree(names);
  if (at.size) fitIntoCanvas([...at.values()]);
  for (const edge of edges) if (hasGround && (edge.u === ground || edge.v === ground)) edge.x = at.get(edge.u === ground ? edge.v : edge.u)?.x;
}

// Changes, each of which can be undone.
const saveForUndo = () => {
  undoStack.push({ at: new Map([...at].map(([name, { x, y }]) => [name, { x, y }])), edges: edges.map((edge) => ({ ...edge })) });
  if (undoStack.length > 200) undoStack.shift();
};
function change(action) {
  saveForUndo();
  action();
  dropUngrounded();
  show();
  update();
}
// Vertices that are not connected to the ground are not part of the position.
function dropUngrounded() {
  if (!hasGround) return;
  const grounded = new Set([ground]);
  for (const name of grounded) for (const other of neighbours(name)) grounded.add(other);
  edges = edges.filter(({ u, v }) => grounded.has(u) && grounded.has(v));
  for (const name of [...at.keys()]) if (!grounded.has(name)) at.delete(name);
}
function newName() {
  for (let n = 0; ; n++) {
    const name = isDigraph ? String.fromCharCode(97 + (n % 26)) + (n >= 26 ? Math.floor(n / 26) : "") : String(n + 1);
    if (!at.has(name)) return name;
  }
}
function join(u, v, x) {
  const isSame = (edge) => (edge.u === u && edge.v === v) || (!isDigraph && edge.u === v && edge.v === u);
  const old = hasGround ? -1 : edges.findIndex(isSame);
  if (old >= 0) edges.splice(old, 1);
  else if (isDigraph || u !== v) edges.push(hasGround && (u === ground || v === ground) ? { u, v, x: x ?? at.get(u === ground ? v : u).x } : { u, v });
}
function add(x, y, start, anchor) {
  const name = newName();
  const low = hasGround ? groundHeight() - 24 : high - 30;
  at.set(name, { x: Math.max(30, Math.min(wide - 30, x)), y: Math.max(30, Math.min(low, y)) });
  if (start !== undefined) join(start, name, anchor);
  return name;
}
function remove(name) {
  at.delete(name);
  edges = edges.filter(({ u, v }) => u !== name && v !== name);
}
function undo() {
  const last = undoStack.pop();
  if (!last) return;
  ({ at, edges } = last);
  show();
  update();
}

// The drawing.
function bendPoint(a, b, by) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (a.x + b.x) / 2 + (by * (a.y - b.y)) / far, y: (a.y + b.y) / 2 + (by * (b.x - a.x)) / far };
}
function pointToward(a, b, by) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) * by) / far, y: a.y + ((b.y - a.y) * by) / far };
}
const passesVertex = (a, b, names) =>
  [...at].some(([name, p]) => {
    if (names.includes(name)) return false;
    const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
    const part = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / square));
    return Math.hypot(a.x + part * (b.x - a.x) - p.x, a.y + part * (b.y - a.y) - p.y) < 27;
  });
function path(edge, number) {
  const [a, b] = [pointOf(edge.u, edge), pointOf(edge.v, edge)];
  if (edge.u === edge.v) return `M${a.x - 8} ${a.y - 20}c-26 -44 42 -44 17 -1`;
  const twins = edges.filter((other) => other !== edge && [other.u, other.v].sort().join() === [edge.u, edge.v].sort().join());
  const before = twins.filter((other) => edges.indexOf(other) < number).length;
  const aside = isDigraph
    ? twins.length ? 18 : passesVertex(a, b, [edge.u, edge.v]) ? 58 : 0
    : 20 * Math.ceil(before / 2) * (before % 2 ? 1 : -1) * (a.x + a.y < b.x + b.y ? 1 : -1);
  const middle = bendPoint(a, b, aside);
  const [start, end] = isDigraph ? [pointToward(a, middle, rimDistance(edge.u, a, middle)), pointToward(b, middle, rimDistance(edge.v, b, middle) + 3)] : [a, b];
  const f = (n) => n.toFixed(1);
  return `M${f(start.x)} ${f(start.y)}Q${f(middle.x)} ${f(middle.y)} ${f(end.x)} ${f(end.y)}`;
}
const valueText = (one) =>
  !one ? "" : one.nimber !== null && one.nimber !== undefined ? `∗${one.nimber}` : one.infinity ? `∞${one.infinity.length ? `{${one.infinity}}` : ""}` : "";
const outcomeOf = (one) => (one ? (misere ? one.misere : one.outcome) : "");

const halfWidth = (name) => Math.max(21, 4 * label(name).length + 7);
const label = (name) => `${outcomeOf(analysis[name])} ${valueText(analysis[name])}`;
// The distance of the rim of vertex a from its centre, in the direction of b.
const rimDistance = (name, a, b) => 22 + ((halfWidth(name) - 21) * Math.abs(b.x - a.x)) / (Math.hypot(b.x - a.x, b.y - a.y) || 1);

// A vertex, and beside it what it is worth, which the name of the vertex says in words.
function vertex(name) {
  const { x, y } = at.get(name);
  const one = analysis[name];
  const heads = edges.filter((edge) => edge.u === name).map((edge) => edge.v);
  const sentence = isDigraph
    ? `vertex ${name}${one ? `, ${outcomeOf(one)}, nimber ${valueText(one) || "none"}` : ""}${heads.length ? `, leads to ${heads.join(", ")}` : ", no arrow leaves it"}`
    : `${hasGround ? "joint" : "vertex"} ${name}, joined to ${neighbours(name).map((other) => (other === ground ? "the ground" : other)).join(", ") || "nothing"}`;
  const look = `${outcomeOf(one)}${from === name ? " from" : ""}`;
  const group = svgElement("g", { "data-name": name, role: "button", tabindex: "-1", "aria-label": sentence, class: look });
  if (hasGround) {
    group.append(svgElement("circle", { cx: x, cy: y, r: 18, class: "air" }), svgElement("circle", { cx: x, cy: y, r: 8, class: "joint" }));
    group.append(svgElement("text", { x: x + 17, y: y + 4, class: "small" }, name.slice(0, 5)));
    return [group];
  }
  group.append(svgElement("rect", { x: x - halfWidth(name), y: y - 21, width: 2 * halfWidth(name), height: 42, rx: 21, class: "disc" }));
  group.append(svgElement("text", { x, y: one ? y + 1 : y + 5 }, name.slice(0, 5)));
  if (!one) return [group];
  return [group, svgElement("text", { x, y: y + 14, class: `worth-text ${outcomeOf(one)}`, "aria-hidden": "true" }, label(name))];
}

function show() {
  const focused = canvas.contains(document.activeElement) ? document.activeElement.dataset?.name : null;
  canvas.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  canvas.setAttribute("aria-label", isDigraph ? `A digraph of ${at.size} vertices` : `A ${hasGround ? "picture" : "graph"} of ${edges.length} edges`);
  canvas.classList.toggle("erasing", tool === "erase");
  canvas.classList.toggle("moving", tool === "move");
  const tip = (id, kind) =>
    svgElement("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, svgElement("path", { d: "M0 .6 8 4 0 7.4z", class: kind }));
  const lines = edges.flatMap((edge, n) => {
    const d = path(edge, n);
    const best = isDigraph && analysis[edge.u]?.winning_moves?.includes(edge.v) ? " best" : "";
    return [svgElement("path", { d, class: isDigraph ? `edge-line${best}` : hasGround ? "stalk" : "edge" }), svgElement("path", { d, class: "hit", "data-edge": n })];
  });
  const soil = !hasGround
    ? []
    : [svgElement("g", { "data-name": ground, role: "button", tabindex: "-1", "aria-label": "the ground", class: from === ground ? "from" : "" },
        svgElement("rect", { x: 0, y: groundHeight() - 3, width: wide, height: high - groundHeight() + 3, class: "soil" }),
        svgElement("line", { x1: 0, y1: groundHeight(), x2: wide, y2: groundHeight(), class: "earth" }))];
  canvas.replaceChildren(svgElement("defs", {}, tip("tip", "tip-plain"), tip("tip-best", "tip-best")), ...soil, ...lines, ...[...at.keys()].flatMap(vertex));
  const stops = [...canvas.querySelectorAll("[data-name]")];
  const stop = stops.find((one) => one.dataset.name === focused) ?? stops[0];
  if (stop) stop.setAttribute("tabindex", "0");
  canvas.setAttribute("tabindex", stop ? "-1" : "0");
  if (focused !== null && focused !== undefined) (stop ?? canvas).focus();
}

// What the server says about the graph.
let pending = null;
let timer = 0;
function update() {
  if (isSetup) return void drawing.dispatchEvent(new CustomEvent("drawn", { bubbles: true, detail: text() }));
  field.value = text();
  history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}${misere ? "&misere=true" : ""}`);
  clearTimeout(timer);
  timer = setTimeout(isDigraph ? analyse : simplify, 60);
}
async function request(url, options = {}) {
  pending?.abort();
  pending = new AbortController();
  try {
    return await ask(url, { ...options, signal: pending.signal });
  } catch (error) {
    if (error.name !== "AbortError") showError("The server cannot be reached.");
    return null;
  }
}
function showError(words) {
  message.textContent = words;
  message.className = words ? "error" : "said";
}
async function analyse() {
  if (!at.size) return showAnalysis({});
  const body = JSON.stringify({ text: text(), misere });
  const found = await request(`${ROOT}api/graph`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (!found) return;
  const json = await found.json();
  showError(found.ok ? "" : json.error);
  if (found.ok) showAnalysis(json.vertices);
}
function showAnalysis(vertices) {
  analysis = vertices;
  show();
  const cell = (tag, words, kind = "") => Object.assign(document.createElement(tag), { textContent: words, className: kind });
  const rows = Object.entries(vertices).map(([name, one]) => {
    const row = document.createElement("tr");
    const head = cell("th", name);
    head.scope = "row";
    row.append(head, cell("td", outcomeOf(one), outcomeOf(one)), cell("td", valueText(one)), cell("td", one.height ?? "endless"), cell("td", (one.winning_moves ?? []).join(", ")));
    return row;
  });
  document.querySelector(".worths tbody").replaceChildren(...rows);
  const playLink = document.getElementById("play");
  const first = Object.keys(vertices)[0];
  if (playLink && first) {
    playLink.href = `${ROOT}play/${encodeURIComponent(`digraph(${text()})(${first})`)}${misere ? "?misere=1" : ""}`;
    playLink.textContent = `Play from ${first}`;
  }
  document.getElementById("other-play").href = `${ROOT}lab/digraph?q=${encodeURIComponent(text())}${misere ? "" : "&misere=true"}`;
}
async function simplify() {
  const found = await request(`${location.pathname}?part=true&q=${encodeURIComponent(text())}`);
  if (!found) return;
  const page = new DOMParser().parseFromString(await found.text(), "text/html");
  showError("");
  document.getElementById("reduction").replaceChildren(...(page.querySelector("main") ?? page.body).childNodes);
}

// The pointer.
const pointerPlace = (event) => {
  const box = canvas.getBoundingClientRect();
  return { x: ((event.clientX - box.left) * wide) / box.width, y: ((event.clientY - box.top) * high) / box.height };
};
function nearestVertex({ x, y }) {
  let best = null;
  let far = NEAR_PIXELS;
  for (const [name, p] of at) {
    const distance = Math.hypot(p.x - x, p.y - y);
    if (distance < far) [best, far] = [name, distance];
  }
  return best ?? (hasGround && y > groundHeight() - 14 ? ground : null);
}
canvas.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  canvas.setPointerCapture(event.pointerId);
  const spot = pointerPlace(event);
  drag = { name: nearestVertex(spot), edge: event.target.dataset?.edge, start: spot, moved: false };
  if (tool === "move" && drag.name !== null) saveForUndo();
});
canvas.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const spot = pointerPlace(event);
  drag.moved ||= Math.hypot(spot.x - drag.start.x, spot.y - drag.start.y) > 7;
  if (drag.name === null || !drag.moved) return;
  if (tool === "move" && drag.name !== ground) {
    at.set(drag.name, { x: spot.x, y: Math.min(spot.y, hasGround ? groundHeight() - 20 : high - 24) });
    for (const edge of edges) if (edge.x !== undefined && edges.filter((one) => one.x === edge.x).length === 1 && [edge.u, edge.v].includes(drag.name)) edge.x = spot.x;
    show();
  } else if (tool === "draw") {
    const start = drag.name === ground ? { x: drag.start.x, y: groundHeight() } : at.get(drag.name);
    canvas.querySelector(".rubber")?.remove();
    canvas.append(svgElement("path", { class: "rubber", d: `M${start.x} ${start.y}L${spot.x} ${spot.y}` }));
  }
});
canvas.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { name, edge, moved, start } = drag;
  drag = null;
  canvas.querySelector(".rubber")?.remove();
  const spot = pointerPlace(event);
  if (tool === "move") return name === null ? undefined : update();
  if (tool === "erase") {
    if (name !== null && name !== ground) change(() => remove(name));
    else if (edge !== undefined) change(() => edges.splice(Number(edge), 1));
    return;
  }
  const target = nearestVertex(spot);
  if (moved && name !== null) {
    if (name === ground && target === ground) return;
    const anchor = name === ground ? start.x : target === ground ? spot.x : undefined;
    change(() => (target !== null ? join(name, target, anchor) : add(spot.x, spot.y, name, anchor)));
  } else if (!moved && name === null && edge === undefined) {
    if (isDigraph || kind === "free" || (kind === "plain" && !at.size)) change(() => add(spot.x, spot.y));
    else if (kind === "plain") showError("Begin at a vertex, and drag.");
    else showError("Begin at the ground or at a joint, and drag.");
  } else if (name !== null) focus(name);
});
canvas.addEventListener("pointercancel", () => {
  drag = null;
  show();
});
const focus = (name) => {
  for (const one of canvas.querySelectorAll("[data-name]")) one.setAttribute("tabindex", one.dataset.name === name ? "0" : "-1");
  canvas.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
};

// The keyboard: one tab stop, arrow keys inside.
const ARROW_KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
function nextVertex(name, [dx, dy]) {
  const here = pointOf(name);
  const others = [...at.keys(), ...(hasGround ? [ground] : [])].filter((other) => other !== name);
  const cost = (other) => {
    const there = other === ground ? { x: here.x, y: groundHeight() } : at.get(other);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * dx + y * dy;
    return along > 1 ? along + 2.2 * Math.abs(x * dy - y * dx) : Infinity;
  };
  const best = others.reduce((a, b) => (cost(b) < cost(a) ? b : a), others[0]);
  return best !== undefined && cost(best) < Infinity ? best : name;
}
// The place for a new vertex around another: the one that is farthest from all vertices.
function freeSpot({ x, y }) {
  const spots = [];
  for (let n = 0; n < 12; n++) {
    const angle = !hasGround ? (n * Math.PI) / 6 : -Math.PI / 2 + ((n % 2 ? 1 : -1) * Math.ceil(n / 2) * Math.PI) / 14;
    spots.push({ x: x + 84 * Math.cos(angle), y: y + 84 * Math.sin(angle) });
  }
  const free = (p) => Math.min(60, p.x - 20, wide - 20 - p.x, p.y - 20, (hasGround ? groundHeight() : high) - 10 - p.y, ...[...at.values()].map((o) => Math.hypot(o.x - p.x, o.y - p.y)));
  return spots.reduce((a, b) => (free(b) > free(a) + 1 ? b : a));
}
canvas.addEventListener("keydown", (event) => {
  const name = document.activeElement.dataset?.name;
  const key = event.key;
  const step = ARROW_KEYS[key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (step && name !== undefined && event.shiftKey && name !== ground)
    change(() => at.set(name, { x: at.get(name).x + 12 * step[0], y: at.get(name).y + 12 * step[1] }));
  else if (step && name !== undefined) focus(nextVertex(name, step));
  else if ((key === "Enter" || key === " ") && name !== undefined) joinByKeyboard(name);
  else if (key === "Escape") {
    from = null;
    showError("");
    show();
  } else if (key === "n") addByKeyboard(name);
  else if (key === "Delete" && name !== undefined && name !== ground) change(() => remove(name));
  else if (key === "Backspace" && name !== undefined) {
    const last = edges.findLastIndex(({ u, v }) => u === name || v === name);
    if (last >= 0) change(() => edges.splice(last, 1));
  } else if (key === "z") undo();
  else return;
  event.preventDefault();
});
function joinByKeyboard(name) {
  const start = from;
  from = start === null ? name : null;
  if (start === null) {
    show();
    message.textContent = `From ${name === ground ? "the ground" : name}: choose where to, and press Enter.`;
    message.className = "said";
  } else {
    showError("");
    if (isDigraph || start !== name) change(() => join(start, name));
    else show();
  }
}
// The spot on the ground that has room and is nearest to the middle.
function freeGround() {
  const spots = Array.from({ length: Math.floor((wide - 80) / 10) }, (_, n) => 40 + 10 * n);
  const free = (x) => Math.min(60, ...[...at.values()].map((one) => Math.abs(one.x - x))) - Math.abs(x - wide / 2) / wide;
  return spots.reduce((a, b) => (free(b) > free(a) ? b : a));
}
function addByKeyboard(name) {
  let added = null;
  const spot = name === undefined ? { x: wide / 2, y: high / 2 } : name === ground ? { x: freeGround(), y: groundHeight() - 80 } : freeSpot(at.get(name));
  change(() => (added = add(spot.x, spot.y, name)));
  if (at.has(added)) focus(added);
}

// The tools.
const HELP = {
  digraph: "Click for a vertex, drag from vertex to vertex for an arrow or to take it away. Keys: arrows choose a vertex, <kbd>Enter</kbd> begins and ends an arrow, <kbd>n</kbd> adds a vertex, <kbd>Delete</kbd> takes one away, <kbd>Backspace</kbd> an arrow, <kbd>z</kbd> undoes.",
  grounded: "Drag from the ground or from a joint. Keys: arrows choose a joint, <kbd>n</kbd> grows an edge from it, <kbd>Enter</kbd> begins and ends an edge between two, <kbd>Delete</kbd> takes a joint away, <kbd>Backspace</kbd> an edge, <kbd>z</kbd> undoes.",
  free: "Click for a vertex, drag from vertex to vertex for an edge or to take it away. Keys: arrows choose a vertex, <kbd>n</kbd> grows an edge from it, <kbd>Enter</kbd> begins and ends an edge between two, <kbd>Delete</kbd> takes a vertex away, <kbd>Backspace</kbd> an edge, <kbd>z</kbd> undoes.",
};
HELP.plain = HELP.free.replace("Click for a vertex, drag from vertex to vertex for an edge or to take it away.", "Drag from vertex to vertex for an edge or to take it away, or to a free place for a new vertex.");
const tools = document.createElement("div");
tools.className = "tools";
tools.setAttribute("role", "group");
tools.setAttribute("aria-label", "Tools");
function button(words, action, pressed) {
  const one = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  if (pressed !== undefined) one.setAttribute("aria-pressed", String(pressed));
  one.addEventListener("click", () => action(one));
  tools.append(one);
}
for (const [name, words] of [["draw", "Draw"], ["move", "Move"], ["erase", "Erase"]])
  button(words, (one) => {
    tool = name;
    for (const other of tools.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === one));
    show();
  }, name === tool);
button("Undo", undo);
button("Clear", () => change(() => ([at, edges, analysis] = [new Map(), [], {}])));
const help = document.createElement("p");
help.id = "help";
help.className = "help";

// A list of edges is drawn here; named graphs and mistakes are for the server to read.
const isDrawable = (line) => (isDigraph ? /^\s*(\w+\s*:[\w\s,]*(;|$)\s*)+$/ : /^\s*\w+\s*-\s*\w+\s*(,\s*\w+\s*-\s*\w+\s*)*$/).test(line);
function readField(event) {
  if (!isDrawable(field.value)) return;
  event.preventDefault();
  saveForUndo();
  load(field.value);
  show();
  update();
}

// Begin to draw on the page that is shown now.
export function begin() {
  [drawing, field, message] = ["drawing", "line", "said"].map((id) => document.getElementById(id));
  if (!drawing) return;
  ({ kind } = drawing.dataset);
  [isDigraph, hasGround, misere, isSetup] = [kind === "digraph", kind === "grounded", drawing.dataset.misere === "true", !field];
  ground = hasGround ? "0" : null;
  [analysis, from, drag, undoStack] = [{}, null, null, []];
  help.innerHTML = HELP[kind];
  wide = Math.max(300, Math.min(1100, Math.round(drawing.clientWidth)));
  high = wide < 560 ? 380 : 440;
  load(drawing.dataset.text, JSON.parse(drawing.dataset.at ?? "{}"));
  drawing.replaceChildren(tools, canvas, help);
  show();
  if (isDigraph && !isSetup) analyse();
  document.getElementById("written")?.addEventListener("submit", readField);
}
begin();
