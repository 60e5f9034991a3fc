// The gallery: what is typed into the box hides the games that do not have these words. Without this script the box is a form.
const field = document.getElementById("q");
const found = document.getElementById("found");
const said = found.innerHTML;
const isWhole = document.querySelector(".start") !== null;
const cards = [...document.querySelectorAll(".cards > li")];
const sections = [...document.querySelectorAll("main section")];

// As `fold` and `search_stems` of gallery.py do it.
const fold = (text) => (text.normalize("NFKD").replace(/[\u0300-\u036f'\u2019]/g, "").toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ");
const searchStems = (text) => fold(text).split(" ").filter(Boolean).map((word) => (word.length > 3 ? word.replace(/e?s$/, "") : word));

function filter() {
  const text = field.value.trim();
  const stems = text.includes("(") ? [] : searchStems(text);
  for (const card of cards) card.hidden = !stems.every((stem) => card.dataset.words.includes(stem));
  for (const section of sections) {
    const isRepeated = section.matches(".start") && stems.length > 0;
    section.hidden = isRepeated || section.querySelector(".cards > li:not([hidden])") === null;
  }
  const many = cards.filter((card) => !card.hidden && !card.closest(".start")).length;
  if (!stems.length) found.innerHTML = said;
  else found.textContent = many ? `${many} with “${text}”.` : `No game has “${text}” in its name or rules.`;
}
if (isWhole) {
  field.addEventListener("input", filter);
  if (field.value) filter(); // what a browser has kept of an earlier visit
}
