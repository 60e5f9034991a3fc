// The service worker: the files of one version of the folder, kept for visits without a network. All but a few have the
// version in their addresses, so that a page which is still open finds its own after a newer version has come.
const [VERSION, FILES] = [SITE_VERSION, SITE_FILES];
const BASE = new URL(".", self.location.href);
const PAGE = new URL(`static/${VERSION}/index.html`, BASE).href;
const FAMILY = `grundy ${BASE.pathname} `;
const ownCache = () => caches.open(FAMILY + VERSION);

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
async function keep() {
  const cache = await ownCache();
  for (const name of FILES) {
    const url = new URL(name, BASE).href;
    // What has the version in its address never changes, so that it may come from the browser's own cache.
    if (!(await cache.match(url))) await cache.add(new Request(url, { cache: name.includes(VERSION) ? "force-cache" : "no-cache" }));
  }
}
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A page tells that it has started. Older versions go when it is of this version and no other page is open.
self.addEventListener("message", (event) => event.waitUntil(event.data.started === VERSION ? dropOlder() : null));
async function dropOlder() {
  const pages = (await self.clients.matchAll({ type: "window" })).filter((client) => !client.url.endsWith("/frame.html"));
  if (pages.length > 1) return;
  for (const name of await caches.keys()) if (name.startsWith(FAMILY) && name !== FAMILY + VERSION) await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
  const isPage = url.pathname === BASE.pathname || url.pathname === `${BASE.pathname}index.html`;
  event.respondWith(isPage ? page(event.request) : file(event.request));
});
async function page(request) {
  const kept = await (await ownCache()).match(PAGE);
  return kept ? new Response(kept.body, { headers: kept.headers }) : fetch(request); // a new one has the address that was asked for
}
async function file(request) {
  return (await (await ownCache()).match(request.url)) ?? (await caches.match(request.url)) ?? fetch(request);
}
