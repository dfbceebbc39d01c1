// The days whose puzzles were solved, remembered by the browser, and the days in a row.

import { read, write } from "../state/progress.js";
import { entriesOf, isRecord, secondsOf } from "../state/trusted.js";

const KEPT = "tilewright:days"; // {date: {system: seconds}}
const DAY = 24 * 60 * 60 * 1000; // milliseconds

// A day as people here write their date, in the form 2026-11-21.
/** @param {number} [time] */
export function dayText(time = Date.now()) {
  const date = new Date(time);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function solvedDays() {
  const days = Object.entries(entriesOf(read(KEPT), (solved, date) => isRecord(solved) && DATE.test(date)));
  const rows = days.map(([date, solved]) => [date, entriesOf(solved, (time) => secondsOf(time) !== null)]);
  return Object.fromEntries(rows.filter(([, solved]) => Object.keys(solved).length));
}

const DATE = /^\d{4}-\d\d-\d\d$/;

// Note that a puzzle of a day is solved; sources that are none are left alone.
/** @param {string} source @param {number} seconds */
export function noteSolved(source, seconds) {
  const [, system, date] = /^day\/([\w-]+)\/(\d{4}-\d\d-\d\d)$/.exec(source) ?? [];
  if (!date) return;
  const days = solvedDays();
  const best = Math.min(days[date]?.[system] ?? Infinity, seconds);
  write(KEPT, { ...days, [date]: { ...days[date], [system]: best } });
}

// Days in a row with a solved puzzle, up to today, or up to yesterday while today's are still open.
/** @param {Record<string, any>} [days] @param {any} [now] */
export function streak(days = solvedDays(), now = Date.now()) {
  const noon = new Date(now).setHours(12, 0, 0, 0); // so that a change of the clocks skips no day
  const from = days[dayText(noon)] ? 0 : 1;
  let length = 0;
  while (days[dayText(noon - (from + length) * DAY)]) length++;
  return length;
}

// The most days in a row that there ever were.
export function longest(days = solvedDays()) {
  const noons = Object.keys(days)
    .map((date) => Math.round(Date.parse(`${date}T12:00Z`) / DAY))
    .sort((a, b) => a - b);
  let [most, length] = [0, 0];
  noons.forEach((noon, i) => {
    length = noon === noons[i - 1] + 1 ? length + 1 : 1;
    most = Math.max(most, length);
  });
  return most;
}

// The last weeks, Monday first, up to the end of this one.
/** @param {number} count @param {any} [now] */
export function weeks(count, now = Date.now()) {
  const noon = new Date(now).setHours(12, 0, 0, 0);
  const monday = noon - ((new Date(noon).getDay() + 6) % 7) * DAY;
  const first = monday - (count - 1) * 7 * DAY;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => dayText(first + (7 * week + day) * DAY)),
  );
}
