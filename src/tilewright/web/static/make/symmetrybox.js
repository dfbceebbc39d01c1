// Choosing a symmetry in up to three short lists: its turns, its mirrors, its axis.

import { $, el, labelled } from "../core/dom.js";
import { phrase } from "../words/words.js";

export const STEPS = ["turns", "mirrors", "axis"];

// `choose` is told which of the groups is chosen; `chosen` is the one that is so at first.
/** @param {any} groups @param {any} chosen @param {any} choose */
export function symmetryBox(groups, chosen, choose) {
  const box = el("span.row", { id: "make-symmetries" });
  draw(box, groups, chosen ?? groups[0], choose);
  return box;
}

/** @param {any} box @param {any} groups @param {any} chosen @param {any} choose */
function draw(box, groups, chosen, choose) {
  const had = document.activeElement?.id;
  let left = groups;
  const lists = STEPS.map((step) => {
    const names = namesOf(left, step);
    const kept = left.filter(
      (/** @type {any} */ _, /** @type {number} */ i) => names[i] === names[left.indexOf(chosen)],
    );
    const offered = left;
    left = kept;
    /** @param {any} event */
    const pick = (event) => {
      const next = offered[names.indexOf(event.target.value)];
      choose(next);
      draw(box, groups, next, choose);
    };
    return select(step, names, names[offered.indexOf(chosen)], pick);
  });
  box.replaceChildren(...lists.filter(Boolean));
  if (STEPS.some((step) => had === `make-${step}`)) $(had)?.focus();
}

// What each group is called in a step; in the last, those without a name of their own are numbered.
/** @param {any} groups @param {any} step */
function namesOf(groups, step) {
  let number = 0;
  const all = groups.map((/** @type {any} */ group) => group[step]);
  if (step !== "axis") return all;
  /** @param {string} name */
  const isOwn = (name) => name && all.filter((/** @type {any} */ each) => each === name).length === 1;
  return all.map((/** @type {string} */ name) =>
    isOwn(name) ? name : phrase("templates.axis number", { number: ++number }),
  );
}

/** @param {any} step @param {string[]} names @param {any} chosen @param {any} pick */
function select(step, names, chosen, pick) {
  const different = [...new Set(names)];
  if (different.length < 2) return null;
  const options = different.map((name) => el("option", { value: name, selected: name === chosen }, name));
  return labelled(phrase(`templates.${step}`), el("select", { id: `make-${step}`, onchange: pick }, options));
}
