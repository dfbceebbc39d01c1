// Drafts that something else took the place of, the latest first: each can be had back.

import { parsed, readText, tryWrite } from "../state/progress.js";
import { isRecord, listOf } from "../state/trusted.js";

const KEPT = "tilewright:drafts"; // [{draft, at: milliseconds}]
const MOST = 12;

export const shelf = () =>
  listOf(parsed(readText(KEPT))).filter((row) => isRecord(row) && isRecord(row.draft));

// The oldest go where there is no room for all.
/** @param {any} draft */
export function setAside(draft) {
  let rows = [{ draft, at: Date.now() }, ...without(draft)].slice(0, MOST);
  while (rows.length && !tryWrite(KEPT, rows)) rows = rows.slice(0, -1);
}

/** @param {any} draft */
export function takeDown(draft) {
  tryWrite(KEPT, without(draft));
}

/** @param {any} draft */
function without(draft) {
  const text = JSON.stringify(draft);
  return shelf().filter((row) => JSON.stringify(row.draft) !== text);
}
