// Live search: progress, a stop button, tilings to step through, a count.

import { search } from "./api.js";
import { $, button, el, say } from "./dom.js";
import { tiling } from "./draw.js";
import { changed, placementsOf, solutionText, store } from "./store.js";

let running = null;
let at = 0;

export function showSolve() {
  const root = $("solve");
  if (!root.childElementCount) build(root);
  draw();
}

function build(root) {
  root.append(
    el(
      "div",
      { class: "bar" },
      button("Solve", () => run({ number: 1 }), { id: "solve-one", class: "main" }),
      button("All solutions", () => run({ number: 10000 }), { id: "solve-all" }),
      button("Count", () => run({ goal: "count" }), { id: "solve-count" }),
      button("Stop", stop, { id: "solve-stop", disabled: true }),
    ),
    el("progress", { id: "solve-progress", max: 1, value: 0, hidden: true, "aria-label": "Progress of the search" }),
    el("p", { id: "solve-text", role: "status" }),
    el("div", { id: "solve-picture", class: "stage" }),
    el(
      "div",
      { class: "bar", id: "solve-steps", hidden: true },
      button("◀ Previous", () => step(-1), { id: "solve-previous" }),
      el("span", { id: "solve-at" }),
      button("Next ▶", () => step(1), { id: "solve-next" }),
    ),
  );
}

export function stop() {
  running?.stop();
}

// From what lies on the board (`placed`), or from the empty one.
export async function run(job, placed = []) {
  if (!store.view) return say("Open or make a puzzle first.", "bad");
  stop();
  store.tilings = [];
  at = 0;
  draw();
  busy(true);
  $("solve-text").textContent = "Searching …";
  const partial = placed.length ? solutionText(placed) : "";
  try {
    running = await search({ goal: "list", number: 1, ...job, partial, puzzle: store.view.puzzle }, { solutions: found, progress, end });
  } catch (error) {
    busy(false);
    $("solve-text").textContent = "";
    say(error.message, "bad");
  }
}

function busy(yes) {
  $("solve-stop").disabled = !yes;
  $("solve-progress").hidden = !yes;
  $("solve-progress").removeAttribute("value");
}

function found(solutions) {
  const first = !store.tilings.length;
  for (const solution of solutions) store.tilings.push(solution);
  if (first) draw();
  else label();
}

function progress(message) {
  if (message.fraction) $("solve-progress").value = message.fraction;
  const share = message.fraction ? `, about ${(100 * message.fraction).toFixed(message.fraction < 0.1 ? 1 : 0)} % searched` : "";
  $("solve-text").textContent = `${number(message.solutions)} found in ${message.seconds.toFixed(1)} s${share}`;
}

function end(message) {
  running = null;
  busy(false);
  $("solve-text").textContent = verdict(message);
  label();
  changed("tilings");
}

const number = (n) => n.toLocaleString("en");

function verdict(message) {
  const seconds = message.seconds === undefined ? "" : ` in ${message.seconds < 0.01 ? "less than 0.01" : message.seconds.toFixed(2)} s`;
  if (message.ended === "error") return message.text;
  if (message.count && typeof message.count === "object") {
    const least = message.count.bound === "exact" ? "" : "at least ";
    return `${least}${BigInt(message.count.value_text).toLocaleString("en")} solutions${seconds}`;
  }
  if (message.verdict === "impossible") return `Impossible${seconds}: ${message.reason?.text ?? "nothing fits"}.`;
  if (message.ended === "stopped") return `Stopped; ${number(store.tilings.length)} found so far.`;
  if (message.ended === "limit") return `Out of time; ${number(message.count)} found so far.`;
  if (message.ended === "exhausted") {
    const all = message.count === 1 ? "Exactly one solution" : `All ${number(message.count)} solutions`;
    return `${all}${seconds}.${message.sent < message.count ? ` The first ${number(message.sent)} are kept to look at.` : ""}`;
  }
  return `Solved${seconds}.`;
}

function step(by) {
  if (!store.tilings.length) return;
  at = (at + by + store.tilings.length) % store.tilings.length;
  draw();
}

function label() {
  $("solve-steps").hidden = store.tilings.length < 1;
  $("solve-at").textContent = store.tilings.length ? `${number(at + 1)} of ${number(store.tilings.length)}` : "";
}

function draw() {
  label();
  if (!store.view) return $("solve-picture").replaceChildren(el("p", { class: "plain" }, "No puzzle is open yet."));
  const placements = store.tilings.length ? placementsOf(store.tilings[at]) : [];
  const text = placements.length ? `Solution ${at + 1}` : "The empty board";
  $("solve-picture").replaceChildren(tiling(store.lattice, store.view, placements, { role: "img", "aria-label": text }));
}

export const shown = () => (store.tilings.length ? placementsOf(store.tilings[at]) : []);
