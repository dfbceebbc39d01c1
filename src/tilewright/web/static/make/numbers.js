// Making a puzzle of numbers, a Shikaku: they are typed into cells, and their sum says whether they fill the board.

import { $, el, say, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { atomOf, key } from "../core/lattice.js";
import { clues } from "../play/shikaku/picture.js";
import { phrase } from "../words/words.js";
import { drawPaint } from "./board.js";
import { change, frame, make } from "./draft.js";

const LARGEST = 2500; // number that keys write

export const grids = { shikaku: { kind: "shikaku", lattice: "square", size: [8, 8] } };
export const gridOf = () => "shikaku";
export const label = () => phrase("make.label numbers");
export const help = () => phrase("make.help numbers");

// There is nothing to paint with, and the board is a rectangle.
export const brushes = () => null;
export const surface = () => null;
export const shapes = () => null;
export const fillButton = () => null;
export const drag = () => {};

export function side() {
  /** @param {Event & { target: HTMLInputElement }} event */
  const typed = (event) => {
    const text = event.target.value.trim();
    if (!/^(\d{0,4}|\?)$/.test(text)) {
      refresh();
      return say(phrase("make.number wanted"), "bad");
    }
    say("");
    write(text === "?" ? null : Number(text) || undefined);
  };
  return el(
    "fieldset",
    el("legend", phrase("make.number")),
    el(
      "label",
      el("span", { id: "make-where" }),
      el("input", { id: "make-number", inputmode: "numeric", size: 4, autocomplete: "off", onchange: typed }),
    ),
    el("p.plain", { id: "make-areas", role: "status" }),
  );
}

export function refresh() {
  const [row, column] = make.cursor;
  const value = make.draft.numbers[key(make.cursor)];
  $("make-where").replaceChildren(el("span", phrase("make.cell at", { row: row + 1, column: column + 1 })));
  $("make-number").value = value === null ? "?" : (value ?? "");
  const sum = Object.values(make.draft.numbers).reduce((total, n) => (total ?? 0) + (n ?? 0), 0);
  const cells = make.draft.size[0] * make.draft.size[1];
  $("make-areas").textContent = phrase("make.sum", { sum, cells });
}

/** @param {Lattice} lattice */
export const painted = (lattice) => [
  svg("path.painted", { d: draw.grid(lattice, frame()) }),
  clues({ clues: Object.entries(make.draft.numbers).map(clueOf) }),
];

/** @param {[string, number | null]} entry @returns {Clue} */
function clueOf([name, value]) {
  const [row, column] = atomOf(name);
  return [row, column, value];
}

// Another cell was chosen.
export function moved() {
  make.isTyping = false;
  make.refresh("number");
}
export const press = moved;

/** @param {string} name */
export function typeKey(name) {
  const now = make.draft.numbers[key(make.cursor)];
  if (/^\d$/.test(name)) {
    write(Math.min(Number(`${make.isTyping ? (now ?? "") : ""}${name}`), LARGEST) || undefined);
    make.isTyping = true;
  } else if (name === "?") write(null);
  else if (name === "Delete") write(undefined);
  else if (name === "Backspace") write(now && now > 9 ? Math.floor(now / 10) : undefined);
  else return false;
  return true;
}

/** @param {number | null | undefined} value */
function write(value) {
  change(({ numbers }) => {
    if (value === undefined) delete numbers[key(make.cursor)];
    else numbers[key(make.cursor)] = value;
  });
  drawPaint();
  make.refresh("number");
}

/** @param {string[]} names */
export const told = ([name]) => String(make.draft.numbers[name] ?? phrase("make.no number"));

/** @param {Draft} draft @param {View} view @param {PuzzleFile} file */
export function takeOver(draft, { clues: all }, { pinned }) {
  for (const [row, column, value] of all) draft.numbers[`${row},${column}`] = value;
  if (pinned?.length) draft.rest = { pinned };
}

/** @param {Draft} draft */
export function fileOf({ size, numbers }) {
  const [rows, columns] = size;
  if (!Object.keys(numbers).length) throw new Error(phrase("make.no numbers yet"));
  /** @param {unknown} value */
  const glyph = (value) => (value === undefined ? "." : value === null ? "?" : value);
  /** @param {number} r */
  const row = (r) => Array.from({ length: columns }, (_, c) => glyph(numbers[`${r},${c}`])).join(" ");
  return { shikaku: Array.from({ length: rows }, (_, r) => row(r)).join("\n") };
}
