// Above the board of a box that somebody owns: which of its boards, what the dice show or which date it is, one more piece.

import { button, el } from "../core/dom.js";
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
    box.groups.map((/** @type {any} */ group, /** @type {number} */ i) => choice(box, group, i)),
    box.dice ? button(phrase("puzzles.box roll"), () => roll(box), { id: "box-roll" }) : null,
    button(phrase("puzzles.box more"), does.more, { id: "box-more" }),
  );
}

/** @param {any[]} parts */
const go = (...parts) => (location.hash = addressOf("play", ["box", ...parts].join("/")));

/** @param {any} it */
const boardChoice = ({ name, boards, board }) =>
  select("box-board", phrase("puzzles.box board"), boards, board, (chosen) => go(name, chosen));

// One of the names of a group stays open: what a die shows, a month, a day.
/** @param {any} it @param {string[]} group @param {number} i */
function choice({ name, board, open, dice }, group, i) {
  const label = phrase(dice ? "puzzles.box die" : "puzzles.box date", { number: i + 1 });
  return select(`box-open-${i}`, label, group, open[i], (chosen) =>
    go(name, board, open.with(i, chosen).join(",")),
  );
}

/** @param {string} id @param {any} label @param {string[]} names @param {any} chosen @param {(chosen: string) => void} change */
function select(id, label, names, chosen, change) {
  const options = names.map((name) =>
    el("option", { value: name, selected: name === chosen }, boardText(name)),
  );
  return el("select", { id, "aria-label": label, onchange: ({ target }) => change(target.value) }, options);
}

/** @param {any} it */
const roll = ({ name, board, groups }) =>
  go(
    name,
    board,
    groups.map((/** @type {any} */ group) => group[Math.floor(Math.random() * group.length)]).join(","),
  );
