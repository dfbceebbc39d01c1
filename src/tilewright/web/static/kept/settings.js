// How this browser's user likes the page: language, type, contrast, patterns and letters on pieces, help while playing.

import { entriesOf, read, write } from "./storage.js";

/** @typedef {typeof USUAL} Settings */
const KEPT = "tilewright:settings";
const USUAL = {
  language: "",
  patterns: false,
  letters: "off",
  theme: "",
  big: false,
  contrast: false,
  mistakes: false, // shown as soon as they are made
  sound: false,
  haptics: false,
  ways: false, // how many there are from here, told while playing
};

/** @type {Partial<Settings>} */
let unkept = {}; // what could not be written holds as long as the page is open

// What is kept of another kind than the usual value is as usual.
/** @returns {Settings} */
export const settings = () => ({ ...USUAL, ...entriesOf(read(KEPT), isLikeUsual), ...unkept });

/** @param {unknown} value @param {string} name */
const isLikeUsual = (value, name) =>
  Object.hasOwn(USUAL, name) && typeof value === typeof USUAL[/** @type {keyof Settings} */ (name)];

/** @param {keyof Settings} name @param {string | boolean} value */
export function setSetting(name, value) {
  const chosen = { ...settings(), [name]: value };
  unkept = write(KEPT, chosen) ? {} : chosen;
  applySettings();
}

// Another tab's choices hold here too.
addEventListener("storage", ({ key }) => key === KEPT && applySettings());

export function applySettings() {
  const { patterns, letters, big, contrast, ways, theme } = settings();
  const { classList } = document.documentElement; // not of the body: `:has(body.big)` would cost a millisecond a frame
  classList.toggle("patterned", patterns === true);
  classList.toggle("big", big === true);
  classList.toggle("contrast", contrast === true);
  classList.toggle("tells-ways", ways === true);
  for (const each of ["light", "dark"]) classList.toggle(each, theme === each);
  for (const size of ["small", "off"]) classList.toggle(`letters-${size}`, letters === size);
}
