// What a match gives to others: its link, the HTML of a frame for another page, and, in such a frame, its height.

// Where the browser has no clipboard for a page, as on plain http, the text is selected and copied as by hand.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

export function copyOnClick(button, text, done) {
  const words = button.textContent;
  button.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a link that is opened elsewhere
    event.preventDefault();
    await copy(text());
    button.textContent = done;
    button.focus();
    setTimeout(() => (button.textContent = words), 2000);
  });
}

export function bindSharing() {
  const [link, snippet] = ["link", "snippet"].map((id) => document.getElementById(id));
  if (link) {
    link.textContent = "Copy link";
    copyOnClick(link, () => link.href, "Link copied");
  }
  if (!snippet) return;
  snippet.value = snippet.value.replace('src="/', `src="${location.origin}/`); // where no public site is configured
  const button = document.createElement("button");
  button.textContent = "Copy HTML";
  copyOnClick(button, () => snippet.value, "HTML copied");
  snippet.after(button);
}

// A frame tells the page around it how high it is, now and whenever that changes.
function tellHeight() {
  parent.postMessage({ grundyHeight: document.documentElement.getBoundingClientRect().height }, "*");
}
if (document.body.classList.contains("embed") && parent !== window) new ResizeObserver(tellHeight).observe(document.body);
