// Which of the solutions found have certain pieces at certain places.

const places = new Map(); // name of the cells -> the placement that must be there
const namesOf = new WeakMap(); // solution -> the names of its placements' cells

/** @param {any} it */
const nameOf = ({ cells }) => JSON.stringify(cells);

/** @param {Placement} placement */
export const isAsked = (placement) => places.has(nameOf(placement));
export const asked = () => [...places.values()];
export const clearFilter = () => places.clear();

/** @param {Placement} placement */
export function toggle(placement) {
  const name = nameOf(placement);
  if (!places.delete(name)) places.set(name, placement);
}

/** @param {{ placements: PlacementRow[] }} solution */
export function hasAsked(solution) {
  if (!places.size) return true;
  if (!namesOf.has(solution)) namesOf.set(solution, new Set(solution.placements.map(nameOf)));
  const names = namesOf.get(solution);
  return [...places.keys()].every((name) => names.has(name));
}

// How many placements two solutions have in common.
/** @param {any} one @param {any} other */
export function alike(one, other) {
  const names = new Set(one.placements.map(nameOf));
  return other.placements.filter((/** @type {Placement} */ placement) => names.has(nameOf(placement))).length;
}

/** @param {{ placements: PlacementRow[] }} solution @param {Placement} placement */
export const isIn = (solution, placement) => solution.placements.some((p) => nameOf(p) === nameOf(placement));
