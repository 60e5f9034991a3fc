// For the scripts of pages in a folder of static files: their requests go to the shell, and `location` and `history` are
// those of the app, as on a server. `grundy site` lets every script of a page begin with an import of both.
import { setTransport } from "./transport.js";

const shell = window.grundyShell ?? window.parent.grundyShell;
setTransport(shell.ask);

export const location = {
  get href() {
    return shell.here().href;
  },
  set href(url) {
    shell.open(url);
  },
  assign: (url) => shell.open(url),
  replace: (url) => shell.open(url, { push: false }),
  reload: () => window.top.location.reload(),
  toString: () => shell.here().href,
};
for (const name of ["origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash"])
  Object.defineProperty(location, name, { get: () => shell.here()[name] });

export const history = {
  pushState: (state, title, url) => shell.note(url, true),
  replaceState: (state, title, url) => shell.note(url, false),
  back: () => window.top.history.back(),
  forward: () => window.top.history.forward(),
};
