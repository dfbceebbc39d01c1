// Puzzles by their source in the address, each asked for once.

import { get, postJson } from "../core/api.js";
import { boardText, language, nameOf, phrase } from "../words/words.js";
import { decoded, unpack } from "./address.js";
import { withKind } from "../core/kinds.js";

// What is made on demand, and how.
export const SIZES = [5, 6, 7, 8, 10, 12, 15, 20];
export const DIFFICULTIES = ["easy", "medium", "hard"];
export const MADE = ["shikaku", "doodle-fit", "tetris", "fridgeiq", "surprise", "edges"];
export const SIZED = new Set(["shikaku"]); // of these the player chooses the size
const SEEDS = 1_000_000;
const KEPT = 30;
/** @type {Map<string, Promise<View>>} */
const known = new Map(); // source -> promise of the server's view

/** @param {string} source */
export function puzzleOf(source) {
  if (!known.has(source)) {
    const asked = load(source).then(withKind);
    known.set(source, asked);
    asked.catch(() => known.delete(source)); // it may be asked for again
    if (known.size > KEPT) known.delete(known.keys().next().value ?? "");
  }
  return known.get(source);
}

// Whether a part of an address would lead elsewhere among the server's paths.
/** @param {string} part */
const strays = (part) => !part || part === "." || part === ".." || /[/\\]/.test(part);

/** @param {string[]} parts */
const escaped = (parts) => parts.map(encodeURIComponent).join("/");

// What each kind of source asks the server for, by the number of parts it has; null for any number.
/** @type {Record<string, [number | null, (...parts: string[]) => Promise<View>]>} */
const SOURCES = {
  gallery: [null, listed],
  box: [null, boxed],
  shikaku: [3, (size, difficulty, seed) => made("shikaku", difficulty, seed, sidesOf(size))],
  new: [3, (system, difficulty, seed) => made(system, difficulty, seed)],
  katamino: [1, katamino],
  day: [2, daily],
};

/** @param {string} source */
async function load(source) {
  if (/^\d+\./.test(source)) return sent(await unpack(source));
  const [name, ...parts] = source.split("/").map(decoded);
  const [count, ask] = Object.hasOwn(SOURCES, name) ? SOURCES[name] : [0, null];
  if (!ask || !parts.length || parts.length !== (count ?? parts.length)) throw unknown();
  return ask(...parts);
}

// A puzzle that is all in its link, which has the names of the lists in English.
/** @param {string} text */
async function sent(text) {
  const view = await postJson("/api/puzzle", { puzzle: text });
  return view.name ? { ...view, name: nameOf(view.name) } : view;
}

const unknown = () => new Error(phrase("page.no address"));

/** @param {...string} parts */
async function listed(...parts) {
  if (parts.some(strays)) throw refusal("errors.no such puzzle");
  const view = await get(`/api/gallery/${escaped(parts)}`);
  return { ...view, title: view.name, name: nameOf(view.name) };
}

// A board of a box; a calendar without a date has that of today.
/** @param {string} name @param {...string} parts */
async function boxed(name, ...parts) {
  if ([name, ...parts].some(strays)) throw refusal("errors.no such puzzle");
  const view = await get(`/api/shelf/${escaped([name, ...parts])}`);
  const { groups, board, dice, name: box } = view.box;
  if (parts.length > 1 || !groups.length || dice) return withBoard(view);
  return withBoard(await get(`/api/shelf/${escaped([box, board, dateOf(groups, new Date()).join(",")])}`));
}

// The view with the name of its box, and of its board where there are several, as the page writes them.
/** @param {View} view */
function withBoard(view) {
  const { board = "", boards = [] } = view.box ?? {};
  const game = nameOf(view.name.split(": ")[0]);
  return { ...view, title: view.name, name: boards.length > 1 ? `${game}: ${boardText(board)}` : game };
}

// The names of a day among those of a calendar: its month, its number, and its weekday where the calendar has them.
/** @param {string[][]} groups @param {Date} day */
function dateOf([months, days, weekdays], day) {
  const date = [months[day.getMonth()], days[day.getDate() - 1]];
  return weekdays ? [...date, weekdays[day.getDay()]] : date;
}

