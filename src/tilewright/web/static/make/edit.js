// Editing the open puzzle: it becomes the draft of Make; undo brings the former draft back.

import { addressOf } from "../state/address.js";
import { store } from "../state/store.js";
import { fromView } from "./draft.js";
import { kindOf } from "../state/kinds.js";

// Throws where puzzles of the kind are not edited.
/** @param {View} view */
export const load = (view) => kindOf(view).bench();

export function show() {
  fromView(store.view);
  location.replace(addressOf("make"));
}
