// What stands around the solutions: the buttons, how the search goes, the large picture beside the wall.

import { button, el, labelled, select } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { phrase } from "../words/words.js";

/**
 * What each button does.
 * @typedef {{
 *   one(): void, all(): void, count(): void, verdict(): void, map(): void, watch(): void, stop(): void, leave(): void,
 *   step(by: number): void, go(number: number): void, compare(): void, layFirst(count: number): void,
 * }} Does
 */
/** @param {Element} root @param {Element} wall @param {Does} does */
export function buildFrame(root, wall, does) {
  const group = { hidden: true, role: "group", "aria-label": phrase("explore.filter bar") };
  root.append(
    buttons(does),
    el("div.bar.small", { id: "solve-from", hidden: true }),
    el(
      "div.search-told",
      el("progress", { id: "solve-progress", max: 1, hidden: true, "aria-label": phrase("solve.progress") }),
      el("p.plain", { id: "solve-live", "aria-hidden": "true" }),
      el("p.told", { id: "solve-text", role: "status" }),
    ),
    button([icon("previous"), phrase("explore.back")], does.leave, { id: "solve-leave", hidden: true }),
    el("div", { id: "solve-explored" }),
    el(
      "div.found",
      { id: "solve-found" },
      el(
        "div.found-large",
        steps(does),
        el("div.bar.small", { id: "solve-filter", ...group }),
        el("div.stage.pictures", { id: "solve-picture" }),
        el("div.stage", { id: "solve-reason" }),
      ),
      wall,
    ),
  );
}

/** @param {Does} does */
function buttons({ one, all, count, verdict, map, watch, stop }) {
  const textOf = (/** @type {string} */ value) => phrase(`solve.same ${value}`);
  const upTo = select(["symmetries", "rotations", "none"], "symmetries", textOf, () => {}, {
    id: "solve-upto",
  });
  return el(
    "div.bar.solve-bar",
    button(phrase("solve.solve"), one, { id: "solve-one", class: "main" }),
    button(phrase("solve.all"), all, { id: "solve-all" }),
    labelled(phrase("solve.what differs"), upTo),
    button(phrase("solve.count"), count, { id: "solve-count" }),
    button(phrase("solve.verdict"), verdict, { id: "solve-verdict" }),
    button(phrase("explore.map"), map, { id: "solve-places", title: phrase("explore.map title") }),
    button(phrase("explore.watch"), watch, { id: "solve-steps-of", title: phrase("explore.watch title") }),
    button([icon("stop"), phrase("solve.stop")], stop, { id: "solve-stop", disabled: true }),
  );
}

/** @typedef {{ target: HTMLInputElement }} Typed */
/** @param {Does} does */
function steps({ step, go, compare, layFirst }) {
  const onchange = (/** @type {Typed} */ { target }) => go(Number(target.value) - 1);
  const oninput = (/** @type {Typed} */ { target }) => layFirst(Number(target.value));
  return el(
    "div.bar.small",
    { id: "solve-steps", hidden: true },
    button(icon("previous"), () => step(-1), {
      id: "solve-previous",
      "aria-label": phrase("solve.previous"),
    }),
    el("input", {
      id: "solve-go",
      type: "number",
      min: 1,
      "aria-label": phrase("solve.number of it"),
      onchange,
    }),
    el("span", { id: "solve-at" }),
    button(icon("next"), () => step(1), { id: "solve-next", "aria-label": phrase("solve.next") }),
    button("", compare, { id: "solve-compare", hidden: true }),
    el(
      "label.laying",
      el("span", phrase("solve.step by step")),
      el("input", { id: "solve-laid", type: "range", min: 0, oninput }),
    ),
    el("output.plain", { id: "solve-last", "aria-live": "off" }),
  );
}
