// Editing the open puzzle: it becomes the draft of Make; undo brings the former draft back.

import { say } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { fromView } from "./draft.js";

export function show() {
  if (store.view.kind === "edges") return say(phrase("edges.no edit"), "stays");
  fromView(store.view);
  location.replace(addressOf("make"));
}
