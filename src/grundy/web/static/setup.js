// The page on which a game is set up: the choices are remembered, and the address follows them.
const CHOICES = ["vs", "first", "misere", "size", "level", "want"];
const STORE = "grundy.choices";
const fields = () => CHOICES.map((name) => document.querySelector(`#main [name="${name}"]:not([type="hidden"])`)).filter(Boolean);
const stored = () => JSON.parse(localStorage.getItem(STORE) ?? "{}");

// What was chosen last is chosen again where the address says nothing.
function recall() {
  const said = new URL(location.href).searchParams;
  const last = stored();
  for (const field of fields())
    if (!said.has(field.name) && [...field.options].some((one) => one.value === last[field.name])) {
      field.value = last[field.name];
      carry(field.name, field.value);
    }
}
document.addEventListener("change", (event) => {
  if (!CHOICES.includes(event.target.name)) return;
  localStorage.setItem(STORE, JSON.stringify({ ...stored(), [event.target.name]: event.target.value }));
  const url = new URL(location.href);
  url.searchParams.set(event.target.name, event.target.value);
  history.replaceState(null, "", url);
  carry(event.target.name, event.target.value);
});
// What was chosen stays chosen when the board is changed.
function carry(name, value) {
  for (const link of document.querySelectorAll('#main a[href*="/setup/"]')) {
    const url = new URL(link.href.baseVal ?? link.href, location.href);
    url.searchParams.set(name, value);
    link.setAttribute("href", url.href);
  }
  for (const form of document.querySelectorAll("form.typed")) {
    const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }
}
document.addEventListener("page", recall);
recall();
