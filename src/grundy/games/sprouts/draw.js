// Drawing the curve of a move from one spot to another, with the mouse or a finger. It turns red where it would cross a
// curve, and then nothing is played. What the curve goes around is worked out where the rules are.
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const BEGINS_PIXELS = 8; // after which a press is a drag
const STEP = 5; // between points of the line
const SAMPLE = 6; // between points of a curve that is there already
const NEAR_SPOT = 13; // at the ends curves meet
const UPON_SPOT = 8; // a line that comes so near to the middle of a spot ends there
const REACH = 26; // how far from the middle of a spot a line may end
const SLIP = 36; // a loop in the line that is shorter is cut out
const TOLERANCE = 2.5; // by which points are left out
const SHOWN_MS = 900; // for which a line that crosses something is shown
const PLAN_MS = 60; // for which a pointer stays before the curve of a move is asked for

const keyOf = (piece) => piece.dataset.key;
const isSpot = (piece) => /:s\d+$/.test(keyOf(piece));
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const crosses = (a, b, c, d) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
// Where curves meet a spot; what answers to a touch around it may lie aside.
const centreOf = (spot) => {
  const circle = spot.querySelector("circle:not(.air)");
  return [circle.cx.baseVal.value, circle.cy.baseVal.value];
};

function samplePath(path) {
  const length = path.getTotalLength();
  const pieces = Math.max(2, Math.ceil(length / SAMPLE));
  return Array.from({ length: pieces + 1 }, (_, k) => {
    const point = path.getPointAtLength((length * k) / pieces);
    return [point.x, point.y];
  });
}

// The points that are needed to keep a line within the tolerance (Ramer 1972, Douglas and Peucker 1973).
function simplify(line) {
  const [first, last] = [line[0], line.at(-1)];
  const whole = distance(first, last);
  const aside = line.map((point) => (whole ? Math.abs(turn(first, last, point)) / whole : distance(first, point)));
  const far = aside.indexOf(Math.max(...aside));
  if (line.length < 3 || aside[far] <= TOLERANCE) return [first, last];
  return [...simplify(line.slice(0, far + 1)).slice(0, -1), ...simplify(line.slice(far))];
}

class Line {
  constructor(spot) {
    this.from = spot;
    this.sheet = spot.parentNode;
    this.spots = [...this.sheet.querySelectorAll(".piece")].filter(isSpot);
    this.curves = [...this.sheet.querySelectorAll("path.edge")].map(samplePath);
    this.points = [centreOf(spot)];
    this.isWrong = false;
    this.passed = null; // a spot whose curves the line met
    this.shape = document.createElementNS(SVG_NAMESPACE, "polyline");
    this.shape.setAttribute("class", "drawn");
    this.sheet.append(this.shape);
  }

  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.sheet.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // Where the line ends now, if at a spot: where it began only after it was away.
  goal() {
    const end = this.points.at(-1);
    const near = this.spots.filter((spot) => distance(centreOf(spot), end) < REACH);
    near.sort((a, b) => distance(centreOf(a), end) - distance(centreOf(b), end));
    const isAway = this.points.some((point) => distance(point, this.points[0]) > REACH);
    return near.find((spot) => spot !== this.from || isAway);
  }

  add(point) {
    const last = this.points.at(-1);
    if (distance(last, point) < STEP) return;
    const own = this.points.findIndex((one, k) => k + 2 < this.points.length && crosses(one, this.points[k + 1], last, point));
    if (own >= 0) {
      const loop = this.points.slice(own + 1);
      const length = loop.reduce((sum, one, k) => sum + (k ? distance(loop[k - 1], one) : 0), 0);
      if (length > SLIP) this.isWrong = true;
      else this.points.length = own + 1;
    }
    const meets = (curve) => curve.some((one, k) => k && crosses(curve[k - 1], one, last, point));
    if (this.passed && distance(centreOf(this.passed), point) > REACH) this.isWrong = true;
    this.passed ??= this.spots.find((spot) => spot !== this.from && distance(centreOf(spot), point) < UPON_SPOT) ?? null;
    if (this.curves.some(meets)) {
      const at = this.spots.find((spot) => distance(centreOf(spot), point) < NEAR_SPOT || distance(centreOf(spot), last) < NEAR_SPOT);
      if (!at) this.isWrong = true;
      else if (at !== this.from || this.points.length > 6) this.passed = at; // the line may end here, but not go on
    }
    this.points.push(point);
    this.show();
  }

