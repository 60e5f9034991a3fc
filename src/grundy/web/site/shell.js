// The page of the folder. It shows the gallery, or any other page of the app in a frame of its own, where the scripts of
// that page begin afresh as after a visit to a server; Python stays loaded meanwhile.
import { BASE, MEMORY, isOurs, routed, shown } from "./address.js";

const READY = JSON.parse(document.getElementById("ready-pages").textContent); // written when the folder was made
const STILL_BUSY_MS = 3000; // after which a worker that does not react to a cancellation is ended
const SHOWN_MS = 250; // before a wait for a page is shown
let here = routed(new URL(window.location.href));
let [visit, frame] = [0, null];

// Python: a worker that is asked for pages. One that is ended is started again, and asked again what is still wanted.
const questions = new Map();
let [worker, count, isReady] = [null, 0, false];
function startPython() {
  isReady = false;
  worker = new Worker(new URL("./python.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", () => tellProgress("Python cannot be started here: this page needs WebAssembly and workers with modules."));
  worker.postMessage({ root: BASE.pathname.replace(/\/$/, "") });
  for (const [id, { address }] of questions) worker.postMessage({ id, address });
}
function hear({ id, progress, ready, resumed, problem, begin, text, end, pong }) {
  if (resumed) return (document.documentElement.dataset.resumed = "yes");
  if (pong) return clearTimeout(waitingForPong);
  if (problem) return tellProgress(problem);
  if (progress !== undefined) return tellProgress(progress < 1 ? `Loading Python: ${Math.floor(100 * progress)} %` : "Starting Python…");
  if (ready) return becomeReady();
  const question = questions.get(id);
  if (!question) return;
  if (begin) question.begin(begin);
  if (text !== undefined) question.lines.enqueue(new TextEncoder().encode(text));
  if (end) {
    questions.delete(id);
    question.lines.close();
  }
}
let waitingForPong;
function cancel(id) {
  questions.delete(id);
  worker.postMessage({ cancel: id });
  clearTimeout(waitingForPong);
  if (isReady) waitingForPong = setTimeout(() => (worker.terminate(), startPython()), STILL_BUSY_MS);
}

function ask(address, { method = "GET", signal } = {}) {
  const url = new URL(address, here);
  const id = ++count;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException("The question was cancelled.", "AbortError"));
    const question = { address: (method === "GET" ? "" : "/api") + url.pathname.slice(BASE.pathname.length - 1) + url.search };
    const body = new ReadableStream({ start: (lines) => (question.lines = lines) });
    question.begin = ({ url: there, status, kind }) => {
      const answer = new Response(body, { status, headers: { "Content-Type": kind } });
      Object.defineProperty(answer, "url", { value: new URL(there, BASE).href });
      resolve(answer);
    };
    signal?.addEventListener("abort", () => {
      if (!questions.has(id)) return;
      cancel(id);
      const error = new DOMException("The question was cancelled.", "AbortError");
      reject(error);
      question.lines.error(error);
    });
    questions.set(id, question);
    worker.postMessage({ id, address: question.address });
  });
}

// The line that says how far Python is.
const line = document.getElementById("starting");
function tellProgress(words) {
  line.textContent = words;
  line.hidden = !words;
}
async function becomeReady() {
  isReady = true;
  tellProgress("");
  document.documentElement.dataset.python = "ready";
  keepForOffline();
}

// Visits. A page that was written when the folder was made is shown at once; others wait for Python.
const pathOf = (url) => url.pathname.slice(BASE.pathname.length);
function readyPage(url) {
  const linked = pathOf(url) || !/^\?q=[^&]+$/.test(url.search) ? url : new URL(`play/${url.search.slice(3)}`, BASE); // a link to a game
  const name = linked.search ? undefined : READY[decodeURIComponent(pathOf(linked))];
  return name && !isReady && navigator.onLine ? [new URL(`./ready/${name}.html`, import.meta.url), linked] : [];
}
async function textOf(url) {
  const [file, linked] = readyPage(url);
  const written = file && (await fetch(file).catch(() => null));
  if (written?.ok) return [(await written.text()).replaceAll("/ROOT-OF-THE-APP", BASE.pathname.replace(/\/$/, "")), linked];
  const answer = await ask(url.href);
  return [await answer.text(), new URL(answer.url)];
}
async function open(address, { push = true, as = null } = {}) {
  const url = new URL(address, here);
  const mine = (visit = as ?? Math.max(visit, window.history.state?.visit ?? 0) + 1);
  if (url.pathname === BASE.pathname && !url.search) return (note(url, push), showGallery());
  const waiting = setTimeout(() => isReady && tellProgress("Working…"), SHOWN_MS);
  try {
    const [text, there] = await textOf(url);
    if (mine !== visit) return;
    there.hash = there.hash || url.hash;
    note(there, push);
    await showFrame(text);
  } finally {
    clearTimeout(waiting);
    if (isReady) tellProgress("");
  }
}
function note(address, push) {
  here = new URL(address, here);
  window.history[push ? "pushState" : "replaceState"]({ visit }, "", shown(here));
}
const titleOfGallery = document.title;
function showGallery() {
  frame?.remove();
  frame = null;
  document.title = titleOfGallery;
  document.documentElement.classList.remove("elsewhere", "framed");
}
// The frame begins with a file of the folder, because only what has an address here is answered by the service worker.
async function showFrame(text) {
  const fresh = document.createElement("iframe");
  fresh.className = "page coming";
  fresh.allow = "fullscreen; clipboard-write";
  fresh.src = new URL("./frame.html", import.meta.url);
  const loaded = new Promise((resolve) => fresh.addEventListener("load", resolve, { once: true }));
  document.body.append(fresh);
  await loaded;
  const page = fresh.contentDocument;
  page.open();
  page.write(text);
  page.close();
  fresh.title = document.title = page.title;
  listenTo(fresh.contentWindow);
  return new Promise((resolve) => {
    const come = () => {
      frame?.remove();
      frame = fresh;
      fresh.classList.remove("coming");
      document.documentElement.classList.add("framed");
      if (here.hash) page.getElementById(decodeURIComponent(here.hash.slice(1)))?.scrollIntoView();
      if (!window.frameElement) fresh.contentWindow.focus();
      new MutationObserver(() => (document.title = page.title)).observe(page.head, { subtree: true, childList: true, characterData: true });
      resolve();
    };
    if (page.readyState === "complete") come();
    else page.addEventListener("readystatechange", () => page.readyState === "complete" && come()); // Firefox tells windows of no load here
  });
}

