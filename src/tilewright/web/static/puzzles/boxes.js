// The shelf: the puzzles that people own. A box leads to its board, for what lies on the table.

import { get } from "../core/api.js";
import { $, el } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { puzzleOf } from "../state/sources.js";
import { phrase } from "../words/words.js";
import { cardOf, thumbnail } from "./thumbnail.js";

export const load = () => get("/api/shelf");

/** @param {any} rows */
export function show(rows) {
  const near = new IntersectionObserver((seen) => seen.filter((each) => each.isIntersecting).forEach(draw), {
    rootMargin: "300px",
  });
  const cards = rows.filter((/** @type {any} */ { boards }) => boards.length).map(card);
  $("boxes").replaceChildren(
    el("h2", {}, phrase("puzzles.boxes")),
    el("p", { class: "plain" }, phrase("puzzles.boxes help")),
    el("div", { class: "cards" }, cards),
  );
  for (const each of cards) near.observe(each);

  // The picture is asked for when the card comes near.
  /** @param {any} it */
  function draw({ target }) {
    near.unobserve(target);
    const place = target.querySelector(".frame-of-card");
    puzzleOf(`box/${target.dataset.box}`).then(
      (/** @type {View} */ view) => place.replaceChildren(thumbnail(cardOf(view))),
      () => {}, // the card leads there without a picture too
    );
  }
}

/** @param {any} it */
const card = ({ name, fits, title }) =>
  el(
    "a",
    { class: "card", href: addressOf("play", `box/${name}`), "data-box": name },
    el("div", { class: "frame-of-card" }),
    el("b", {}, fits),
    el("small", {}, el("span", { lang: "en" }, title)),
  );
