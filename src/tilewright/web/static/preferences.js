// The dialog with the settings. A change is seen at once; another language draws the page anew.

import { setSetting, settings } from "./kept/settings.js";
import { LANGUAGES, phrase } from "./words/words.js";
import { button, check, el, labelled, select } from "./core/dom.js";
import { felt } from "./play/tones.js";

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
    choice(
      "language",
      ["", ...Object.keys(LANGUAGES)],
      (name) => LANGUAGES[name] ?? phrase("page.language of the browser"),
      () => location.reload(),
    ),
    choice("theme", ["", "light", "dark"], (name) => phrase(`page.theme.${name || "system"}`)),
    choice("letters", ["normal", "small", "off"], (name) => phrase(`page.letters.${name}`)),
    tick("patterns", "page.patterns"),
    tick("big", "page.big type"),
    tick("contrast", "page.high contrast"),
    tick("mistakes", "tools.show mistakes"),
    tick("ways", "tools.show ways"),
    tick("sound", "page.sound", () => felt("lay")),
    "vibrate" in navigator ? tick("haptics", "page.haptics", () => felt("lay")) : null,
    el(
      "div.bar",
      button(phrase("page.close"), () => dialog.close(), { id: "settings-close" }),
    ),
  );
  return dialog;
}

// What a setting becomes is seen at once.
/** @param {keyof Settings} name */
const setting =
  (name, after = () => {}) =>
  (/** @type {string | boolean} */ value) => {
    setSetting(name, value);
    after();
  };

/** @typedef {import("./kept/settings.js").Settings} Settings */
/** @param {"language" | "theme" | "letters"} name @param {string[]} values @param {TextOf<string>} textOf @param {() => void} [after] */
const choice = (name, values, textOf, after) =>
  labelled(
    phrase(`page.${name}`),
    select(values, settings()[name], textOf, setting(name, after), { id: `settings-${name}` }),
  );

/** @param {Exclude<keyof Settings, "language" | "theme" | "letters">} name @param {string} key @param {() => void} [after] */
const tick = (name, key, after) =>
  check(phrase(key), settings()[name], setting(name, after), { id: `settings-${name}` });
