// Puzzles by their source in the address, each asked for once.

import { get, postJson } from "../core/api.js";
import { language, nameOf, phrase } from "../words/words.js";
import { decoded } from "./address.js";
import { unpack } from "./link.js";

const KEPT = 30;
const known = new Map(); // source -> promise of the server's view

export function puzzleOf(source) {
  if (!known.has(source)) {
    const asked = load(source);
    known.set(source, asked);
    asked.catch(() => known.delete(source)); // it may be asked for again
    if (known.size > KEPT) known.delete(known.keys().next().value);
  }
  return known.get(source);
}

const escaped = (parts) => parts.map(encodeURIComponent).join("/");

// What each kind of source asks the server for, by the number of parts it has; null for any number.
const KINDS = {
  gallery: [null, listed],
  shikaku: [3, (size, difficulty, seed) => made("shikaku", difficulty, seed, ...size.split("x"))],
  new: [3, (system, difficulty, seed) => made(system, difficulty, seed)],
  katamino: [1, katamino],
  day: [2, daily],
};

async function load(source) {
  if (/^\d+\./.test(source)) return postJson("/api/puzzle", { puzzle: await unpack(source) });
  const [kind, ...parts] = source.split("/").map(decoded);
  const [count, ask] = Object.hasOwn(KINDS, kind) ? KINDS[kind] : [0];
  if (!ask || !parts.length || parts.length !== (count ?? parts.length)) throw unknown();
  return ask(...parts);
}

const unknown = () => new Error(phrase("page.no address"));

async function listed(...parts) {
  const view = await get(`/api/gallery/${escaped(parts)}`);
  return { ...view, name: nameOf(view.name) };
}

async function made(system, difficulty, seed, ...size) {
  const [rows, columns] = size.map(Number);
  const numbers = [Number(seed), ...(size.length ? [rows, columns] : [])];
  if (!numbers.every(Number.isInteger)) throw unknown();
  const asked = { system, difficulty, seed: Number(seed), ...(size.length ? { rows, columns } : {}) };
  return named(await postJson("/api/new", asked));
}

async function katamino(letters) {
  if (!/^[A-Z]{1,12}$/.test(letters)) throw unknown();
  const view = await postJson("/api/puzzle", { puzzle: `${letters}@5x${letters.length}` });
  return { ...view, name: phrase("puzzles.name katamino", { letters, size: letters.length }) };
}

async function daily(system, date) {
  const view = await get(`/api/day/${escaped([system, date])}`);
  const day = new Date(`${date}T12:00`).toLocaleDateString(language, { day: "numeric", month: "long" });
  return {
    ...view,
    name: phrase("puzzles.name of day", { system: phrase(`puzzles.system.${system}`), day }),
  };
}

// A puzzle that was made, with a name in words.
function named(view) {
  const { system, difficulty, seed, rows, columns } = view.made;
  const words = { difficulty: phrase(`puzzles.${difficulty}`), seed: String(seed), rows, columns };
  const key = system === "shikaku" ? "puzzles.made shikaku" : "puzzles.made";
  return { ...view, name: phrase(key, { ...words, system: phrase(`puzzles.system.${system}`) }) };
}
