// A Web Worker with a Python of its own. The first one answers pages; it starts a second one for what takes long, which can
// be ended without ending the first. A third one makes what the next visit begins with.
import { BASE, MEMORY } from "./address.js";
import createModule from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";

const FOLDER = new URL("./python/", import.meta.url);
const VERSION = import.meta.url.split("/").at(-2); // this file is in static/VERSION/
const network = self.fetch;
// What was written about the files: not awaited here, because messages that come before anybody listens are lost.
const written = network(new URL("files.json", FOLDER)).then((answer) => answer.json());
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const READABLE_FILE = 0o100444;
let loaded = 0;

// Large files are compressed in the folder, because not every host compresses what it sends.
async function unpack(name, kind) {
  const [packed, { sizes }] = await Promise.all([network(new URL(`${name}.gz`, FOLDER)), written]);
  if (!packed.ok) throw new Error(`${name}.gz is missing from this site; if the site was changed meanwhile, load this page again`);
  const counted = new TransformStream({
    transform(part, next) {
      next.enqueue(part);
      loaded += part.length;
      postMessage({ progress: Math.min(1, loaded / sum(Object.values(sizes))) });
    },
  });
  return new Response(packed.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": kind } });
}
self.fetch = (address, options) => {
  const name = String(address.url ?? address).split("/").at(-1);
  if (name === "pyodide.asm.wasm") return unpack(name, "application/wasm");
  return name === "python_stdlib.zip" ? unpack(name, "application/zip") : network(address, options);
};

// The files of an archive in which nothing is compressed, without a copy of them: Python's own way takes twenty times as long.
function placeFiles(FS, archive, root) {
  const [view, text, folders] = [new DataView(archive.buffer), new TextDecoder(), new Map()];
  const nodeOf = (folder) => folders.get(folder) ?? folders.set(folder, (FS.mkdirTree(folder), FS.lookupPath(folder).node)).get(folder);
  const end = archive.length - 22; // of an archive without a comment
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [length, more, place] = [view.getUint16(entry + 28, true), view.getUint16(entry + 30, true), view.getUint32(entry + 42, true)];
    const name = `${root}/${text.decode(archive.subarray(entry + 46, entry + 46 + length))}`;
    const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
    const cut = name.lastIndexOf("/");
    const file = FS.filesystems.MEMFS.createNode(nodeOf(name.slice(0, cut)), name.slice(cut + 1), READABLE_FILE, 0);
    file.contents = archive.subarray(start, start + view.getUint32(entry + 24, true));
    file.usedBytes = file.contents.length;
    entry += 46 + length + more;
  }
}

// The memory of a Python that has just started and loaded the app, kept by an earlier visit: it starts three times as fast.
// Browsers keep it on https, and on the machine itself.
async function keptMemory() {
  const kept = await self.caches?.match(MEMORY);
  return kept && new Uint8Array(await kept.arrayBuffer());
}
function optionsFor(memory) {
  if (!memory) return {};
  const bytes = memory.length - new Uint32Array(memory.buffer, 0, 2)[1]; // without what stands before the memory itself
  const createPyodideModule = async (settings) => {
    const module = await createModule(settings);
    module.growMemory(bytes);
    return module;
  };
  return { _loadSnapshot: memory, createPyodideModule };
}
async function startPython(options = {}) {
  const app = unpack("app.zip", "application/zip").then((answer) => answer.arrayBuffer());
  const { base } = await written; // of the public site, to which links lead
  const env = { HOME: "/home/pyodide", GRUNDY_SAVE: "0", GRUNDY_SITE: VERSION, GRUNDY_BASE: base };
  const python = await loadPyodide({ indexURL: FOLDER.href, env, createPyodideModule: createModule, ...options });
  placeFiles(python.FS, new Uint8Array(await app), "/lib/python-app");
  if (!options._loadSnapshot) python.runPython("import sys; sys.path.insert(0, '/lib/python-app')");
  return python;
}
async function startApp() {
  const memory = await keptMemory();
  const python = memory ? await startFrom(memory) : await startPython();
  return python.pyimport("grundy.web.site.browser");
}
async function startFrom(memory) {
  try {
    const python = await startPython(optionsFor(memory));
    postMessage({ resumed: true });
    return python;
  } catch (error) {
    console.warn(`The memory that was kept is of no use: ${error.message}`);
    await (await ownCache()).delete(MEMORY);
    return startPython();
  }
}
const ownCache = () => caches.open(`grundy ${BASE.pathname} ${VERSION}`);
async function keepMemory() {
  const python = await startPython({ _makeSnapshot: true });
  await python.runPythonAsync("from grundy.web.site.browser import warm_up\nawait warm_up()");
  await (await ownCache()).put(MEMORY, new Response(python.makeMemorySnapshot()));
  postMessage({ kept: true });
}

// The second worker: one task at a time, with a time limit by the clock.
let slow = null;
let endTask = () => {};
const endSlow = () => {
  slow?.terminate();
  slow = null;
  endTask(undefined);
};
function startSlow() {
  slow ??= new Worker(import.meta.url, { type: "module", name: "slow" });
  return slow;
}
function runElsewhere(limit) {
  return (data, report) =>
    new Promise((resolve) => {
      const bytes = data.toJs ? data.toJs() : data;
      report = report.copy?.() ?? report;
      let clock;
      endTask = (found) => {
        clearTimeout(clock);
        slow?.removeEventListener("message", hear);
        endTask = () => {};
        report.destroy?.();
        resolve(found);
      };
      const hear = ({ data: { ready, item, result } }) => {
        if (ready) clock = setTimeout(endSlow, limit);
        if (item) report(item);
        if (result) endTask(result);
      };
      const isNew = slow === null;
      startSlow().addEventListener("message", hear);
      if (!isNew) clock = setTimeout(endSlow, limit);
      slow.postMessage({ task: bytes });
    });
}

async function answerPages() {
  let app = null;
  const begun = new Promise((resolve) => {
    self.addEventListener("message", async ({ data: { root, id, address, cancel } }) => {
      if (root !== undefined) return resolve(root);
      if (cancel !== undefined) {
        app?.cancel(cancel);
        return postMessage({ pong: true });
      }
      await starting;
      try {
        await app.ask(id, address, (url, status, kind) => postMessage({ id, begin: { url, status, kind } }), (text) => postMessage({ id, text }));
      } catch (error) {
        if (!String(error).includes("CancelledError")) throw error;
      } finally {
        postMessage({ id, end: true });
      }
    });
  });
  const starting = (async () => {
    const browser = await startApp();
    const { files } = await written;
    app = browser.start(await begun, JSON.stringify(files), runElsewhere(browser.SLOW_MILLISECONDS), endSlow);
  })();
  await starting;
  postMessage({ ready: true });
}

async function runTasks() {
  const starting = startApp();
  self.addEventListener("message", async ({ data: { task } }) => {
    const browser = await starting;
    const found = browser.run_for_another(task, (item) => postMessage({ item: item.toJs() }));
    postMessage({ result: found.toJs() });
  });
  await starting;
  postMessage({ ready: true });
}

const roles = { slow: runTasks, memory: keepMemory };
(roles[self.name] ?? answerPages)().catch((error) => postMessage({ problem: `Python could not be started: ${error.message}` }));
