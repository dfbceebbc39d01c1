// Every puzzle that was solved in this browser, for the statistics: kept here and sent nowhere.

import { read, write } from "./progress.js";
import { countOf, isRecord, listOf, secondsOf } from "./trusted.js";
import { kindOf } from "./kinds.js";

const KEPT = "tilewright:results"; // [{day, kind, seconds, hints, source}], the latest last
const MOST = 3000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const WORD = /^[\w~-]{1,40}$/;

/** @param {any} value @param {any} form */
const isText = (value, form) => typeof value === "string" && form.test(value);

/** @param {any} row */
const isResult = (row) =>
  isRecord(row) && isText(row.day, DAY) && isText(row.kind, WORD) && secondsOf(row.seconds) !== null;

export function results() {
  return listOf(read(KEPT))
    .filter(isResult)
    .map(({ day, kind, seconds, hints, source }) => ({
      day,
      kind,
      seconds,
      hints: countOf(hints),
      source: typeof source === "string" ? source : "",
    }));
}

/** @param {string} day @param {View} view @param {string} source @param {any} it3 */
export function noteResult(day, view, source, { seconds, hints }) {
  const named = source.length > 200 ? "" : source; // a link that holds the whole puzzle
  const row = {
    day,
    kind: kindOf(view).resultName(view),
    seconds: Math.round(10 * seconds) / 10,
    hints,
    source: named,
  };
  write(KEPT, [...results(), row].slice(-MOST));
}
