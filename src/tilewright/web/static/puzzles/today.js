// The puzzles of the day, one for each system, and a calendar of those that were solved.

import { get } from "../core/api.js";
import { $, el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { puzzleOf } from "../state/sources.js";
import { store } from "../state/store.js";
import { language, phrase } from "../words/words.js";
import { dayText, solvedDays, streak, weeks } from "../state/results.js";
import { dots } from "./dots.js";
import { newBoxes } from "./new.js";
import { titleOf } from "./puzzles.js";
import { showHalf } from "./thumbnail.js";
import { statistics } from "./statistics.js";

const WEEKS = 5;

/** @param {unknown} _ @param {Route} route */
export const load = (_, { day }) => get(`/api/day/${day ?? dayText()}`);

/** @param {string} date @param {Intl.DateTimeFormatOptions} options */
const longDay = (date, options) => new Date(`${date}T12:00`).toLocaleDateString(language, options);

/** @param {{ date: string, systems: { system: string }[] }} it */
export function show({ date, systems }) {
  const days = solvedDays();
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { weekday: "long", day: "numeric", month: "long" };
  const text = longDay(date, options);
  $("today").replaceChildren(
    el("h2", phrase("puzzles.of the day", { day: text })),
    el(
      "div.cards.wide",
      systems.map(({ system }) => card(system, date, days[date]?.[system])),
    ),
    el(
      "div.of-player",
      el(
        "section",
        el("h2", phrase("puzzles.your days")),
        el("p.plain", { id: "today-streak" }, streakText(streak(days))),
        calendar(days, date, dayText()),
      ),
      statistics(),
    ),
    el("h2", phrase("puzzles.new")),
    newBoxes("today-new"),
  );
}

// The card is there at once; its picture comes when the puzzle is made.
/** @param {string} system @param {string} date @param {number} seconds */
function card(system, date, seconds) {
  const source = `day/${system}/${date}`;
  const preview = el("div.frame-of-card");
  const size = el("span.plain", "…");
  puzzleOf(source).then(
    (/** @type {View} */ view) => {
      showHalf(preview, view);
      const unit = store.lattices[view.lattice].unit;
      size.textContent = phrase("tools.size", { area: view.atoms.length / unit });
      if (view.made?.difficulty) size.append(" ", dots(view.made.difficulty));
    },
    (/** @type {Error} */ error) => (size.textContent = error.message),
  );
  const mark = seconds === undefined ? "" : phrase("puzzles.solved in", { time: timeText(seconds) });
  return el(
    "a.card",
    { href: addressOf("play", source), "data-system": system },
    preview,
    el("b", titleOf(system)),
    size,
    mark ? el("small", el("span.solved", mark)) : null,
  );
}

/** @param {number} length */
const streakText = (length) => phrase(length ? "puzzles.streak" : "puzzles.no streak", { length });

// A day leads to all its puzzles; `chosen` is the one whose puzzles stand above.
/** @param {Days} days @param {string} chosen @param {string} today */
function calendar(days, chosen, today) {
  /** @param {string} date @param {number} i */
  const cell = (date, i) => {
    const solved = Object.keys(days[date] ?? {}).length;
    const words = { date: longDay(date, { day: "numeric", month: "long" }), solved };
    const label = phrase(solved ? "puzzles.day solved" : "puzzles.day unsolved", words);
    const attributes = {
      class: `day ${solved ? "solved" : ""} ${date === today ? "is-today" : ""}`,
      title: label,
      "aria-current": date === chosen ? "date" : null,
    };
    const number = String(Number(date.slice(-2)));
    const begins = i === 0 || number === "1";
    const text = [number, begins ? el("small", longDay(date, { month: "short" })) : null];
    if (date > today) return el("span.day.later", text);
    const href = addressOf("today", date === today ? "" : date);
    return el("a", { ...attributes, href, "aria-label": label }, text);
  };
  const all = weeks(WEEKS);
  const head = all[0].map((date) =>
    el("span.plain", { "aria-hidden": "true" }, longDay(date, { weekday: "short" })),
  );
  return el("div.calendar", head, all.flat().map(cell));
}
