// What is shared of a solved puzzle: its name, time and hints, and a small picture that gives nothing away.

import { timeText, titleOf } from "../core/phrases.js";
import { phrase } from "../words/words.js";

const ROW = 10; // signs in a row
const MOST = 60; // signs in all
const SIGNS = { laid: "🟩", back: "🟧", note: "⬜" };

// A sign for each move: laid, taken back, noted.
/** @param {View} view @param {any} one */
export function resultText(view, { seconds, hints, past }) {
  const signs = past.map(signOf);
  const shown = signs.length > MOST ? [...signs.slice(0, MOST - 1), "…"] : signs;
  const rows = [];
  for (let i = 0; i < shown.length; i += ROW) rows.push(shown.slice(i, i + ROW).join(""));
  const name = titleOf(view);
  const head = phrase("tools.result", { name, time: timeText(seconds), hints });
  return [head, ...rows].join("\n");
}

/** @param {any} change */
function signOf(change) {
  if (change.in.length) return SIGNS.laid;
  return change.notes ? SIGNS.note : SIGNS.back;
}
