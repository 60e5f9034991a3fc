// The server may not know by which name it is reached; this page does.
const page = document.querySelector(".for-class");
if (!page.dataset.ready) {
  const url = new URL(location.href);
  url.searchParams.set("base", location.origin + page.dataset.root);
  location.replace(url.href);
}
