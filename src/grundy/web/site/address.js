// Two forms of one address. The app has paths below the folder, as on a server: BASE/play/kayles(13)?misere=1. A host of
// files has one page only, so the browser shows the path in its query: BASE/?at=play/kayles(13)&misere=1.
export const BASE = new URL("../..", import.meta.url); // this file is in static/VERSION/
export const MEMORY = new URL("./python/memory", import.meta.url).href; // under which the browser keeps it; no file of the folder

export function shown(url) {
  const path = url.pathname.slice(BASE.pathname.length);
  if (!path) return BASE.href + url.search + url.hash;
  const query = url.search.length > 1 ? `&${url.search.slice(1)}` : "";
  return `${BASE.href}?at=${path.replaceAll("+", "%2B").replaceAll("&", "%26")}${query}${url.hash}`;
}

export function routed(url) {
  const pairs = url.search.slice(1).split("&");
  const at = pairs.find((pair) => pair.startsWith("at="));
  if (at === undefined) return new URL(BASE.href + url.search + url.hash);
  const path = at.slice(3).replaceAll("%2B", "+").replaceAll("%2F", "/").replaceAll("%26", "&").replace(/^\/+/, "");
  const query = pairs.filter((pair) => pair !== at).join("&");
  return new URL(BASE.href + path + (query && `?${query}`) + url.hash);
}
export const isOurs = (url) => url.origin === BASE.origin && url.pathname.startsWith(BASE.pathname);
