// A page on which nothing has appeared says so, in its languages: its modules may never have been run. This is no module
// itself, and is asked for apart from them.

const PATIENCE = 10_000; // milliseconds
const WORDS = {
  en: ["This page did not load.", "Load it again"],
  de: ["Diese Seite wurde nicht geladen.", "Noch einmal laden"],
  fr: ["Cette page ne s’est pas chargée.", "La recharger"],
  es: ["Esta página no se cargó.", "Cargarla de nuevo"],
};

function showBlank() {
  const box = document.getElementById("blank");
  if (document.body.dataset.view || document.getElementById("note").textContent || box.childElementCount)
    return;
  for (const [lang, [text, again]] of Object.entries(WORDS)) {
    const line = box.appendChild(document.createElement("p"));
    line.lang = lang;
    line.append(`${text} `, Object.assign(document.createElement("a"), { href: "", textContent: again }));
  }
  box.hidden = false;
}

setTimeout(showBlank, PATIENCE);
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && showBlank(), true);
