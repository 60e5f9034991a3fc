// Links to games get a button that opens the board here, in a frame of the site beside the book. Only on demand: each live
// board starts a Python of its own. Where the site does not answer, the button leads to where the link does.
function openHere(link, button) {
  const url = new URL(link.href);
  url.searchParams.set("embed", "1");
  const frame = document.createElement("iframe");
  frame.className = "grundy";
  frame.title = `${url.searchParams.get("q")}, to play`;
  frame.height = 360;
  frame.src = url.href;
  (link.closest("figure")?.querySelector("img") ?? button).replaceWith(frame);
  button.remove();
  frame.scrollIntoView({ block: "nearest" });
}

for (const link of document.querySelectorAll("a.live")) {
  const button = document.createElement("button");
  button.className = "here";
  button.textContent = "Play here";
  button.addEventListener("click", async () => {
    const site = new URL(".", link.href);
    const answers = site.origin !== location.origin || (await fetch(site, { method: "HEAD" }).then((it) => it.ok, () => false));
    if (answers) openHere(link, button);
    else location.href = link.href;
  });
  link.after(" ", button);
}

addEventListener("message", ({ data, source }) => {
  for (const frame of document.querySelectorAll("iframe.grundy"))
    if (frame.contentWindow === source && data?.grundyHeight > 0) frame.height = Math.ceil(data.grundyHeight);
});
