// Failures that pass: what was asked for may well come a moment later.

import { phrase } from "../words/words.js";

// Nobody answered.
export class Unreachable extends Error {}

// A part of the page, which is fetched when it is first needed.
/** @template T @param {() => Promise<T>} load */
export async function part(load) {
  try {
    return await load();
  } catch {
    throw new Unreachable(phrase("page.not loaded"));
  }
}