// What is clicked or sent on a page opens here, after the scripts of the page had their say. What is copied, dragged or
// opened elsewhere is the address that a host of files knows.
const linkOf = (event) => event.target.closest?.("a[href]");
const urlOf = (link) => new URL(link.href.baseVal ?? link.href, here);
const isPlain = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
function listenTo(view) {
  view.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link || event.defaultPrevented) return;
    const url = urlOf(link);
    if (!isOurs(url)) return (link.target = link.target || "_top");
    event.preventDefault();
    const inside = link.getAttribute("href");
    if (inside?.startsWith("#")) return view.document.getElementById(inside.slice(1))?.scrollIntoView();
    if (isPlain(event) && !(link.target === "_blank")) open(url);
    else window.open(shown(routed(url)), "_blank", "noopener");
  });
  view.addEventListener("auxclick", (event) => {
    const link = linkOf(event);
    if (event.button !== 1 || !link || !isOurs(urlOf(link))) return;
    event.preventDefault();
    window.open(shown(urlOf(link)), "_blank", "noopener");
  });
  view.addEventListener("contextmenu", (event) => {
    const link = linkOf(event);
    if (!link || !isOurs(urlOf(link))) return;
    const own = link.getAttribute("href");
    link.setAttribute("href", shown(urlOf(link)));
    for (const kind of ["pointerdown", "keydown", "pointermove"]) view.addEventListener(kind, () => link.setAttribute("href", own), { once: true, capture: true });
  });
  view.addEventListener("dragstart", (event) => {
    const link = linkOf(event);
    if (link && isOurs(urlOf(link))) event.dataTransfer.setData("text/uri-list", shown(urlOf(link)));
  });
  view.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const url = new URL(event.submitter?.getAttribute("formaction") ?? event.target.getAttribute("action") ?? "", here);
    url.search = new URLSearchParams(new FormData(event.target, event.submitter));
    open(url);
  });
}
window.addEventListener("popstate", ({ state }) => {
  here = routed(new URL(window.location.href));
  const isSame = frame && state?.visit === visit;
  if (isSame) frame.contentWindow.dispatchEvent(new PopStateEvent("popstate"));
  else open(here, { push: false, as: state?.visit ?? 0 });
});
window.addEventListener("message", ({ data, source }) => {
  if (source === frame?.contentWindow && window.parent !== window) window.parent.postMessage(data, "*"); // how high a board is
});
window.addEventListener("beforeprint", () => {
  if (frame) frame.style.height = `${frame.contentDocument.documentElement.scrollHeight}px`;
});
window.addEventListener("afterprint", () => frame && (frame.style.height = ""));

// Everything is kept for visits without a network, where the browser allows that: on https, and on the machine itself. A
// new version of the site is kept meanwhile, and is used from the next visit on.
async function keepForOffline() {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("offline.js", BASE), { scope: BASE.pathname });
    const { active } = await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "ready";
    active.postMessage({ started: import.meta.url.split("/").at(-2) });
    await keepMemory();
    document.documentElement.dataset.memory = "ready";
  } catch (error) {
    console.warn(`This browser keeps nothing for visits without a network: ${error.message}`);
  }
}
async function keepMemory() {
  if (await caches.match(MEMORY)) return;
  const maker = new Worker(new URL("./python.js", import.meta.url), { type: "module", name: "memory" });
  await new Promise((resolve, reject) => {
    maker.addEventListener("message", ({ data: { kept, problem } }) => (kept ? resolve() : problem && reject(new Error(problem))));
  }).finally(() => maker.terminate());
}

window.grundyShell = { ask, open, note, here: () => new URL(here) };
window.history.replaceState({ visit }, "", window.location.href);
listenTo(window);
tellProgress("Loading Python: 0 %");
startPython();
if (window.location.search) open(here, { push: false, as: 0 });
