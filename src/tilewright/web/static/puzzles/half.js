// The picture of a puzzle that is not in the list: at once as it begins, and a third laid as soon as a solution is known.
// A silhouette stays one.

import { searched } from "../core/api.js";
import { kindOf } from "../state/kinds.js";
import { placementsFrom } from "../state/replay.js";
import { latticeNamed } from "../state/store.js";
import { cardOf, thumbnail } from "./thumbnail.js";

const SECONDS = 2; // of the search; a picture may stay as it is

/** @param {any} place @param {View} view */
export function showHalf(place, view) {
  const card = cardOf(view);
  place.replaceChildren(thumbnail(card));
  if (!kindOf(view).cardShare) return;
  const job = { puzzle: view.puzzle, number: 1, seconds: SECONDS };
  searched(job).then(
    ({ tilings: [found] }) => {
      const laid = found && place.isConnected ? firstOf(found, view) : [];
      if (laid.length) place.replaceChildren(thumbnail({ ...card, laid }));
    },
    () => {}, // there is a picture already
  );
}

/** @param {{ placements: PlacementRow[] }} it @param {View} view */
function firstOf({ placements }, view) {
  const lattice = latticeNamed(view.lattice);
  const rows = placements.map((row) => ({
    ...row,
    atoms: lattice.atomsOf(row.cells),
    motion: kindOf(view).motionOf(row),
  }));
  return placementsFrom(rows, view, lattice).slice(
    0,
    Math.max(1, Math.floor(rows.length * kindOf(view).cardShare)),
  );
}
