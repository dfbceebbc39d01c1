// Puzzles by their source in the address, each asked for once.

import { get, postJson } from "../core/api.js";
import { decoded } from "./address.js";
import { unpack } from "./link.js";
import { phrase } from "../words/words.js";

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

async function load(source) {
  if (/^\d+\./.test(source)) return postJson("/api/puzzle", { puzzle: await unpack(source) });
  const [kind, ...parts] = source.split("/").map(decoded);
  if (kind === "gallery" && parts.length)
    return get(`/api/gallery/${parts.map(encodeURIComponent).join("/")}`);
  if (kind === "shikaku" && parts.length === 3) return made(...parts);
  if (kind === "day" && parts.length === 2) return get(`/api/day/${parts.map(encodeURIComponent).join("/")}`);
  throw new Error(phrase("page.no address"));
}

async function made(size, difficulty, seed) {
  const [rows, columns] = size.split("x").map(Number);
  if (![rows, columns, Number(seed)].every(Number.isInteger)) throw new Error(phrase("page.no address"));
  return postJson("/api/new", { rows, columns, difficulty, seed: Number(seed) });
}
