// Drawing a digraph or a Hackenbush picture with the mouse, a finger or the keyboard. The text field says the same.
const place = document.getElementById("drawing");
const field = document.getElementById("line");
const said = document.getElementById("said");
const digraph = place.dataset.kind === "digraph";
const misere = place.dataset.misere === "true";
const ground = digraph ? null : "0";
const NEAR = 26;
const svgName = "http://www.w3.org/2000/svg";
let at = new Map(); // where each vertex stands
let edges = []; // pairs of names; one that stands on the ground also knows where
let worth = {}; // what the server says about each vertex
let tool = "draw";
let from = null; // the vertex that an arrow begins at, by keyboard
let held = null; // what the pointer holds
let earlier = [];
let wide = 720;
let high = 420;

const make = (tag, attributes = {}, ...children) => {
  const one = document.createElementNS(svgName, tag);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...children);
  return one;
};
const canvas = make("svg", { class: "canvas board", role: "group", "aria-describedby": "help" });
const floor = () => high - 34;
const point = (name, edge) => (name === ground ? { x: edge?.x ?? wide / 2, y: floor() } : at.get(name));

// Text and back.
function read(text) {
  const found = [];
  const names = new Set();
  if (digraph)
    for (const rule of text.split(";").filter((one) => one.trim())) {
      const [tail, heads = ""] = rule.split(":");
      names.add(tail.trim());
      for (const head of heads.split(/[\s,]+/).filter(Boolean)) {
        names.add(head);
        found.push({ u: tail.trim(), v: head });
      }
    }
  else
    for (const item of text.split(",").filter((one) => one.includes("-"))) {
      const [u, v] = item.split("-").map((one) => one.trim());
      for (const name of [u, v]) if (name !== ground) names.add(name);
      found.push({ u, v });
    }
  return [names, found];
}

function text() {
  if (!digraph) return edges.map(({ u, v }) => `${u}-${v}`).join(",") || "0";
  const reached = new Set(edges.map((edge) => edge.v));
  return [...at.keys()]
    .map((name) => [name, edges.filter((edge) => edge.u === name).map((edge) => edge.v)])
    .filter(([name, heads]) => heads.length || !reached.has(name))
    .map(([name, heads]) => `${name}: ${heads.join(" ")}`.trim())
    .join("; ");
}

const beside = (name) => edges.filter(({ u, v }) => u === name || v === name).map(({ u, v }) => (u === name ? v : u));

