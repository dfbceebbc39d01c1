// The words of the page in the reader's language: one table a language, of the same keys. A language is a folder and a line
// in LANGUAGES, a subject a file of each folder and a name in SUBJECTS; nothing else on the page knows which there are, but
// blank.js, which speaks where this never came.
//
// In a text, `{name}` stands for a value, `{Name}` for the same with a capital, and `{count|cell|cells}` for the word that
// goes with a number. Values that are numbers are written as the language writes them.

import { settings } from "../kept/settings.js";

/** @type {Record<string, string>} */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};
const SUBJECTS = [
  "edges",
  "errors",
  "explore",
  "hints",
  "make",
  "page",
  "play",
  "puzzles",
  "sets",
  "share",
  "shelf",
  "site",
  "solve",
  "spoken",
  "statistics",
  "templates",
  "tools",
];
const TITLES = "titles"; // of puzzles, which are English where they come from

/** @param {string | undefined} tag */
const known = (tag) => Object.keys(LANGUAGES).find((each) => tag?.toLowerCase().split("-")[0] === each);

// The language that was chosen, or the first of the browser's that there is a table for.
export const language =
  known(settings().language) ?? (navigator.languages ?? []).map(known).find(Boolean) ?? "en";

/** @type {Record<string, Record<string, string>>} texts by subject and key */
const table = {};

/** @param {string} subject */
async function load(subject) {
  table[subject] = (await import(`./${language}/${subject}.js`)).default;
}

// Before it there are no words. No module waits for it at its top: WebKit left such a page blank now and then.
export const wordsReady = Promise.all((language === "en" ? SUBJECTS : [...SUBJECTS, TITLES]).map(load));

const plural = new Intl.PluralRules(language);

// A number as the language writes it, with so many digits behind the point where that is said.
/** @param {number | bigint} n @param {0 | 1 | 2} [places] */
export const number = (n, places) =>
  n.toLocaleString(language, { minimumFractionDigits: places, maximumFractionDigits: places });

// The text of a key such as `play.undo`, with its values filled in.
/** @param {string} key @param {Values} [values] @returns {string} */
export function phrase(key, values = {}) {
  const [group, ...rest] = key.split(".");
  const text = table[group]?.[rest.join(".")];
  if (text === undefined) throw new Error(`no words for ${key} in ${language}`);
  return text.replace(/\{([^{}]*)\}/g, (_, place) => filled(place, values));
}

// Whether there are words for a key.
/** @param {string} key */
export function hasPhrase(key) {
  const [group, ...rest] = key.split(".");
  return table[group]?.[rest.join(".")] !== undefined;
}

// The same, or something else where there are no words for it.
/** @param {string} key @param {string} other */
export const phraseOr = (key, other) => (hasPhrase(key) ? phrase(key) : other);

// The name of a puzzle of the lists, whose own is English.
/** @param {string} title @returns {string} */
export const nameOf = (title) => table[TITLES]?.[title] ?? capital(withSizes(title));

// The name of one of the boards of a box.
/** @param {string} board */
export const boardText = (board) => phraseOr(`shelf.board ${board}`, withSizes(board));

// Sizes such as 5x3 as they are written elsewhere on the page: 5 × 3.
/** @param {string} text */
const withSizes = (text) => text.replace(/(\d) ?x ?(?=\d)/g, "$1 × ");

/** @param {string} place @param {Values} values */
function filled(place, values) {
  const [name, one, other] = place.split("|");
  if (one !== undefined) return plural.select(Number(values[name])) === "one" ? one : other;
  if (values[name] !== undefined) return written(values[name]);
  const small = name[0].toLowerCase() + name.slice(1);
  return capital(written(values[small] ?? "?"));
}

/** @param {Values[string]} value @returns {string} */
const written = (value) =>
  typeof value === "number" || typeof value === "bigint" ? number(value) : String(value);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Put words into the elements of the page's frame: `data-words` names the text, `data-words-label` the aria-label.
/** @param {ParentNode} root */
export function translate(root) {
  document.documentElement.lang = language;
  for (const node of root.querySelectorAll("[data-words]")) node.textContent = phrase(node.dataset.words);
  for (const node of root.querySelectorAll("[data-words-label]"))
    node.setAttribute("aria-label", phrase(node.dataset.wordsLabel));
}
