// Live search: progress, a stop button, tilings to step through, a count, a verdict with its reason.

import { search } from "../core/api.js";
import { $, button, el, svg } from "../core/dom.js";
import { tiling, weights } from "../core/draw.js";
import { listen, solutionText, store, tilingShown } from "../state/store.js";
import { number, summary } from "./summary.js";

const KEPT = 10000; // tilings to step through
let running = null;
let stopping = false;
let turn = 0; // the number of the latest search: words of earlier ones are not for us
let wanted = null; // what lies there, when a search from it was asked for
let reason = null;
let seen = 0; // tilings that the search has met, as far as it told

listen((what) => {
  if (what !== "puzzle") return;
  stop();
  stopping = false;
  turn += 1;
  reason = null;
  if ($("solve").childElementCount) tell("", false);
});

export function show() {
  const root = $("solve");
  if (!root.childElementCount) build(root);
  draw();
  const from = wanted;
  wanted = null;
  if (from) run({ number: 1 }, from);
}

// When the view is shown next, a solution is searched from what lies there.
export function solveFrom(placed) {
  wanted = placed;
}

function build(root) {
  root.append(
    el(
      "div",
      { class: "bar" },
      button("Solve", () => run({ number: 1 }), { id: "solve-one", class: "main" }),
      button("All solutions", () => run({ number: KEPT, up_to: $("solve-upto").value }), { id: "solve-all" }),
      el(
        "select",
        { id: "solve-upto", "aria-label": "What counts as different" },
        el("option", { value: "symmetries" }, "same if turned or mirrored"),
        el("option", { value: "rotations" }, "same if turned"),
        el("option", { value: "none" }, "all different"),
      ),
      button("Count", () => run({ goal: "count", up_to: $("solve-upto").value }), { id: "solve-count" }),
      button("Is there exactly one?", () => run({ goal: "verdict" }), { id: "solve-verdict" }),
      button("■ Stop", stop, { id: "solve-stop", disabled: true }),
    ),
    el("progress", { id: "solve-progress", max: 1, hidden: true, "aria-label": "Progress of the search" }),
    el("p", { id: "solve-live", class: "plain", "aria-hidden": "true" }),
    el("p", { id: "solve-text", class: "told", role: "status" }),
    el(
      "div",
      { class: "bar", id: "solve-steps", hidden: true },
      button("◀", () => step(-1), { id: "solve-previous", "aria-label": "Previous solution" }),
      el("input", {
        id: "solve-go",
        type: "number",
        min: 1,
        "aria-label": "Number of the solution",
        onchange: (event) => go(event.target.value - 1),
      }),
      el("span", { id: "solve-at" }),
      button("▶", () => step(1), { id: "solve-next", "aria-label": "Next solution" }),
    ),
    el("div", { id: "solve-picture", class: "stage" }),
    el("div", { id: "solve-reason", class: "stage" }),
  );
}

function stop() {
  if (running) running.stop();
  else stopping = true; // it was asked for and has no name yet
}

// From what lies on the board (`placed`), or from the empty one.
async function run(job, placed = []) {
  stop();
  stopping = false;
  turn += 1;
  const mine = turn;
  const hearers = { solutions: found, progress, end };
  const on = Object.fromEntries(
    Object.entries(hearers).map(([name, hear]) => [name, (message) => mine === turn && hear(message)]),
  );
  store.tilings = [];
  store.shown = 0;
  reason = null;
  seen = 0;
  draw();
  busy(true);
  tell("Searching …", true);
  const partial = placed.length && job.goal === undefined ? solutionText(placed) : "";
  try {
    const begun = await search({ goal: "list", number: 1, ...job, partial, puzzle: store.view.puzzle }, on);
    if (mine === turn && $("solve-stop").disabled === false) running = begun;
    if (mine !== turn || stopping) begun.stop();
  } catch (error) {
    busy(false);
    tell(error.message, false);
  }
}

function busy(yes) {
  $("solve-stop").disabled = !yes;
  $("solve-progress").hidden = !yes;
  $("solve-progress").removeAttribute("value");
}

// What changes four times a second is not for screen readers; the rest is.
function tell(text, live) {
  $("solve-live").textContent = live ? text : "";
  $("solve-text").textContent = live ? "" : text;
}

function found(solutions) {
  const first = !store.tilings.length;
  for (const solution of solutions) if (store.tilings.length < KEPT) store.tilings.push(solution);
  if (first) draw();
  else label();
}

function progress(message) {
  if (message.fraction) $("solve-progress").value = message.fraction;
  const share = message.fraction
    ? `, about ${(100 * message.fraction).toFixed(message.fraction < 0.1 ? 1 : 0)} % searched`
    : "";
  const steps = message.nodes ? `, ${number(message.nodes)} steps` : "";
  seen = message.solutions;
  tell(`${number(seen)} found in ${message.seconds.toFixed(1)} s${steps}${share}`, true);
}

function end(message) {
  running = null;
  busy(false);
  reason = message.reason ?? null;
  tell(summary(message, Math.max(seen, store.tilings.length), store.view, store.lattice), false);
  draw();
}

function step(by) {
  go((store.shown + by + store.tilings.length) % store.tilings.length);
}

function go(place) {
  if (!store.tilings.length) return;
  store.shown = Math.min(Math.max(Math.round(place) || 0, 0), store.tilings.length - 1);
  draw();
}

function label() {
  const { length } = store.tilings;
  $("solve-steps").hidden = length < 1;
  if (document.activeElement !== $("solve-go") || !length) $("solve-go").value = store.shown + 1;
  $("solve-go").max = length;
  $("solve-at").textContent = `of ${number(length)}`;
}

function draw() {
  label();
  $("solve-reason").replaceChildren(...why());
  if (!store.view)
    return $("solve-picture").replaceChildren(
      el("p", { class: "plain" }, "No puzzle is open yet: pick one in the gallery, or make one."),
    );
  const placements = store.tilings.length ? tilingShown() : (store.view.pinned ?? []);
  const text = store.tilings.length
    ? `Solution ${store.shown + 1}: ${placements.length} pieces`
    : "The empty board";
  $("solve-picture").hidden = Boolean(reason?.weights || reason?.cells);
  $("solve-picture").replaceChildren(
    tiling(store.lattice, store.view, placements, { role: "img", "aria-label": text }),
  );
}

// The picture of why there is no solution.
function why() {
  if (reason?.weights) return [weights(store.lattice, store.view, reason.weights, reason.modulus)];
  if (!reason?.cells) return [];
  const root = tiling(store.lattice, store.view, store.view.pinned ?? [], {
    role: "img",
    "aria-label": "Where it fails",
  });
  root.append(svg("path", { d: store.lattice.outline(store.lattice.atomsOf(reason.cells)), class: "mark" }));
  return [root];
}

addEventListener("keydown", (event) => {
  if (
    $("solve").hidden ||
    event.target.matches("input, textarea, select") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && store.tilings.length) step(by);
  else if (event.key === "Escape") stop();
});
