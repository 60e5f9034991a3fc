// Which tasks of lessons are done: kept in this browser alone, saved to a file and read from one.
const STORE = "grundy-lessons";
const PUZZLES = "grundy-puzzles"; // kept by puzzles.js, which reads the same file
const NAME = /^[a-z0-9-]+\/\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

// What is kept under a name; a browser may refuse to remember anything.
function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}
function store(done) {
  try {
    localStorage.setItem(STORE, JSON.stringify(done));
  } catch {
    // then it is forgotten with the page
  }
}

export const isDone = (task) => task in load(STORE);
export function markDone(task) {
  if (!isDone(task)) store({ ...load(STORE), [task]: new Date().toISOString().slice(0, 10) });
}

export function exportProgress() {
  const all = { ...load(PUZZLES), version: 1, lessons: load(STORE) };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }));
  link.download = "grundy-progress.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// What a file holds is added to what is here; the answer is empty, or says what is wrong with the file.
export async function importProgress(file) {
  try {
    const { lessons } = JSON.parse(await file.text());
    const known = Object.entries(lessons).filter(([name, day]) => NAME.test(name) && DAY.test(day));
    store({ ...Object.fromEntries(known), ...load(STORE) });
    return "";
  } catch {
    return `${file.name} holds no progress; choose a file that was saved here.`;
  }
}
