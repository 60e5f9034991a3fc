// What was solved, and on how many days in a row: kept in this browser alone, saved to a file and read from one.
const KEY = "grundy-puzzles";
const DAY_MS = 86_400_000;
const NAME = /^\w+\/\w+\/\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const announce = (words) => {
  const place = document.getElementById("progress");
  if (place) place.textContent = words;
};

function localDay(time = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

// Solved puzzles with the day, those answered wrong with how often, and the days whose own puzzle was solved on them.
function load() {
  try {
    return check(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return check({});
  }
}
function store(progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
    return true;
  } catch {
    return false; // a browser may refuse to remember anything
  }
}
const pairs = (thing, isKept) => Object.fromEntries(Object.entries(thing ?? {}).filter(([name, value]) => NAME.test(name) && isKept(value)));
const check = (data) => ({
  version: 1,
  solved: pairs(data.solved, (day) => DAY.test(day)),
  failed: pairs(data.failed, (count) => Number.isInteger(count) && count > 0),
  days: [...new Set(Array.isArray(data.days) ? data.days.filter((day) => DAY.test(day)) : [])].sort(),
});

// Two progresses as one: what is solved in either is solved, on the earlier day.
function merge(one, other) {
  const solved = { ...one.solved };
  for (const [name, day] of Object.entries(other.solved)) solved[name] = solved[name] < day ? solved[name] : day;
  const failed = { ...one.failed };
  for (const [name, count] of Object.entries(other.failed)) failed[name] = Math.max(failed[name] ?? 0, count);
  return check({ solved, failed, days: [...one.days, ...other.days] });
}

// The days in a row up to today, or up to yesterday while today's puzzle is open.
function streak(days, today = localDay()) {
  const known = new Set(days);
  const at = (back) => localDay(new Date(Date.parse(`${today}T12:00:00`) - back * DAY_MS));
  let first = known.has(today) ? 0 : 1;
  let many = 0;
  while (known.has(at(first + many))) many += 1;
  return many;
}

// The answer that a page brings counts once: not again where it is only reloaded.
function record(isNew = true) {
  const page = document.querySelector("[data-puzzle]");
  if (!page) return;
  const { puzzle, answered, day } = page.dataset;
  const progress = load();
  if (answered === "right") {
    progress.solved[puzzle] ??= localDay();
    if (day === localDay()) progress.days.push(day);
  } else if (answered === "wrong" && isNew && !progress.solved[puzzle]) progress.failed[puzzle] = (progress.failed[puzzle] ?? 0) + 1;
  if (answered) store(check(progress));
  const mine = document.getElementById("mine");
  if (progress.solved[puzzle]) mine.textContent = `✓ solved on ${progress.solved[puzzle]}`;
  else if (progress.failed[puzzle]) mine.textContent = `tried ${progress.failed[puzzle]} time${progress.failed[puzzle] === 1 ? "" : "s"}`;
}

function showProgress() {
  const progress = load();
  for (const chip of document.querySelectorAll(".chip")) {
    const isSolved = chip.dataset.name in progress.solved;
    chip.classList.toggle("solved", isSolved);
    chip.classList.toggle("failed", !isSolved && chip.dataset.name in progress.failed);
    const label = chip.getAttribute("aria-label").replace(/ \((solved|tried)\)$/, "");
    chip.setAttribute("aria-label", label + (isSolved ? " (solved)" : chip.dataset.name in progress.failed ? " (tried)" : ""));
  }
  const [many, row] = [Object.keys(progress.solved).length, streak(progress.days)];
  announce(`${many} solved; ${row} day${row === 1 ? "" : "s"} in a row. Kept in this browser alone.`);
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(load(), null, 1)], { type: "application/json" }));
  link.download = "grundy-puzzles.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DAY_MS / 1000);
}
async function read(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const found = JSON.parse(await file.text());
    if (found?.version !== 1) throw new SyntaxError("no progress");
    if (!store(merge(load(), check(found)))) throw new Error("full");
    showProgress();
  } catch (error) {
    announce(error instanceof SyntaxError ? `${file.name} holds no progress; choose a file that was saved here.` : "This browser refuses to remember anything.");
  }
  event.target.value = "";
}

const daily = document.getElementById("daily");
if (daily) {
  const url = new URL(daily.href);
  const isOurs = url.searchParams.get("day") === localDay();
  url.searchParams.set("day", localDay());
  daily.href = url.href;
  if (!isOurs) daily.textContent = "The puzzle of today"; // the server is in another time zone: the picture is of its day
  if (!isOurs) document.querySelector(".today .picture").hidden = true;
  for (const id of ["export", "import-label"]) document.getElementById(id).hidden = false;
  document.getElementById("export").addEventListener("click", save);
  document.getElementById("import").addEventListener("change", read);
  showProgress();
}
document.addEventListener("page", () => record());
record(performance.getEntriesByType("navigation")[0]?.type === "navigate");
