// The board cut into pieces by the studio: a puzzle of one solution, as hard as wished.

import { postJson } from "../core/api.js";
import { $, button, complain, el, fieldset, labelled, say, select } from "../core/dom.js";
import { atomOf } from "../core/lattice.js";
import { DIFFICULTIES } from "../puzzles/new.js";
import { phrase } from "../words/words.js";
import { fromView, make } from "./draft.js";

const SIZES = [3, 4, 5, 6]; // cells of a piece
const SEEDS = 1e9;
const chosen = { size: 4, difficulty: "easy" };

// Null where boards are not of squares; `after` is called when the pieces are there.
/** @param {() => void} after */
export function cutBox(after) {
  if (make.draft.lattice !== "square") return null;
  const size = select(SIZES, chosen.size, String, (value) => (chosen.size = value), { id: "make-cut-size" });
  const difficulty = select(
    DIFFICULTIES,
    chosen.difficulty,
    (name) => phrase(`puzzles.${name}`),
    (name) => (chosen.difficulty = name),
    { id: "make-cut-difficulty" },
  );
  const go = button(phrase("make.cut it"), () => cut(after), { id: "make-cut" });
  const lists = [labelled(phrase("make.cut size"), size), labelled(phrase("puzzles.difficulty"), difficulty)];
  return fieldset(phrase("make.cut"), el("div.row", lists, go));
}

/** @param {() => void} after */
async function cut(after) {
  const { draft } = make;
  const cells = Object.keys(draft.cells).map(atomOf);
  $("make-cut").disabled = true;
  say(phrase("make.cutting"), "stays");
  try {
    const view = await postJson("/api/cut", { ...chosen, cells, seed: Math.floor(Math.random() * SEEDS) });
    if (draft !== make.draft) return say("");
    fromView({ ...view, name: draft.name });
    after();
    say(phrase("make.cut done", { count: view.pieces_list.length }));
  } catch (error) {
    complain(error);
  } finally {
    if ($("make-cut")) $("make-cut").disabled = false;
  }
}
