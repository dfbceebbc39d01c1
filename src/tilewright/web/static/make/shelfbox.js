// The list of earlier drafts, each with a button that brings it back.

import { button, el } from "../core/dom.js";
import { language, phrase } from "../words/words.js";
import { bringBack, draftOn } from "./draft.js";
import { shelf } from "./shelf.js";
import { benchOf } from "./benches.js";

// Null where there are none; `after` is called when one is back.
/** @param {any} after */
export function shelfBox(after) {
  const rows = shelf().filter(({ draft }) => draftOn(draft));
  if (!rows.length) return null;
  /** @param {any} row */
  const take = (row) => {
    bringBack(row.draft);
    after();
  };
  return el(
    "details",
    { id: "make-shelf" },
    el("summary", phrase("make.earlier", { count: rows.length })),
    el(
      "ul.plain",
      rows.map((row) =>
        el(
          "li",
          titleOf(row),
          " ",
          button(phrase("make.bring back"), () => take(row), { class: "bring-back" }),
        ),
      ),
    ),
  );
}

/** @param {any} it */
function titleOf({ draft, at }) {
  const when = new Date(Number.isFinite(at) ? at : 0).toLocaleString(language, {
    dateStyle: "short",
    timeStyle: "short",
  });
  return `${draft.name || phrase(`make.grid.${benchOf(draft).gridOf(draft)}`)}, ${draft.size.join(" × ")}, ${when}`;
}
