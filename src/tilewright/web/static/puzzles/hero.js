// What stands at the top of the catalogue: a puzzle of today, large, and those that were played last.

import { el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { puzzleOf } from "../state/sources.js";
import { language, nameOf, phrase } from "../words/words.js";
import { dayText, solvedDays, streak } from "../state/results.js";
import { dots } from "./dots.js";
import { showHalf, thumbnail } from "./thumbnail.js";

const OF_WEEKDAYS = ["calendar", "katamino", "edges", "tetris", "fridgeiq", "doodle-fit", "shikaku"]; // Sunday first
const MOST = 4; // that were played last

/** @typedef {{ item: Item, source: string, mark: Mark }} Played */
// `titleOf` says a system in words, `played` are rows {item, source, mark}, the latest first.
/** @param {TextOf<string>} titleOf @param {Played[]} played */
export const hero = (titleOf, played) =>
  el("div.home-top", today(titleOf), played.length ? recent(played.slice(0, MOST)) : null);

/** @param {TextOf<string>} titleOf */
function today(titleOf) {
  const date = dayText();
  const day = new Date(`${date}T12:00`);
  const system = OF_WEEKDAYS[day.getDay()];
  const source = `day/${system}/${date}`;
  const days = solvedDays();
  const seconds = days[date]?.[system];
  const row = streak(days);
  const picture = el("div.today-picture");
  puzzleOf(source).then(
    (/** @type {View} */ view) => showHalf(picture, view),
    () => {}, // there is no picture; who follows the link is told why
  );
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { weekday: "long", day: "numeric", month: "long" };
  return el(
    "div.today-card",
    { id: "today-card" },
    picture,
    el(
      "div.today-words",
      el("span.plain", day.toLocaleDateString(language, options)),
      el("h2", phrase("puzzles.today", { system: titleOf(system) })),
      row ? el("span.plain", phrase("puzzles.streak", { length: row })) : null,
      el(
        "div.bar",
        el("a.button.main", { href: addressOf("play", source) }, playText(seconds)),
        el("a.button", { href: addressOf("today") }, phrase("puzzles.all of today")),
      ),
    ),
  );
}

/** @param {number} seconds */
const playText = (seconds) =>
  seconds === undefined
    ? phrase("puzzles.play today")
    : phrase("puzzles.solved in", { time: timeText(seconds) });

/** @param {Played[]} played */
function recent(played) {
  /** @param {Played} row */
  const link = ({ item, source, mark }) =>
    el(
      "a.recent",
      { href: addressOf("play", source) },
      thumbnail(item.card, mark.solved ? mark.placed : null),
      el("span", nameOf(item.title)),
      dots(item.difficulty),
    );
  return el("div.recents", el("h2", phrase("puzzles.played last")), el("div.recent-list", played.map(link)));
}