/** @param {string} system @param {string} difficulty @param {string} seed @param {{ rows?: number, columns?: number }} [sides] */
async function made(system, difficulty, seed, sides = {}) {
  if (!MADE.includes(system)) throw refusal("errors.no such system", { names: MADE.join(", ") });
  if (!DIFFICULTIES.includes(difficulty)) throw refusal("errors.no such difficulty");
  if (!SEED.test(seed)) throw refusal("errors.no such seed");
  return named(await postJson("/api/new", { system, difficulty, seed: Number(seed), ...sides }));
}

const SEED = /^\d{1,12}$/;
/** @param {string} key @param {Values} [values] */
const refusal = (key, values) => new Error(phrase(key, values));

// A size such as 8x8.
/** @param {string} size */
function sidesOf(size) {
  const [low, high] = [SIZES[0], SIZES.at(-1)];
  const [rows, columns] = (/^(\d+)x(\d+)$/.exec(size) ?? []).slice(1).map(Number);
  if (![rows, columns].every((side) => side >= low && side <= high))
    throw refusal("errors.no such size", { low, high });
  return { rows, columns };
}

const PENTOMINOES = /^(?:([FILNPTUVWXYZ])(?!.*\1)){1,12}$/; // each letter once

/** @param {string} letters */
async function katamino(letters) {
  if (!PENTOMINOES.test(letters)) throw refusal("errors.no such letters here");
  const view = await postJson("/api/puzzle", { puzzle: `${letters}@5x${letters.length}` });
  return { ...view, name: phrase("puzzles.name katamino", { letters, size: letters.length }) };
}

/** @param {string} system @param {string} date */
async function daily(system, date) {
  if ([system, date].some(strays)) throw unknown();
  const view = await get(`/api/day/${escaped([system, date])}`);
  const day = new Date(`${date}T12:00`).toLocaleDateString(language, { day: "numeric", month: "long" });
  return {
    ...view,
    name: phrase("puzzles.name of day", { system: phrase(`puzzles.system.${system}`), day }),
  };
}

// A puzzle that was made, with a name in words.
/** @param {View} view */
function named(view) {
  if (!view.made) return view;
  const { system, difficulty, seed, rows, columns } = view.made;
  const words = { difficulty: phrase(`puzzles.${difficulty}`), seed: String(seed), rows, columns };
  const key = SIZED.has(system) ? "puzzles.made shikaku" : "puzzles.made";
  return { ...view, name: phrase(key, { ...words, system: phrase(`puzzles.system.${system}`) }) };
}

// ---- from one to the next ------------------------------------------------------------------------------------------

// A new puzzle of a recipe: what is made, of which size, and how difficult.
/** @param {string} recipe */
export const newSource = (recipe) => `${recipe}/${Math.floor(Math.random() * SEEDS)}`;

// Another puzzle of the same kind, for sources that are made; null for others.
/** @param {string} source */
export function anotherSource(source) {
  const [, recipe] = /^((?:shikaku\/\d+x\d+|new\/[a-z-]+)\/[a-z]+)\/\d+$/.exec(source) ?? [];
  return recipe ? newSource(recipe) : null;
}

// The puzzle after this one: another of the same recipe, the next of the gallery, another system's of the same day.

/** @param {string} source */
export async function nextSource(source) {
  const another = anotherSource(source);
  if (another) return another;
  try {
    const [from, ...parts] = source.split("/").map(decoded);
    if (from === "gallery") return await nextOfGallery(parts.join("/"));
    if (from === "day") return await nextOfDay(parts[0], parts[1]);
  } catch {
    // without the list there is no next one
  }
  return null;
}

/** @param {string} name */
async function nextOfGallery(name) {
  const all = await get("/api/gallery");
  const place = all.findIndex((/** @type {Item} */ entry) => entry.name === name);
  const next = all[place + 1];
  return place >= 0 && next ? `gallery/${next.name}` : null;
}

/** @param {string} system @param {string} date */
async function nextOfDay(system, date) {
  const { systems } = await get(`/api/day/${encodeURIComponent(date)}`);
  const place = systems.findIndex((/** @type {{ system: string }} */ each) => each.system === system);
  const next = systems[(place + 1) % systems.length];
  return place >= 0 && systems.length > 1 ? `day/${next.system}/${date}` : null;
}
