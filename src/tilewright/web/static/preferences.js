// The dialog with the settings. A change is seen at once; another language draws the page anew.

import { setSetting, settings } from "./state/settings.js";
import { LANGUAGES, phrase } from "./words/words.js";
import { button, el, labelled } from "./core/dom.js";
import { felt } from "./play/tones.js";

const THEMES = ["", "light", "dark"];
const LETTERS = ["normal", "small", "off"];

export function openSettings() {
  const dialog = settingsDialog();
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

function settingsDialog() {
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    { id: "settings", "aria-labelledby": "settings-title" },
    el("h2", { id: "settings-title" }, phrase("page.settings")),
    choice("language", languages(), () => location.reload()),
    choice(
      "theme",
      Object.fromEntries(THEMES.map((name) => [name, phrase(`page.theme.${name || "system"}`)])),
    ),
    choice("letters", Object.fromEntries(LETTERS.map((name) => [name, phrase(`page.letters.${name}`)]))),
    tick("patterns", phrase("page.patterns")),
    tick("big", phrase("page.big type")),
    tick("contrast", phrase("page.high contrast")),
    tick("mistakes", phrase("tools.show mistakes")),
    tick("ways", phrase("tools.show ways")),
    tick("sound", phrase("page.sound"), () => felt("lay")),
    /** @type {any} */ (navigator).vibrate ? tick("haptics", phrase("page.haptics"), () => felt("lay")) : "",
    el(
      "div.bar",
      button(phrase("page.close"), () => dialog.close(), { id: "settings-close" }),
    ),
  );
  return dialog;
}

const languages = () => ({
  "": phrase("page.language of the browser"),
  ...LANGUAGES,
});

/** @param {string} name @param {Record<string, string>} texts @param {() => void} [after] */
function choice(name, texts, after = () => {}) {
  const now = settings()[name];
  const options = Object.entries(texts).map(([value, text]) =>
    el("option", { value, selected: value === now }, text),
  );
  /** @param {any} event */
  const change = (event) => {
    setSetting(name, event.target.value);
    after();
  };
  return labelled(
    phrase(`page.${name}`),
    el("select", { id: `settings-${name}`, onchange: change }, options),
  );
}

/** @param {string} name @param {string} text */
function tick(name, text, after = () => {}) {
  const box = el("input", {
    id: `settings-${name}`,
    type: "checkbox",
    checked: settings()[name] === true,
    onchange: (event) => {
      setSetting(name, event.target.checked);
      after();
    },
  });
  return el("label.check", box, text);
}
