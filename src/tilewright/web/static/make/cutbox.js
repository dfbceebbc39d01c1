// The board cut into pieces by the studio: a puzzle of one solution, as hard as wished.

import { postJson } from "../core/api.js";
import { $, button, el, labelled, say } from "../core/dom.js";
import { atomOf } from "../core/lattice.js";
import { DIFFICULTIES } from "../puzzles/new.js";
import { phrase } from "../words/words.js";
import { fromView, make } from "./draft.js";

const SIZES = [3, 4, 5, 6]; // cells of a piece
const SEEDS = 1e9;
/** @type {Record<string, any>} */
const chosen = { size: 4, difficulty: "easy" };

// Null where boards are not of squares; `after` is called when the pieces are there.
/** @param {any} after */
export function cutBox(after) {
  if (make.draft.lattice !== "square") return null;
  /** @param {string} id @param {string} name @param {Values} values @param {(value: any) => string} text */
  const list = (id, name, values, text) =>
    el(
      "select",
      { id, onchange: (event) => (chosen[name] = event.target.value) },
      values.map((/** @type {any} */ value) =>
        el("option", { value, selected: String(value) === String(chosen[name]) }, text(value)),
      ),
    );
  return el(
    "fieldset",
    el("legend", phrase("make.cut")),
    el(
      "div.row",
      labelled(phrase("make.cut size"), list("make-cut-size", "size", SIZES, String)),
      labelled(
        phrase("puzzles.difficulty"),
        list("make-cut-difficulty", "difficulty", DIFFICULTIES, (name) => phrase(`puzzles.${name}`)),
      ),
      button(phrase("make.cut it"), () => cut(after), { id: "make-cut" }),
    ),
  );
}

/** @param {any} after */
async function cut(after) {
  const { draft } = make;
  const cells = Object.keys(draft.cells).map(atomOf);
  const seed = Math.floor(Math.random() * SEEDS);
  $("make-cut").disabled = true;
  say(phrase("make.cutting"), "stays");
  try {
    const asked = { cells, size: Number(chosen.size), difficulty: chosen.difficulty, seed };
    const view = await postJson("/api/cut", asked);
    if (draft !== make.draft) return say("");
    fromView({ ...view, name: draft.name });
    after();
    say(phrase("make.cut done", { count: view.pieces_list.length }));
  } catch (/** @type {any} */ error) {
    say(error.message, "bad");
  } finally {
    if ($("make-cut")) $("make-cut").disabled = false;
  }
}
