// Choosing a shape and a side for the board.

import { el, labelled, say, select } from "../core/dom.js";
import { phrase } from "../words/words.js";
import { LARGEST, become, flatLattice, flatName, make, sizeOf } from "./draft.js";
import { templateAtoms, templatesOf } from "./templates.js";

const MOST = 20; // side

// Null where the lattice has no shapes of its own; `after` is called when the board has become one.
/** @param {() => void} after */
export function templateBox(after) {
  const names = templatesOf(flatName(make.draft.lattice));
  if (!names.length) return null;
  const textOf = (/** @type {string} */ name) => phrase(`templates.${name}`);
  const shape = select(names, make.template.shape, textOf, () => {}, { id: "make-shape" });
  const limits = { type: "number", min: 1, max: MOST };
  const number = el("input", { id: "make-side", ...limits, value: make.template.side });
  /** @param {PointerEvent} event */
  const draw = (event) => {
    event.preventDefault();
    const side = Math.round(Number(number.value));
    if (!(side >= 1 && side <= MOST)) return say(phrase("templates.side limits", { largest: MOST }), "bad");
    const its = flatLattice(make.draft.lattice);
    const atoms = templateAtoms(its, shape.value, side, make.draft.size[0]);
    if (sizeOf(atoms).some((n) => n > LARGEST))
      return say(phrase("make.size limits", { largest: LARGEST }), "bad");
    make.template = { shape: shape.value, side };
    become(atoms);
    after();
  };
  return el(
    "form.row",
    { onsubmit: draw },
    labelled(phrase("templates.shape"), shape),
    labelled(phrase("templates.side"), number),
    el("button", { id: "make-draw-shape" }, phrase("templates.draw")),
  );
}
