// What is done on the open puzzle: laid, taken back, noted; undone and done again; tried out, then kept or dropped. Listeners of
// the store are told: "move", "step" (undo, redo), "again" or "trial".

import { apply, applyNotes, changeBetween, inverse, nameOf, noteChange } from "../state/history.js";
import { catchUp, changed, pinned, remember, store } from "../state/store.js";

// Every change of what lies on the board goes through here, so that it can be undone. What another tab did that this one was
// not told of (it slept) becomes the step before.
/** @param {Placement[]} placed */
export function commit(placed) {
  catchUp();
  record(changeBetween(store.position, placed));
  store.lay(placed);
  done("move");
}

// Texts written into cells, by their names; empty ones clear them.
/** @param {Record<string, string>} texts */
export function note(texts) {
  catchUp();
  const change = noteChange(store.progress.notes, texts);
  record(change);
  store.progress.notes = applyNotes(store.progress.notes, change);
  done("move");
}

/** @param {Change} change */
function record(change) {
  const { progress } = store;
  progress.past.push(change);
  progress.future = [];
  progress.begun = true;
  progress.finished = false;
}

/** @param {string} what */
function done(what) {
  store.progress.moves += 1;
  remember();
  changed(what);
}

export function undo() {
  catchUp();
  step(store.progress.past, store.progress.future, inverse);
}

export function redo() {
  catchUp();
  step(store.progress.future, store.progress.past, (change) => change);
}

// The last change of one list goes to the other; what it makes of the board is `effect`.
/** @param {Change[]} from @param {Change[]} to @param {(change: Change) => Change} effect */
function step(from, to, effect) {
  if (!from.length) return;
  const change = from.pop();
  to.push(change);
  store.lay(apply(store.position, effect(change)));
  store.progress.notes = applyNotes(store.progress.notes, effect(change));
  done("step");
}

export function startAgain() {
  const empty = Object.fromEntries(Object.keys(store.progress.notes).map((name) => [name, ""]));
  commit(pinned());
  if (Object.keys(empty).length) note(empty);
  Object.assign(store.progress, { seconds: 0, begun: false, trial: null, led: 0 });
  remember();
  changed("again");
}

// ---- what if ------------------------------------------------------------------------------------------------------

export const isTrying = () => Array.isArray(store.progress?.trial);

// From here on everything laid is a trial.
export function beginTrial() {
  catchUp();
  store.progress.trial = store.position.filter((placement) => !placement.fixed);
  done("trial");
}

export function keepTrial() {
  catchUp();
  store.progress.trial = null;
  done("trial");
}

// Back to where the trial began; undo brings what was tried back.
export function dropTrial() {
  catchUp();
  const before = store.progress.trial;
  if (!before) return changed("trial");
  store.progress.trial = null;
  commit([...pinned(), ...before]);
  changed("trial");
}

// Tells of each placement whether it was laid in the trial.
export function triedTest() {
  const { trial } = store.progress;
  if (!trial) return () => false;
  const before = new Set(trial.map(nameOf));
  return (/** @type {Placement} */ placement) => !placement.fixed && !before.has(nameOf(placement));
}