// A first layout: digraphs come with one; a picture grows as a tree, leaves side by side.
function grow(names) {
  const depth = new Map([[ground, 0]]);
  const children = new Map();
  const queue = [ground];
  for (const name of queue)
    for (const other of beside(name))
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

function fit(places) {
  const [xs, ys] = [places.map((one) => one.x), places.map((one) => one.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [broad, tall] = digraph ? [1.7, 1.3] : [90, 74]; // how much it is enlarged at most
  const across = Math.min(wide - 110, broad * (right - left));
  const down = Math.min(high - (digraph ? 110 : 130), tall * (bottom - top));
  for (const one of places) {
    one.x = wide / 2 + (right > left ? ((one.x - left) / (right - left) - 0.5) * across : 0);
    one.y = digraph
      ? high / 2 + (bottom > top ? ((one.y - top) / (bottom - top) - 0.5) * down : 0)
      : floor() - 70 + (bottom > top ? ((one.y - bottom) / (bottom - top)) * down : 0);
  }
}

function load(line, places = {}) {
  const [names, found] = read(line);
  [at, edges] = [new Map(), found];
  if (digraph) {
    const around = [...names].map((name, n) => [name, (2 * Math.PI * n) / names.size - Math.PI / 2]);
    for (const [name, angle] of around) {
      const known = places[name];
      at.set(name, known ? { x: known[0], y: known[1] } : { x: Math.cos(angle) * 300, y: Math.sin(angle) * 300 });
    }
  } else grow(names);
  if (at.size) fit([...at.values()]);
  for (const edge of edges) if (edge.u === ground || edge.v === ground) edge.x = at.get(edge.u === ground ? edge.v : edge.u)?.x;
}

// Changes.
const keep = () => {
  earlier.push({ at: new Map([...at].map(([name, { x, y }]) => [name, { x, y }])), edges: edges.map((edge) => ({ ...edge })) });
  if (earlier.length > 200) earlier.shift();
};
function change(action) {
  keep();
  action();
  prune();
  show();
  ask();
}
// What does not hang on the ground cannot be part of a picture.
function prune() {
  if (digraph) return;
  const grounded = new Set([ground]);
  for (const name of grounded) for (const other of beside(name)) grounded.add(other);
  edges = edges.filter(({ u, v }) => grounded.has(u) && grounded.has(v));
  for (const name of [...at.keys()]) if (!grounded.has(name)) at.delete(name);
}
function fresh() {
  for (let n = 0; ; n++) {
    const name = digraph ? String.fromCharCode(97 + (n % 26)) + (n >= 26 ? Math.floor(n / 26) : "") : String(n + 1);
    if (!at.has(name)) return name;
  }
}
function join(u, v, x) {
  const old = digraph ? edges.findIndex((edge) => edge.u === u && edge.v === v) : -1;
  if (old >= 0) edges.splice(old, 1);
  else if (digraph || u !== v) edges.push(u === ground || v === ground ? { u, v, x: x ?? at.get(u === ground ? v : u).x } : { u, v });
}
function add(x, y, start, anchor) {
  const name = fresh();
  const low = digraph ? high - 30 : floor() - 24;
  at.set(name, { x: Math.max(30, Math.min(wide - 30, x)), y: Math.max(30, Math.min(low, y)) });
  if (start !== undefined) join(start, name, anchor);
  return name;
}
function remove(name) {
  at.delete(name);
  edges = edges.filter(({ u, v }) => u !== name && v !== name);
}
function undo() {
  const last = earlier.pop();
  if (!last) return;
  ({ at, edges } = last);
  show();
  ask();
}

// The drawing.
function bent(a, b, by) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (a.x + b.x) / 2 + (by * (a.y - b.y)) / far, y: (a.y + b.y) / 2 + (by * (b.x - a.x)) / far };
}
function toward(a, b, by) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) * by) / far, y: a.y + ((b.y - a.y) * by) / far };
}
const crossed = (a, b, names) =>
  [...at].some(([name, p]) => {
    if (names.includes(name)) return false;
    const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
    const part = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / square));
    return Math.hypot(a.x + part * (b.x - a.x) - p.x, a.y + part * (b.y - a.y) - p.y) < 27;
  });
function path(edge, number) {
  const [a, b] = [point(edge.u, edge), point(edge.v, edge)];
  if (edge.u === edge.v) return `M${a.x - 8} ${a.y - 20}c-26 -44 42 -44 17 -1`;
  const twins = edges.filter((other) => other !== edge && [other.u, other.v].sort().join() === [edge.u, edge.v].sort().join());
  const before = twins.filter((other) => edges.indexOf(other) < number).length;
  const aside = digraph
    ? twins.length ? 18 : crossed(a, b, [edge.u, edge.v]) ? 58 : 0
    : 20 * Math.ceil(before / 2) * (before % 2 ? 1 : -1) * (a.x + a.y < b.x + b.y ? 1 : -1);
  const middle = bent(a, b, aside);
  const [start, end] = digraph ? [toward(a, middle, rim(edge.u, a, middle)), toward(b, middle, rim(edge.v, b, middle) + 3)] : [a, b];
  const f = (n) => n.toFixed(1);
  return `M${f(start.x)} ${f(start.y)}Q${f(middle.x)} ${f(middle.y)} ${f(end.x)} ${f(end.y)}`;
}
const valued = (one) =>
  !one ? "" : one.nimber !== null && one.nimber !== undefined ? `∗${one.nimber}` : one.infinity ? `∞${one.infinity.length ? `{${one.infinity}}` : ""}` : "";
const outcome = (one) => (one ? (misere ? one.misere : one.outcome) : "");

const half = (name) => Math.max(21, 4 * label(name).length + 7);
const label = (name) => `${outcome(worth[name])} ${valued(worth[name])}`;
// How far the rim of a vertex is from its middle, in the direction of a point.
const rim = (name, a, b) => 22 + ((half(name) - 21) * Math.abs(b.x - a.x)) / (Math.hypot(b.x - a.x, b.y - a.y) || 1);

