// Editing the open puzzle: it becomes the draft of Make; undo brings the former draft back.

import { addressOf } from "../state/address.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { fromView } from "./draft.js";

/** @param {View} view */
export function load(view) {
  if (view.kind === "edges") throw new Error(phrase("edges.no edit"));
}

export function show() {
  fromView(store.view);
  location.replace(addressOf("make"));
}
