// The card of a puzzle: its picture, name, difficulty, how far it is, and a star. A click on the card plays it.

import { el } from "../core/dom.js";
import { timeText, titleOf } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { favorites } from "../state/favorites.js";
import { puzzleOf } from "../state/sources.js";
import { nameOf, phrase } from "../words/words.js";
import { dots } from "./dots.js";
import { showHalf, thumbnail } from "./thumbnail.js";
import { starButton } from "./star.js";

/** @param {Item} item */
export const sourceOf = (item) => `gallery/${item.name.split("/").map(encodeURIComponent).join("/")}`;

/** @param {Pick<Mark, "solved" | "best" | "begun">} mark */
export function markText({ solved, best, begun }) {
  if (!solved) return begun ? phrase("puzzles.begun") : "";
  if (best === null) return phrase("puzzles.solved mark");
  return phrase("puzzles.solved in", { time: timeText(best) });
}

/** @typedef {{ isOn: boolean, changed: () => void }} Star */
// `star` is what the star is told, see star.js; tabs pass it by, for Play has the same one.
/** @param {string} source @param {{ name: string, picture: Element, difficulty: string, mark: Mark }} what @param {Star} star */
export function card(source, { name, picture, difficulty, mark }, star) {
  const text = markText(mark);
  return el(
    "div.card-place",
    el(
      "a.card",
      { href: addressOf("play", source) },
      el("div.frame-of-card", picture),
      el("span", { title: name }, name),
      el(
        "small",
        difficulty ? dots(difficulty) : null,
        text ? el("span", { class: mark.solved ? "solved" : "begun" }, text) : null,
      ),
    ),
    starButton(source, { name, ...star }, { tabindex: -1 }),
  );
}

// The card of a puzzle of the list.
/** @param {Item} item @param {Mark} mark @param {Star} star */
export function listedCard(item, mark, star) {
  const picture = thumbnail(item.card, mark.solved ? mark.placed : null);
  const { difficulty, title } = item;
  return card(sourceOf(item), { name: nameOf(title), picture, difficulty, mark }, star);
}

// The favorites, the latest first: those of the list at once, others when they have been asked for.
/** @param {Item[]} items @param {MarkOf} markOf @param {() => void} changed */
export function favoriteCards(items, markOf, changed) {
  const listed = new Map(items.map((item) => [sourceOf(item), item]));
  const star = { isOn: true, changed };
  return favorites().map((source) => {
    const item = listed.get(source);
    return item ? listedCard(item, markOf(source), star) : askedCard(source, markOf(source), star);
  });
}

/** @param {string} source @param {Mark} mark @param {Star} star */
function askedCard(source, mark, star) {
  const picture = el("div");
  const root = card(source, { name: "…", picture, difficulty: "", mark }, star);
  const name = root.querySelector("a > span");
  puzzleOf(source).then(
    (/** @type {View} */ view) => {
      name.textContent = name.title = titleOf(view);
      root.querySelector(".star").setAttribute("aria-label", `${phrase("puzzles.favorite")}: ${name.title}`);
      if (view.made?.difficulty) root.querySelector("small").prepend(dots(view.made.difficulty));
      showHalf(picture, view);
    },
    (/** @type {Error} */ error) => (name.textContent = error.message),
  );
  return root;
}
