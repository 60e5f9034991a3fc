// The service worker: the files of one version of the folder, kept for visits without a network.
const [VERSION, FILES] = [SITE_VERSION, SITE_FILES];
const BASE = new URL(".", self.location.href);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));
async function begin() {
  for (const name of await caches.keys()) if (name.startsWith(`grundy ${BASE.pathname} `) && name !== nameOfCache) await caches.delete(name);
  await self.clients.claim();
}
const nameOfCache = `grundy ${BASE.pathname} ${VERSION}`;

// The page asks for this when it is ready to play: what it has loaded comes from the browser's own cache.
self.addEventListener("message", (event) => event.waitUntil(keep(event.ports[0])));
async function keep(port) {
  const cache = await caches.open(nameOfCache);
  for (const name of FILES) {
    const url = new URL(name, BASE).href;
    if (!(await cache.match(url))) await cache.add(new Request(url, { cache: "force-cache" }));
  }
  port.postMessage("kept");
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
  const isPage = url.pathname === BASE.pathname || url.pathname === `${BASE.pathname}index.html`;
  event.respondWith(answer(event.request, isPage ? BASE.href : url.href));
});
async function answer(request, address) {
  const cache = await caches.open(nameOfCache);
  return (await cache.match(address)) ?? fetch(request);
}
