// What was solved in this browser, for the statistics and the calendar: every puzzle, and the days whose puzzles were. It is kept
// here and sent nowhere.

import {
  countOf,
  entriesOf,
  isRecord,
  isText,
  listOf,
  read,
  recordOf,
  secondsOf,
  write,
} from "../kept/storage.js";
import { kindOf } from "../core/kinds.js";

const KEPT = "tilewright:results"; // [{day, kind, seconds, hints, source}], the latest last
const MOST = 3000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const WORD = /^[\w~-]{1,40}$/;

/** @returns {Result[]} */
export const results = () => listOf(read(KEPT)).flatMap((row) => resultFrom(row) ?? []);

/** @param {unknown} row @returns {Result | null} */
function resultFrom(row) {
  const { day, kind, seconds, hints, source } = recordOf(row);
  const time = secondsOf(seconds);
  if (!isText(day) || !DAY.test(day) || !isText(kind) || !WORD.test(kind) || time === null) return null;
  return { day, kind, seconds: time, hints: countOf(hints), source: isText(source) ? source : "" };
}

/** @param {string} day @param {View} view @param {string} source @param {Progress} progress */
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

// ---- the days whose puzzles were solved, and days in a row -------------------------------------------------------------

const KEPT_DAYS = "tilewright:days"; // {date: {system: seconds}}
const DAY_LONG = 24 * 60 * 60 * 1000; // milliseconds

// A day as people here write their date, in the form 2026-11-21.
/** @param {number} [time] */
export function dayText(time = Date.now()) {
  const date = new Date(time);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** @returns {Days} */
export function solvedDays() {
  const days = Object.entries(
    entriesOf(read(KEPT_DAYS), (solved, date) => isRecord(solved) && DAY.test(date)),
  );
  const rows = days.map(([date, solved]) => [date, entriesOf(solved, (time) => secondsOf(time) !== null)]);
  return Object.fromEntries(rows.filter(([, solved]) => Object.keys(solved).length));
}

// Note that a puzzle of a day is solved; sources that are none are left alone.
/** @param {string} source @param {number} seconds */
export function noteSolved(source, seconds) {
  const [, system, date] = /^day\/([\w-]+)\/(\d{4}-\d\d-\d\d)$/.exec(source) ?? [];
  if (!date) return;
  const days = solvedDays();
  const best = Math.min(days[date]?.[system] ?? Infinity, seconds);
  write(KEPT_DAYS, { ...days, [date]: { ...days[date], [system]: best } });
}

// Days in a row with a solved puzzle, up to today, or up to yesterday while today's are still open.
/** @param {Days} [days] @param {number} [now] */
export function streak(days = solvedDays(), now = Date.now()) {
  const noon = new Date(now).setHours(12, 0, 0, 0); // so that a change of the clocks skips no day
  const from = days[dayText(noon)] ? 0 : 1;
  let length = 0;
  while (days[dayText(noon - (from + length) * DAY_LONG)]) length++;
  return length;
}

// The most days in a row that there ever were.
export function longest(days = solvedDays()) {
  const noons = Object.keys(days)
    .map((date) => Math.round(Date.parse(`${date}T12:00Z`) / DAY_LONG))
    .sort((a, b) => a - b);
  let [most, length] = [0, 0];
  noons.forEach((noon, i) => {
    length = noon === noons[i - 1] + 1 ? length + 1 : 1;
    most = Math.max(most, length);
  });
  return most;
}

// The last weeks, Monday first, up to the end of this one.
/** @param {number} count @param {number} [now] */
export function weeks(count, now = Date.now()) {
  const noon = new Date(now).setHours(12, 0, 0, 0);
  const monday = noon - ((new Date(noon).getDay() + 6) % 7) * DAY_LONG;
  const first = monday - (count - 1) * 7 * DAY_LONG;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => dayText(first + (7 * week + day) * DAY_LONG)),
  );
}
