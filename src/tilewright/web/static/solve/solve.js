// Solve: a live search, its solutions on a wall, one of them large; a map of places; a search to watch.

import { $, button, el, messageOf } from "../core/dom.js";
import { thumbnail } from "../core/draw.js";
import { subject } from "../core/phrases.js";
import { listen, placementsOf, solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { Filter } from "./filter.js";
import { buildFrame } from "./frame.js";
import { drawPictures, lastLaid } from "./pictures.js";
import { PlaceMap } from "./place_map.js";
import { forget, start, stop } from "./run.js";
import { progressText, summary, workingText } from "./summary.js";
import { Wall } from "./wall.js";
import { Watch } from "./watch.js";
import { USUAL, kindOf } from "../core/kinds.js";

const EXPLORING = ["map", "steps"]; // goals that leave the solutions found as they are
const KEPT = 10000; // tilings to look at
// `laid` is how many pieces of the solution are shown, `isAll` whether the search ended with nothing more to find.
const state = {
  /** @type {Wall | null} */
  wall: null,
  beginsFromPlay: false,
  goal: "",
  /** @type {Placement[]} */
  from: [],
  /** @type {Reason | null} */
  reason: null,
  seen: 0,
  compared: -1,
  /** @type {number[]} */
  numbers: [],
  laid: Infinity,
  isAll: false,
  filter: new Filter(),
};

listen((what) => {
  if (what !== "puzzle") return;
  forget();
  clear();
  state.from = [];
  if (state.wall) busy(false);
  if (state.wall) tell("", false);
});

export function show() {
  takeWanted();
  state.wall ??= build();
  for (const name of USUAL.explorations)
    $(`solve-${name}`).hidden = !kindOf(store.view).explorations.includes(name);
  draw();
  if (state.beginsFromPlay) run({ number: 1 });
  state.beginsFromPlay = false;
}

// Play asked for a solution from what lies there; everything else goes on from there too.
function takeWanted() {
  if (!store.wanted) return;
  state.from = store.wanted.filter((placement) => !placement.fixed);
  store.wanted = null;
  state.beginsFromPlay = true;
}

function build() {
  const wall = new Wall(
    (number) => thumbnail(store.lattice, store.view, placementsOf(store.tilings[number])),
    go,
  );
  const upTo = () => (state.from.length ? "none" : $("solve-upto").value);
  buildFrame($("solve"), wall.root, {
    one: () => run({ number: 1 }),
    all: () => run({ number: KEPT, up_to: upTo() }),
    count: () => run({ goal: "count", up_to: upTo() }),
    verdict: () => run({ goal: "verdict" }, []),
    map: () => run({ goal: "map" }),
    watch: () => run({ goal: "steps" }),
    stop,
    step,
    go,
    compare,
    layFirst,
    leave: () => draw(),
  });
  return wall;
}

// Nothing found, nothing asked of it.
function clear() {
  store.tilings = [];
  store.shown = 0;
  state.filter.clear();
  Object.assign(state, { reason: null, seen: 0, compared: -1, numbers: [], laid: Infinity, isAll: false });
}

// From what lies on the board in Play, if that was asked for, or from the empty one.
/** @param {Job} job @param {Placement[]} [placed] */
async function run(job, placed = state.from) {
  state.goal = String(job.goal ?? "list");
  if (!isExploring()) clear();
  draw();
  if (isExploring()) hideFound();
  busy(true);
  tell(phrase("solve.searching"), true);
  const partial = placed.length ? solutionText(placed) : "";
  const whole = { goal: "list", number: 1, ...job, partial, puzzle: store.view.puzzle };
  try {
    await start(whole, { solutions: found, progress, end });
  } catch (error) {
    busy(false);
    tell(messageOf(error), false);
  }
}

const isExploring = () => EXPLORING.includes(state.goal);

// The solutions of an earlier question are no part of what is explored.
function hideFound() {
  $("solve-found").hidden = true;
  $("solve-leave").hidden = !store.tilings.length;
}

/** @param {boolean} yes */
function busy(yes) {
  $("solve-stop").disabled = !yes;
  $("solve-progress").hidden = !yes;
  $("solve-progress").removeAttribute("value");
}

// What changes four times a second is not for screen readers; the rest is.
/** @param {string} text @param {boolean} live */
function tell(text, live) {
  $("solve-live").textContent = live ? text : "";
  $("solve-text").textContent = live ? "" : text;
}

/** @param {{ solutions: Solution[] }} message */
function found({ solutions }) {
  const first = store.tilings.length;
  store.tilings.push(...solutions.slice(0, KEPT - first));
  for (let i = first; i < store.tilings.length; i++)
    if (state.filter.passes(store.tilings[i])) state.numbers.push(i);
  if (!first) return draw();
  state.wall?.extend(state.numbers);
  label();
}

/** @param {SearchProgress} message */
function progress(message) {
  if (message.fraction) $("solve-progress").value = message.fraction;
  state.seen = message.solutions ?? 0;
  tell(isExploring() ? workingText(message) : progressText(message), true);
}

/** @param {SearchEnd} message */
function end(message) {
  busy(false);
  if (!isExploring())
    Object.assign(state, {
      reason: message.reason ?? null,
      isAll: message.ended === "exhausted" || message.verdict === "unique",
    });
  const told = { ...message, asked: message.asked ?? state.goal };
  tell(summary(told, Math.max(state.seen, store.tilings.length), store.view, store.lattice), false);
  draw();
  if (isExploring()) explore(told);
}

// The map, or the search to watch, in place of the wall and the large picture.
/** @param {SearchEnd} told */
function explore(told) {
  hideFound();
  if (told.ended !== "exhausted") return;
  const { lattice, view } = store;
  /** @param {string} name */
  const nameOf = (name) => subject(view, name);
  if (told.asked === "map" && told.total !== "0")
    $("solve-explored").append(new PlaceMap(lattice, view, told, nameOf).root);
  if (told.asked === "steps")
    $("solve-explored").append(new Watch(lattice, view, told, placementsOf, nameOf).root);
  const isEmpty = !$("solve-explored").childElementCount;
  $("solve-found").hidden = !isEmpty;
  $("solve-leave").hidden = isEmpty;
}

function compare() {
  state.compared = state.compared < 0 ? store.shown : -1;
  if (state.compared >= 0) step(1);
  else draw();
}

/** @param {number} by */
function step(by) {
  const { numbers } = state;
  if (!numbers.length) return;
  const place = numbers.indexOf(store.shown);
  go(numbers[(place + by + numbers.length) % numbers.length]);
}

// Show the solution of a number, or the nearest that there is.
/** @param {number} number */
function go(number) {
  if (!store.tilings.length) return;
  store.shown = Math.min(Math.max(Math.round(number) || 0, 0), store.tilings.length - 1);
  draw();
}

// Only solutions with this piece there, or all again.
/** @param {PlacementRow} row */
function ask(row) {
  state.filter.toggle(row);
  state.numbers = store.tilings.flatMap((tiling, i) => (state.filter.passes(tiling) ? [i] : []));
  if (!state.numbers.includes(store.shown)) store.shown = state.numbers[0] ?? 0;
  fillWall();
  draw();
}

function fillWall() {
  const { lattice, view } = store;
  const { width, height } = lattice.bounds([...view.atoms, ...view.optional]);
  state.wall?.become(state.numbers, height / width);
}

function label() {
  const count = store.tilings.length;
  const shown = state.numbers.length;
  $("solve-steps").hidden = count < 1;
  if (document.activeElement !== $("solve-go") || !count) $("solve-go").value = store.shown + 1;
  $("solve-go").max = count;
  $("solve-at").textContent = phrase(placeKey(shown, count), { count, shown });
  showLaid(store.tilings[store.shown]?.placements.length ?? 0);
  $("solve-compare").hidden = count < 2;
  $("solve-compare").textContent = phrase(state.compared < 0 ? "explore.compare" : "explore.compare end");
  const { asked } = state.filter;
  const isAsked = asked.length > 0;
  $("solve-filter").hidden = count < 2;
  $("solve-filter").replaceChildren(
    isAsked ? "" : el("span.plain", phrase("explore.filter help")),
    ...asked.map(chip),
  );
}

// Of one that was asked for alone nobody knows yet how many there are.
/** @param {number} shown @param {number} count */
function placeKey(shown, count) {
  if (shown < count) return "explore.of filtered";
  return count === 1 && !state.isAll ? "solve.of several" : "solve.of";
}

// The slider that lays one piece after the other.
/** @param {number} count */
function showLaid(count) {
  const laid = Math.min(state.laid, count);
  Object.assign($("solve-laid"), { max: count, value: laid });
  const last = laid < count ? lastLaid(laid) : "";
  const text = phrase("solve.laid so far", { laid, count });
  $("solve-laid").setAttribute("aria-valuetext", last ? `${text}. ${last}` : text);
  $("solve-last").textContent = last;
}

/** @param {number} laid */
function layFirst(laid) {
  const count = store.tilings[store.shown].placements.length;
  Object.assign(state, { laid: laid < count ? laid : Infinity, compared: -1 });
  draw();
}

/** @param {PlacementRow} row */
function chip(row) {
  const piece = subject(store.view, row.piece);
  const attributes = { class: "chip", "aria-label": phrase("explore.filter away", { piece }) };
  return button(`${phrase("explore.filter chip", { piece })} ×`, () => ask(row), attributes);
}

function drawFrom() {
  const count = state.from.length;
  const away = () => {
    state.from = [];
    drawFrom();
  };
  const text = phrase("explore.from", { count });
  $("solve-from").hidden = !count;
  $("solve-from").replaceChildren(
    button(`${text} ×`, away, {
      class: "chip",
      "aria-label": `${text}. ${phrase("explore.from away")}`,
    }),
  );
}

function draw() {
  label();
  drawFrom();
  $("solve-explored").replaceChildren();
  $("solve-found").hidden = false;
  $("solve-leave").hidden = true;
  if (store.view && state.wall?.numbers !== state.numbers) fillWall();
  drawPictures(state, ask);
  state.wall?.show(store.tilings.length ? store.shown : -1);
}

addEventListener("keydown", (event) => {
  const isMine =
    !$("solve").hidden && !(/** @type {Element} */ (event.target).matches("input, textarea, select"));
  if (!isMine || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && store.tilings.length) step(by);
  else if (event.key === "Escape") stop();
});
