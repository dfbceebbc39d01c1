// The shelf: the puzzles that people own. A box leads to its board, for what lies on the table.

import { get } from "../core/api.js";
import { $, el } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { nameOf, phrase } from "../words/words.js";
import { thumbnail } from "./thumbnail.js";

// A row for each board; those of a box stand together.
export const load = () => get("/api/boxes");

/** @param {any[]} rows */
export function show(rows) {
  const first = rows.filter(({ box }, i) => box !== rows[i - 1]?.box);
  $("boxes").replaceChildren(
    el("h2", phrase("puzzles.boxes")),
    el("p.plain", phrase("puzzles.boxes help")),
    el("div.cards", first.map(card)),
  );
}

/** @param {any} it */
const card = ({ box, game, title, card: picture }) =>
  el(
    "a.card",
    { href: addressOf("play", `box/${box}`), "data-box": box },
    el("div.frame-of-card", thumbnail(picture, picture.laid)),
    el("b", nameOf(game)),
    el("small", el("span", { lang: "en" }, title)),
  );
