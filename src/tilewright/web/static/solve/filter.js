// Which of the solutions found have certain pieces at certain places.

/** @param {PlacementRow} row */
const nameOf = ({ cells }) => JSON.stringify(cells);

export class Filter {
  /** @type {Map<string, PlacementRow>} */
  #places = new Map(); // name of the cells -> the placement that must be there
  /** @type {WeakMap<Solution, Set<string>>} */
  #namesOf = new WeakMap(); // the names of a solution's placements

  get asked() {
    return [...this.#places.values()];
  }

  clear() {
    this.#places.clear();
  }

  /** @param {PlacementRow} row */
  isAsked(row) {
    return this.#places.has(nameOf(row));
  }

  /** @param {PlacementRow} row */
  toggle(row) {
    const name = nameOf(row);
    if (!this.#places.delete(name)) this.#places.set(name, row);
  }

  // Whether a solution has all that is asked for.
  /** @param {Solution} solution */
  passes(solution) {
    if (!this.#places.size) return true;
    if (!this.#namesOf.has(solution)) this.#namesOf.set(solution, new Set(solution.placements.map(nameOf)));
    const names = this.#namesOf.get(solution);
    return [...this.#places.keys()].every((name) => names.has(name));
  }
}

// How many placements two solutions have in common.
/** @param {Solution} one @param {Solution} other */
export function alike(one, other) {
  const names = new Set(one.placements.map(nameOf));
  return other.placements.filter((row) => names.has(nameOf(row))).length;
}

/** @param {Solution} solution @param {PlacementRow} row */
export const isIn = (solution, row) => solution.placements.some((other) => nameOf(other) === nameOf(row));
