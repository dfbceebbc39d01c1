// Above the board of a box that somebody owns: which of its boards, what the dice show or which date it is, one more piece.

import { button, el, select } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { store } from "../state/store.js";
import { boardText, phrase } from "../words/words.js";

/** @param {any} does */
export function boxBar(does) {
  const { box } = store.view;
  if (!box) return null;
  return el(
    "div.bar.small.box-bar",
    box.boards.length > 1 ? boardChoice(box) : null,
    box.groups.map((/** @type {string[]} */ group, /** @type {number} */ i) => choice(box, group, i)),
    box.dice ? button(phrase("puzzles.box roll"), () => roll(box), { id: "box-roll" }) : null,
    button(phrase("puzzles.box more"), does.more, { id: "box-more" }),
  );
}

/** @param {any[]} parts */
const go = (...parts) => (location.hash = addressOf("play", ["box", ...parts].join("/")));

/** @param {any} it */
const boardChoice = ({ name, boards, board }) =>
  select(boards, board, boardText, (chosen) => go(name, chosen), {
    id: "box-board",
    "aria-label": phrase("puzzles.box board"),
  });

// One of the names of a group stays open: what a die shows, a month, a day.
/** @param {any} it @param {string[]} group @param {number} i */
function choice({ name, board, open, dice }, group, i) {
  const label = phrase(dice ? "puzzles.box die" : "puzzles.box date", { number: i + 1 });
  const change = (/** @type {string} */ chosen) => go(name, board, open.with(i, chosen).join(","));
  return select(group, open[i], boardText, change, { id: `box-open-${i}`, "aria-label": label });
}

/** @param {{ name: string, board: string, groups: string[][] }} it */
const roll = ({ name, board, groups }) =>
  go(name, board, groups.map((group) => group[Math.floor(Math.random() * group.length)]).join(","));