  show() {
    this.shape.setAttribute("points", this.points.map((point) => point.map((x) => x.toFixed(1)).join(",")).join(" "));
    this.shape.classList.toggle("wrong", this.isWrong);
    for (const spot of this.spots) spot.classList.toggle("aimed", spot === this.goal());
  }

  text() {
    return simplify([...this.points, centreOf(this.goal())]).map((point) => point.map((x) => Math.max(0, Math.round(x))).join(".")).join("-");
  }

  remove() {
    this.shape.remove();
    for (const spot of this.spots) spot.classList.remove("aimed");
  }
}

// The address of a move in a summand: that of the form for typed moves, with something else in place of the position.
function addressWith(index, name, value) {
  const form = document.querySelector("form[action*='/move/']");
  const url = new URL(form.action);
  url.search = new URLSearchParams(new FormData(form));
  url.searchParams.delete("to");
  url.searchParams.set("index", index);
  url.searchParams.set(name, value);
  return url;
}
const summandOf = (key) => key.split(":")[0];
const addressOf = (line) => addressWith(summandOf(keyOf(line.from)), "drawn", line.text()).href;

// A curve through points that turns smoothly between them.
function smoothPath(points) {
  const middles = points.slice(1, -2).map((point, k) => [point, point.map((x, axis) => (x + points[k + 2][axis]) / 2)]);
  const bends = [...middles, points.slice(-2)].map((pair) => `Q${pair.flat().join(" ")}`);
  return `M${points[0].join(" ")}${bends.join("")}`;
}

// The preview of a move: the curve that it would draw, asked for when a pointer or the focus stays with it.
class Plan {
  constructor(stage, ask) {
    [this.stage, this.ask] = [stage, ask];
    this.lines = new Map(); // by address, as promises
    this.shape = document.createElementNS(SVG_NAMESPACE, "path");
    this.shape.setAttribute("class", "drawn planned");
  }

  show(way) {
    clearTimeout(this.waiting);
    this.shape.remove();
    this.way = way;
    if (way?.note) this.waiting = setTimeout(() => this.draw(way), PLAN_MS);
  }

  async draw(way) {
    if (!this.stage.isConnected) return; // another page has come
    const spot = [...this.stage.querySelectorAll(".piece")].find((piece) => way.keys.includes(keyOf(piece)) && isSpot(piece));
    const url = addressWith(summandOf(way.keys[0]), "note", way.note);
    url.pathname = url.pathname.replace("/move/", "/line/");
    if (!this.lines.has(url.href)) this.lines.set(url.href, this.ask(url.href).then((answer) => (answer.ok ? answer.text() : "")));
    const line = await this.lines.get(url.href).catch(() => "");
    if (this.way !== way || !line || !spot) return;
    this.shape.setAttribute("d", smoothPath(line.split("-").map((point) => point.split(".").map(Number))));
    spot.parentNode.prepend(this.shape);
  }
}

export function bind(stage, go, say, ask) {
  let line = null;
  let pressed = null;
  let wasDrawn = false;
  const plan = new Plan(stage, ask);
  stage.addEventListener("preview", (event) => plan.show(event.detail));
  const spots = [...stage.querySelectorAll(".piece")].filter(isSpot);
  for (const spot of spots) {
    spot.style.touchAction = "none";
    spot.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      pressed = { spot, at: [event.clientX, event.clientY] };
      wasDrawn = false;
    });
  }
  stage.addEventListener("pointermove", (event) => {
    if (!pressed) return;
    if (!line && distance(pressed.at, [event.clientX, event.clientY]) > BEGINS_PIXELS) {
      line = new Line(pressed.spot);
      stage.setPointerCapture(event.pointerId);
    }
    if (!line) return;
    for (const one of event.getCoalescedEvents?.() ?? [event]) line.add(line.place(one));
    event.preventDefault();
  });
  stage.addEventListener("pointerup", () => {
    pressed = null;
    if (!line) return;
    const done = line;
    line = null;
    wasDrawn = true;
    if (done.isWrong || !done.goal()) {
      done.isWrong = true;
      done.show();
      say(done.goal() ? "This curve crosses another one." : "A curve ends at a spot.");
      setTimeout(() => done.remove(), SHOWN_MS);
    } else go(addressOf(done));
  });
  stage.addEventListener("pointercancel", () => {
    line?.remove();
    [line, pressed] = [null, null];
  });
  stage.addEventListener(
    "click",
    (event) => {
      if (!wasDrawn) return;
      wasDrawn = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}
