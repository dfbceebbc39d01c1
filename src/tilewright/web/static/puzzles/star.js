// The star that makes a puzzle a favorite.

import { el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { favoriteTest, turnFavorite } from "../state/favorites.js";
import { phrase } from "../words/words.js";

// `changed` hears of each press. The button is told of its puzzle by `name`, where that does not stand beside it.
/** @param {string} source @param {{ isOn?: boolean, name?: string, changed?: () => void }} [how] @param {Attributes} [attributes] */
export function starButton(source, { isOn, name = "", changed = () => {} } = {}, attributes = {}) {
  const word = phrase("puzzles.favorite");
  const root = el(
    "button.star",
    {
      type: "button",
      title: word,
      "data-source": source,
      "aria-label": name ? `${word}: ${name}` : word,
      "aria-pressed": String(isOn ?? favoriteTest()(source)),
      onclick: () => {
        root.setAttribute("aria-pressed", String(turnFavorite(source)));
        changed();
      },
      ...attributes,
    },
    icon("star"),
  );
  return root;
}