function vertex(name) {
  const { x, y } = at.get(name);
  const one = worth[name];
  const heads = edges.filter((edge) => edge.u === name).map((edge) => edge.v);
  const sentence = digraph
    ? `vertex ${name}${one ? `, ${outcome(one)}, nimber ${valued(one) || "none"}` : ""}${heads.length ? `, leads to ${heads.join(", ")}` : ", no arrow leaves it"}`
    : `joint ${name}, joined to ${beside(name).map((other) => (other === ground ? "the ground" : other)).join(", ") || "nothing"}`;
  const kind = `${outcome(one)}${from === name ? " from" : ""}`;
  const group = make("g", { "data-name": name, role: "button", tabindex: "-1", "aria-label": sentence, class: kind });
  if (!digraph) {
    group.append(make("circle", { cx: x, cy: y, r: 18, class: "air" }), make("circle", { cx: x, cy: y, r: 8, class: "joint" }));
    group.append(make("text", { x: x + 17, y: y + 4, class: "small" }, name.slice(0, 5)));
    return group;
  }
  group.append(make("rect", { x: x - half(name), y: y - 21, width: 2 * half(name), height: 42, rx: 21, class: "disc" }));
  group.append(make("text", { x, y: one ? y + 1 : y + 5 }, name.slice(0, 5)));
  if (one) group.append(make("text", { x, y: y + 14, class: "worth-text" }, label(name)));
  return group;
}

