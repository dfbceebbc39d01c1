// Editing the open puzzle: it becomes the draft of Make; undo brings the former draft back.

import { addressOf } from "../state/address.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { fromView } from "./draft.js";
import { traitsOf } from "../state/kinds.js";

/** @param {View} view */
export function load(view) {
  const { bench, noEdit = "make.no edit" } = traitsOf(view);
  if (!bench) throw new Error(phrase(noEdit));
}

export function show() {
  fromView(store.view);
  location.replace(addressOf("make"));
}
