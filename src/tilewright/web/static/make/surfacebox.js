// Choosing whether the board is flat, a cylinder or a torus.

import { $, el, labelled } from "../core/dom.js";
import { phrase } from "../words/words.js";
import { change, make } from "./draft.js";
import { SURFACES, fitted, surfaceOf } from "./surface.js";

// Null in space. `after` is called when the board has become another.
/** @param {any} after */
export function surfaceBox(after) {
  if (make.draft.size.length !== 2) return null;
  const now = surfaceOf(make.draft.lattice);
  /** @param {any} event */
  const choose = (event) => {
    change((draft) => {
      draft.lattice = fitted(draft.lattice, draft.size, event.target.value);
    });
    after();
    $("make-surface").focus();
  };
  const options = SURFACES.map((name) =>
    el("option", { value: name, selected: name === now }, phrase(`templates.surface ${name}`)),
  );
  return labelled(
    phrase("templates.surface"),
    el("select", { id: "make-surface", onchange: choose }, options),
  );
}