function show() {
  const focused = canvas.contains(document.activeElement) ? document.activeElement.dataset?.name : null;
  canvas.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  canvas.setAttribute("aria-label", digraph ? `A digraph of ${at.size} vertices` : `A picture of ${edges.length} edges`);
  canvas.classList.toggle("erasing", tool === "erase");
  canvas.classList.toggle("moving", tool === "move");
  const tip = (id, kind) =>
    make("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, make("path", { d: "M0 .6 8 4 0 7.4z", class: kind }));
  const lines = edges.flatMap((edge, n) => {
    const d = path(edge, n);
    const best = digraph && worth[edge.u]?.winning_moves?.includes(edge.v) ? " best" : "";
    return [make("path", { d, class: digraph ? `edge-line${best}` : "stalk" }), make("path", { d, class: "hit", "data-edge": n })];
  });
  const soil = digraph
    ? []
    : [make("g", { "data-name": ground, role: "button", tabindex: "-1", "aria-label": "the ground", class: from === ground ? "from" : "" },
        make("rect", { x: 0, y: floor() - 3, width: wide, height: high - floor() + 3, class: "soil" }),
        make("line", { x1: 0, y1: floor(), x2: wide, y2: floor(), class: "earth" }))];
  canvas.replaceChildren(make("defs", {}, tip("tip", "tip-plain"), tip("tip-best", "tip-best")), ...soil, ...lines, ...[...at.keys()].map(vertex));
  const stops = [...canvas.querySelectorAll("[data-name]")];
  const stop = stops.find((one) => one.dataset.name === focused) ?? stops[0];
  if (stop) stop.setAttribute("tabindex", "0");
  canvas.setAttribute("tabindex", stop ? "-1" : "0");
  if (focused !== null && focused !== undefined) (stop ?? canvas).focus();
}

// What the server knows about it.
let request = null;
let timer = 0;
function ask() {
  field.value = text();
  history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}${misere ? "&misere=true" : ""}`);
  clearTimeout(timer);
  timer = setTimeout(digraph ? judge : takeDown, 60);
}
async function answer(url, options = {}) {
  request?.abort();
  request = new AbortController();
  try {
    return await fetch(url, { ...options, signal: request.signal });
  } catch (error) {
    if (error.name !== "AbortError") tell("The server cannot be reached.");
    return null;
  }
}
function tell(words) {
  said.textContent = words;
  said.className = words ? "error" : "said";
}
async function judge() {
  if (!at.size) return judged({});
  const body = JSON.stringify({ text: text(), misere });
  const found = await answer("/api/graph", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (!found) return;
  const json = await found.json();
  tell(found.ok ? "" : json.error);
  if (found.ok) judged(json.vertices);
}
function judged(vertices) {
  worth = vertices;
  show();
  const cell = (tag, words, kind = "") => Object.assign(document.createElement(tag), { textContent: words, className: kind });
  const rows = Object.entries(vertices).map(([name, one]) => {
    const row = document.createElement("tr");
    const head = cell("th", name);
    head.scope = "row";
    row.append(head, cell("td", outcome(one), outcome(one)), cell("td", valued(one)), cell("td", one.height ?? "endless"), cell("td", (one.winning_moves ?? []).join(", ")));
    return row;
  });
  document.querySelector(".worths tbody").replaceChildren(...rows);
  const link = document.getElementById("play");
  const first = Object.keys(vertices)[0];
  if (link && first) {
    link.href = `/play/${encodeURIComponent(`digraph(${text()})(${first})`)}${misere ? "?misere=1" : ""}`;
    link.textContent = `Play from ${first}`;
  }
  document.getElementById("other-play").href = `/lab/digraph?q=${encodeURIComponent(text())}${misere ? "" : "&misere=true"}`;
}
async function takeDown() {
  const found = await answer(`/lab/hackenbush?part=true&q=${encodeURIComponent(text())}`);
  if (!found) return;
  const page = new DOMParser().parseFromString(await found.text(), "text/html");
  tell("");
  document.getElementById("taken-down").replaceChildren(...(page.querySelector("main") ?? page.body).childNodes);
}

// The pointer.
const where = (event) => {
  const box = canvas.getBoundingClientRect();
  return { x: ((event.clientX - box.left) * wide) / box.width, y: ((event.clientY - box.top) * high) / box.height };
};
function near({ x, y }) {
  let best = null;
  let far = NEAR;
  for (const [name, p] of at) {
    const distance = Math.hypot(p.x - x, p.y - y);
    if (distance < far) [best, far] = [name, distance];
  }
  return best ?? (!digraph && y > floor() - 14 ? ground : null);
}
canvas.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  canvas.setPointerCapture(event.pointerId);
  const spot = where(event);
  held = { name: near(spot), edge: event.target.dataset?.edge, start: spot, moved: false };
  if (tool === "move" && held.name !== null) keep();
});
canvas.addEventListener("pointermove", (event) => {
  if (!held) return;
  const spot = where(event);
  held.moved ||= Math.hypot(spot.x - held.start.x, spot.y - held.start.y) > 7;
  if (held.name === null || !held.moved) return;
  if (tool === "move" && held.name !== ground) {
    at.set(held.name, { x: spot.x, y: Math.min(spot.y, digraph ? high - 24 : floor() - 20) });
    for (const edge of edges) if (edge.x !== undefined && edges.filter((one) => one.x === edge.x).length === 1 && [edge.u, edge.v].includes(held.name)) edge.x = spot.x;
    show();
  } else if (tool === "draw") {
    const begin = held.name === ground ? { x: held.start.x, y: floor() } : at.get(held.name);
    canvas.querySelector(".rubber")?.remove();
    canvas.append(make("path", { class: "rubber", d: `M${begin.x} ${begin.y}L${spot.x} ${spot.y}` }));
  }
});
canvas.addEventListener("pointerup", (event) => {
  if (!held) return;
  const { name, edge, moved, start } = held;
  held = null;
  canvas.querySelector(".rubber")?.remove();
  const spot = where(event);
  if (tool === "move") return name === null ? undefined : ask();
  if (tool === "erase") {
    if (name !== null && name !== ground) change(() => remove(name));
    else if (edge !== undefined) change(() => edges.splice(Number(edge), 1));
    return;
  }
  const target = near(spot);
  if (moved && name !== null) {
    if (name === ground && target === ground) return;
    const anchor = name === ground ? start.x : target === ground ? spot.x : undefined;
    change(() => (target !== null ? join(name, target, anchor) : add(spot.x, spot.y, name, anchor)));
  } else if (!moved && name === null && edge === undefined) {
    if (digraph) change(() => add(spot.x, spot.y));
    else tell("Begin at the ground or at a joint, and drag.");
  } else if (name !== null) focus(name);
});
canvas.addEventListener("pointercancel", () => {
  held = null;
  show();
});
const focus = (name) => {
  for (const one of canvas.querySelectorAll("[data-name]")) one.setAttribute("tabindex", one.dataset.name === name ? "0" : "-1");
  canvas.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
};

// The keyboard: one tab stop, arrow keys inside.
const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
function beyond(name, [dx, dy]) {
  const here = point(name);
  const others = [...at.keys(), ...(digraph ? [] : [ground])].filter((other) => other !== name);
  const cost = (other) => {
    const there = other === ground ? { x: here.x, y: floor() } : at.get(other);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * dx + y * dy;
    return along > 1 ? along + 2.2 * Math.abs(x * dy - y * dx) : Infinity;
  };
  const best = others.reduce((a, b) => (cost(b) < cost(a) ? b : a), others[0]);
  return best !== undefined && cost(best) < Infinity ? best : name;
}
// Room for a new vertex: the free spot around a place that is farthest from all others.
function room({ x, y }) {
  const spots = [];
  for (let n = 0; n < 12; n++) {
    const angle = digraph ? (n * Math.PI) / 6 : -Math.PI / 2 + ((n % 2 ? 1 : -1) * Math.ceil(n / 2) * Math.PI) / 14;
    spots.push({ x: x + 84 * Math.cos(angle), y: y + 84 * Math.sin(angle) });
  }
  const free = (p) => Math.min(60, p.x - 20, wide - 20 - p.x, p.y - 20, (digraph ? high : floor()) - 10 - p.y, ...[...at.values()].map((o) => Math.hypot(o.x - p.x, o.y - p.y)));
  return spots.reduce((a, b) => (free(b) > free(a) + 1 ? b : a));
}
canvas.addEventListener("keydown", (event) => {
  const name = document.activeElement.dataset?.name;
  const key = event.key;
  const step = steps[key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (step && name !== undefined && event.shiftKey && name !== ground)
    change(() => at.set(name, { x: at.get(name).x + 12 * step[0], y: at.get(name).y + 12 * step[1] }));
  else if (step && name !== undefined) focus(beyond(name, step));
  else if ((key === "Enter" || key === " ") && name !== undefined) link(name);
  else if (key === "Escape") {
    from = null;
    tell("");
    show();
  } else if (key === "n") grown(name);
  else if (key === "Delete" && name !== undefined && name !== ground) change(() => remove(name));
  else if (key === "Backspace" && name !== undefined) {
    const last = edges.findLastIndex(({ u, v }) => u === name || v === name);
    if (last >= 0) change(() => edges.splice(last, 1));
  } else if (key === "z") undo();
  else return;
  event.preventDefault();
});
function link(name) {
  const start = from;
  from = start === null ? name : null;
  if (start === null) {
    show();
    said.textContent = `From ${name === ground ? "the ground" : name}: choose where to, and press Enter.`;
    said.className = "said";
  } else {
    tell("");
    if (digraph || start !== name) change(() => join(start, name));
    else show();
  }
}
// The spot on the ground that has room and is nearest to the middle.
function bare() {
  const spots = Array.from({ length: Math.floor((wide - 80) / 10) }, (_, n) => 40 + 10 * n);
  const free = (x) => Math.min(60, ...[...at.values()].map((one) => Math.abs(one.x - x))) - Math.abs(x - wide / 2) / wide;
  return spots.reduce((a, b) => (free(b) > free(a) ? b : a));
}
function grown(name) {
  let added = null;
  const spot = name === undefined ? { x: wide / 2, y: high / 2 } : name === ground ? { x: bare(), y: floor() - 80 } : room(at.get(name));
  change(() => (added = add(spot.x, spot.y, name)));
  focus(added);
}

// The tools.
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
button("Clear", () => change(() => ([at, edges, worth] = [new Map(), [], {}])));
const help = document.createElement("p");
help.id = "help";
help.className = "help";
help.innerHTML = digraph
  ? "Click for a vertex, drag from vertex to vertex for an arrow or to take it away. Keys: arrows choose a vertex, <kbd>Enter</kbd> begins and ends an arrow, <kbd>n</kbd> adds a vertex, <kbd>Delete</kbd> takes one away, <kbd>Backspace</kbd> an arrow, <kbd>z</kbd> undoes."
  : "Drag from the ground or from a joint. Keys: arrows choose a joint, <kbd>n</kbd> grows an edge from it, <kbd>Enter</kbd> begins and ends an edge between two, <kbd>Delete</kbd> takes a joint away, <kbd>Backspace</kbd> an edge, <kbd>z</kbd> undoes.";

wide = Math.max(300, Math.min(1100, Math.round(place.clientWidth)));
high = wide < 560 ? 380 : 440;
load(place.dataset.text, JSON.parse(place.dataset.at ?? "{}"));
place.replaceChildren(tools, canvas, help);
show();
if (digraph) judge();
// Text that is plain enough is drawn here; anything else, named graphs and mistakes too, is for the server to read.
const plain = digraph ? /^\s*(\w+\s*:[\w\s,]*(;|$)\s*)+$/ : /^\s*\w+\s*-\s*\w+\s*(,\s*\w+\s*-\s*\w+\s*)*$/;
document.getElementById("written").addEventListener("submit", (event) => {
  if (!plain.test(field.value)) return;
  event.preventDefault();
  keep();
  load(field.value);
  show();
  ask();
});
