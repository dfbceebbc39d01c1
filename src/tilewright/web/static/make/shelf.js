// Drafts that something else took the place of, the latest first: each has a button that brings it back.

import { button, el } from "../core/dom.js";
import { parsed, readText, tryWrite } from "../state/progress.js";
import { isRecord, listOf } from "../state/trusted.js";
import { language, phrase } from "../words/words.js";
import { benchOf } from "./benches.js";
import { bringBack, draftOn } from "./draft.js";

const KEPT = "tilewright:drafts"; // [{draft, at: milliseconds}]
const MOST = 12;

const shelf = () => listOf(parsed(readText(KEPT))).filter((row) => isRecord(row) && isRecord(row.draft));

// The oldest go where there is no room for all.
/** @param {any} draft */
export function setAside(draft) {
  let rows = [{ draft, at: Date.now() }, ...without(draft)].slice(0, MOST);
  while (rows.length && !tryWrite(KEPT, rows)) rows = rows.slice(0, -1);
}

/** @param {any} draft */
export function takeDown(draft) {
  tryWrite(KEPT, without(draft));
}

/** @param {any} draft */
function without(draft) {
  const text = JSON.stringify(draft);
  return shelf().filter((row) => JSON.stringify(row.draft) !== text);
}

// The list of them, null where there are none; `after` is called when one is back.
/** @param {() => void} after */
export function shelfBox(after) {
  const rows = shelf().filter(({ draft }) => draftOn(draft));
  if (!rows.length) return null;
  /** @param {any} row */
  const item = (row) => {
    const take = () => {
      bringBack(row.draft);
      after();
    };
    return el("li", titleOf(row), " ", button(phrase("make.bring back"), take, { class: "bring-back" }));
  };
  const title = el("summary", phrase("make.earlier", { count: rows.length }));
  return el("details", { id: "make-shelf" }, title, el("ul.plain", rows.map(item)));
}

/** @param {any} it */
function titleOf({ draft, at }) {
  const name = draft.name || phrase(`make.grid.${benchOf(draft).gridOf(draft)}`);
  const time = new Date(Number.isFinite(at) ? at : 0);
  const when = time.toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  return `${name}, ${draft.size.join(" × ")}, ${when}`;
}
