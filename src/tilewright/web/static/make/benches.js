// What Make does with drafts, by the bench that the kind of a draft names.

import { kindOf } from "../state/kinds.js";
import * as cells from "./cells.js";
import * as numbers from "./numbers.js";

/** @type {Record<string, Bench>} */
const BENCHES = { cells, numbers };

/** @param {any} draft */
export const benchOf = (draft) => BENCHES[kindOf(draft).bench()];

// The boards that a draft may begin with, as {kind, lattice, size} by what they are called.
export const GRIDS = () => Object.assign({}, ...Object.values(BENCHES).map(({ grids }) => grids));
