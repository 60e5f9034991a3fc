// A page of the app in a frame in the output of a cell. The kernel answers every request: the model carries it there.
const ROOT = "https://grundy.invalid";
const HIDDEN = "header, footer, .skip, .share, .frame { display: none !important; } body { padding-top: .4rem; }";

function connect(model) {
  const waiting = new Map();
  let count = 0;
  model.on("msg:custom", (message) => {
    const resolve = waiting.get(message.id);
    waiting.delete(message.id);
    resolve?.(message);
  });
  const mine = Math.random().toString(36).slice(2); // of this view: other views of the model hear the same messages
  return (question) =>
    new Promise((resolve) => {
      const id = `${mine}-${++count}`;
      waiting.set(id, resolve);
      model.send({ ...question, id });
    });
}

const asBlob = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const addressOf = (url) => url.pathname + url.search;
const escapeStyle = (text) => text.replaceAll("</", "<\\/");

async function render({ model, el }) {
  const request = connect(model);
  const { files } = await request({ kind: "files" });
  const scripts = {};
  for (const [url, text] of Object.entries(files)) if (url.endsWith(".js")) scripts[url] = asBlob(text);
  let here = new URL(model.get("address"), ROOT);
  let visit = 0;

  const frame = document.createElement("iframe");
  frame.className = "grundy-board";
  frame.title = "A board to play on";
  frame.allow = "fullscreen; clipboard-write";
  const resize = () => (frame.style.cssText = `border: 0; width: 100%; height: ${model.get("height")}px; color-scheme: normal;`);
  resize();
  el.append(frame);

  async function ask(address, { signal } = {}) {
    const url = new URL(address, here);
    const found = await request({ kind: "ask", address: addressOf(url) });
    if (signal?.aborted) throw new DOMException("The question was cancelled.", "AbortError");
    const answer = new Response(found.text, { status: found.status, headers: { "Content-Type": found.kind } });
    Object.defineProperty(answer, "url", { value: found.url });
    return answer;
  }

  function note(url) {
    here = new URL(url, here);
    if (model.get("address") === addressOf(here)) return;
    model.set("address", addressOf(here));
    model.save_changes();
  }

  async function open(address) {
    const url = new URL(address, here);
    const mine = ++visit;
    const answer = await ask(url.href);
    const text = await answer.text();
    if (mine !== visit) return;
    note(answer.url || url.href);
    await show(text);
  }

  // Scripts of single games are asked for when a page names them.
  async function load(urls) {
    for (const url of urls) {
      if (scripts[url]) continue;
      const text = await (await ask(url)).text();
      scripts[url] = asBlob(`import { history, location } from "${ROOT}/page.js";\n${text}`);
    }
  }

  async function show(text) {
    const own = [...text.matchAll(/data-scripts="([^"]*)"/g)].flatMap((found) => found[1].split(" "));
    await load(own);
    const map = `<script type="importmap">${JSON.stringify({ imports: scripts })}</script>`;
    const sheets = (url) => `<style>${escapeStyle(files[url] ?? "")}</style>`;
    const written = text
      .replace("<head>", () => `<head>${map}`)
      .replace("</head>", () => `<style>${HIDDEN}</style></head>`)
      .replace(/<link rel="stylesheet" href="([^"]*)">/g, (_, url) => sheets(url))
      .replace(/<link rel="icon"[^>]*>/g, "")
      .replace(/(<script\b[^>]*\bsrc=")([^"]*)"/g, (_, start, url) => `${start}${scripts[url] ?? url}"`);
    const page = frame.contentDocument;
    page.open();
    frame.contentWindow.grundyShell = shell;
    page.write(written);
    page.close();
    listen(frame.contentWindow);
  }

  // What the scripts of the page leave alone opens here; links that lead out of the app open elsewhere.
  function listen(view) {
    view.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link || event.defaultPrevented) return;
      const url = new URL(link.href.baseVal ?? link.href, here);
      if (url.origin !== ROOT) return (link.target = link.target || "_blank");
      event.preventDefault();
      const inside = link.getAttribute("href");
      if (inside?.startsWith("#")) view.document.getElementById(inside.slice(1))?.scrollIntoView();
      else open(url.href);
    });
    view.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const url = new URL(event.submitter?.getAttribute("formaction") ?? event.target.getAttribute("action") ?? "", here);
      url.search = new URLSearchParams(new FormData(event.target, event.submitter));
      open(url.href);
    });
    for (const kind of ["keydown", "keyup", "keypress"]) view.addEventListener(kind, (event) => event.stopPropagation()); // not for the notebook
  }

  const shell = { ask, open, note, here: () => new URL(here) };
  const follow = () => model.get("address") !== addressOf(here) && open(model.get("address"));
  model.on("change:address", follow);
  model.on("change:height", resize);
  await open(here.href);
  return () => {
    model.off("change:address", follow);
    model.off("change:height", resize);
    for (const url of Object.values(scripts)) URL.revokeObjectURL(url);
  };
}

export default { render };
