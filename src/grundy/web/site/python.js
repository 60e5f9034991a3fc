// A Web Worker with a Python of its own. The first one answers pages; it starts a second one for what takes long, which can
// be ended without ending the first.
import { loadPyodide } from "../../python/pyodide.mjs";

const FOLDER = new URL("../../python/", import.meta.url);
const network = self.fetch;
// What was written about the files: not awaited here, because messages that come before anybody listens are lost.
const written = network(new URL("files.json", FOLDER)).then((answer) => answer.json());
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
let loaded = 0;

// Large files are compressed in the folder, because not every host compresses what it sends.
async function unpack(name, kind) {
  const [packed, { sizes }] = await Promise.all([network(new URL(`${name}.gz`, FOLDER)), written]);
  if (!packed.ok) throw new Error(`${name}.gz is missing from this site`);
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

async function startPython() {
  const app = unpack("app.zip", "application/zip").then((answer) => answer.arrayBuffer());
  const { base } = await written; // of the public site, to which links lead
  const env = { HOME: "/home/pyodide", GRUNDY_SAVE: "0", GRUNDY_SITE: "1", GRUNDY_BASE: base };
  const python = await loadPyodide({ indexURL: FOLDER.href, env });
  python.unpackArchive(await app, "zip", { extractDir: "/lib/python-app" });
  python.runPython("import sys; sys.path.insert(0, '/lib/python-app')");
  return python.pyimport("grundy.web.site.browser");
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
    const browser = await startPython();
    const { files } = await written;
    app = browser.start(await begun, JSON.stringify(files), runElsewhere(browser.SLOW_MILLISECONDS), endSlow);
  })();
  await starting;
  postMessage({ ready: true });
}

async function runTasks() {
  const starting = startPython();
  self.addEventListener("message", async ({ data: { task } }) => {
    const browser = await starting;
    const found = browser.run_for_another(task, (item) => postMessage({ item: item.toJs() }));
    postMessage({ result: found.toJs() });
  });
  await starting;
  postMessage({ ready: true });
}

(self.name === "slow" ? runTasks() : answerPages()).catch((error) => postMessage({ problem: `Python could not be started: ${error.message}` }));
