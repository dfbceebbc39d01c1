// New puzzles, made on demand; what was chosen and the seed are in the address.

import { el, labelled, select } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { DIFFICULTIES, MADE, SIZED, SIZES, newSource } from "../state/sources.js";
import { entriesOf, isRecord, read, write } from "../kept/storage.js";
import { phrase } from "../words/words.js";
import { dotChoice } from "./dots.js";

const KEPT = "tilewright:new"; // {system: {size, difficulty}}

/** @param {string} system */
function chosen(system) {
  const { size = 8, difficulty = "easy" } = kept()[system] ?? {};
  return {
    size: SIZES.find((each) => each === size) ?? 0,
    difficulty: DIFFICULTIES.find((each) => each === difficulty) ?? DIFFICULTIES[0],
  };
}
/** @returns {Record<string, Kept>} */
const kept = () => entriesOf(read(KEPT), isRecord);

// `pictureOf` draws something for a system, or nothing; the ids of a view's boxes begin with its `prefix`.
/** @param {string} prefix @param {(system: string) => Element | null} [pictureOf] */
export const newBoxes = (prefix, pictureOf = () => null) =>
  el(
    "div.new-boxes",
    MADE.map((system) => newBox(system, pictureOf(system), prefix)),
  );

/** @param {string} system @param {Element | null} picture @param {string} prefix */
function newBox(system, picture, prefix) {
  const now = chosen(system);
  const title = phrase(`puzzles.make.${system}`);
  const text = (/** @type {number} */ side) => `${side} × ${side}`;
  const attributes = { id: `${prefix}-${system}-size` };
  const size = SIZED.has(system) ? select(SIZES, now.size, text, () => {}, attributes) : null;
  const difficulty = dotChoice(`${prefix}-${system}-difficulty`, DIFFICULTIES, now.difficulty);
  const go = el("button.main", { id: `${prefix}-${system}` }, phrase("puzzles.new one"));
  /** @param {Event} event */
  const make = (event) => {
    event.preventDefault();
    go.disabled = true; // until the view is drawn anew: a double click makes one puzzle
    const wanted = { difficulty: difficulty.value(), size: Number(size?.value ?? 0) };
    write(KEPT, { ...kept(), [system]: wanted });
    const recipe = size ? `shikaku/${size.value}x${size.value}` : `new/${system}`;
    location.hash = addressOf("play", newSource(`${recipe}/${wanted.difficulty}`));
  };
  return el(
    "form.new-box",
    { onsubmit: make, title: phrase(`puzzles.about.${system}`), "aria-label": title },
    picture,
    el("b", title),
    el("div.row", size ? labelled(phrase("puzzles.size"), size) : null, difficulty.root, go),
  );
}
