// The puzzles that somebody likes best, by their sources, kept in this browser.

import { decoded } from "./address.js";
import { isText, listOf, read, write } from "../kept/storage.js";

const KEPT = "tilewright:favorites"; // sources as they stand in addresses, the latest first
const MOST = 200;
const LONGEST = 20_000; // characters; some links hold the whole puzzle

/** @param {unknown} source @returns {source is string} */
const isSource = (source) => isText(source) && source !== "" && source.length <= LONGEST;

/** @returns {string[]} */
export const favorites = () => listOf(read(KEPT)).filter(isSource).slice(0, MOST);

/** @param {string[]} sources */
const named = (sources) => new Set(sources.map(decoded));

// Tells of each source whether it is among them.
export function favoriteTest() {
  const known = named(favorites());
  return (/** @type {string} */ source) => known.has(decoded(source));
}

// Make a source a favorite, or no longer one; whether it is one now.
/** @param {string} source */
export function turnFavorite(source) {
  const others = favorites().filter((each) => decoded(each) !== decoded(source));
  const isNew = others.length === favorites().length;
  write(KEPT, isNew ? [source, ...others].slice(0, MOST) : others);
  return favoriteTest()(source);
}
