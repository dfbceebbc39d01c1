// New puzzles, made on demand; what was chosen and the seed are in the address.

import { el, labelled, select } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { read, write } from "../state/progress.js";
import { entriesOf, isRecord } from "../state/trusted.js";
import { phrase } from "../words/words.js";
import { dotChoice } from "./dots.js";

export const SIZES = [5, 6, 7, 8, 10, 12, 15, 20];
export const DIFFICULTIES = ["easy", "medium", "hard"];
export const MADE = ["shikaku", "doodle-fit", "tetris", "fridgeiq", "surprise", "edges"];
export const SIZED = new Set(["shikaku"]); // of these the player chooses the size
const SEEDS = 1_000_000;
const KEPT = "tilewright:new"; // {system: {size, difficulty}}

/** @param {string} system */
function chosen(system) {
  const { size, difficulty } = { size: 8, difficulty: "easy", ...kept()[system] };
  return { size, difficulty: DIFFICULTIES.includes(difficulty) ? difficulty : DIFFICULTIES[0] };
}
const kept = () => entriesOf(read(KEPT), isRecord);
const randomSeed = () => Math.floor(Math.random() * SEEDS);

// `pictureOf` draws something for a system, or nothing; the ids of a view's boxes begin with its `prefix`.
/** @param {any} prefix @param {any} [pictureOf] */
export const newBoxes = (prefix, pictureOf = () => null) =>
  el(
    "div.new-boxes",
    MADE.map((system) => newBox(system, pictureOf(system), prefix)),
  );

/** @param {string} system @param {any} picture @param {any} prefix */
function newBox(system, picture, prefix) {
  const now = chosen(system);
  const title = phrase(`puzzles.make.${system}`);
  const text = (/** @type {number} */ side) => `${side} × ${side}`;
  const attributes = { id: `${prefix}-${system}-size` };
  const size = SIZED.has(system) ? select(SIZES, now.size, text, () => {}, attributes) : null;
  const difficulty = dotChoice(`${prefix}-${system}-difficulty`, DIFFICULTIES, now.difficulty);
  const go = el("button.main", { id: `${prefix}-${system}` }, phrase("puzzles.new one"));
  /** @param {any} event */
  const make = (event) => {
    event.preventDefault();
    go.disabled = true; // until the view is drawn anew: a double click makes one puzzle
    const wanted = { difficulty: difficulty.value(), size: Number(size?.value ?? 0) };
    write(KEPT, { ...kept(), [system]: wanted });
    const recipe = size ? `shikaku/${size.value}x${size.value}` : `new/${system}`;
    location.hash = addressOf("play", `${recipe}/${wanted.difficulty}/${randomSeed()}`);
  };
  return el(
    "form.new-box",
    { onsubmit: make, title: phrase(`puzzles.about.${system}`), "aria-label": title },
    picture,
    el("b", title),
    el("div.row", size ? labelled(phrase("puzzles.size"), size) : null, difficulty.root, go),
  );
}

// Another puzzle of the same kind, for sources that are made; null for others.
/** @param {string} source */
export function anotherSource(source) {
  const [, recipe] = /^((?:shikaku\/\d+x\d+|new\/[a-z-]+)\/[a-z]+)\/\d+$/.exec(source) ?? [];
  return recipe ? `${recipe}/${randomSeed()}` : null;
}
