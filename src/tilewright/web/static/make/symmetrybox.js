// Choosing a symmetry in up to three short lists: its turns, its mirrors, its axis.

import { $, el, labelled, select } from "../core/dom.js";
import { phrase } from "../words/words.js";

export const STEPS = ["turns", "mirrors", "axis"];

// `choose` is told which of the groups is chosen; `chosen` is the one that is so at first.
/** @param {any[]} groups @param {any} chosen @param {(group: any) => void} choose */
export function symmetryBox(groups, chosen, choose) {
  const box = el("span.row", { id: "make-symmetries" });
  draw(box, groups, chosen ?? groups[0], choose);
  return box;
}

/** @param {Element} box @param {any[]} groups @param {any} chosen @param {(group: any) => void} choose */
function draw(box, groups, chosen, choose) {
  const had = document.activeElement?.id;
  let left = groups;
  const lists = STEPS.flatMap((step) => {
    const [offered, names] = [left, namesOf(left, step)];
    const now = names[offered.indexOf(chosen)];
    left = offered.filter((_, i) => names[i] === now);
    const different = [...new Set(names)];
    if (different.length < 2) return [];
    /** @param {string} name */
    const pick = (name) => {
      const next = offered[names.indexOf(name)];
      choose(next);
      draw(box, groups, next, choose);
    };
    return labelled(
      phrase(`templates.${step}`),
      select(different, now, String, pick, { id: `make-${step}` }),
    );
  });
  box.replaceChildren(...lists);
  if (STEPS.some((step) => had === `make-${step}`)) $(had)?.focus();
}

// What each group is called in a step; in the last, those without a name of their own are numbered.
/** @param {any[]} groups @param {string} step @returns {string[]} */
function namesOf(groups, step) {
  let number = 0;
  const all = groups.map((group) => group[step]);
  if (step !== "axis") return all;
  const isOwn = (/** @type {string} */ name) => name && all.filter((each) => each === name).length === 1;
  return all.map((name) => (isOwn(name) ? name : phrase("templates.axis number", { number: ++number })));
}
