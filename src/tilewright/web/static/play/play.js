// Playing: what all kinds of puzzles have in common. The board, hints, checks, the clock, the end.

import { postJson } from "../core/api.js";
import { $, complain, say } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { dayText, noteResult, noteSolved } from "../state/results.js";
import { addressOf, unpacked } from "../state/address.js";
import { kindOf } from "../core/kinds.js";
import { placementsFrom, storageKey } from "../state/progress.js";
import {
  catchUp,
  isBehind,
  listen,
  pinned,
  placementsOf,
  remember,
  solutionText,
  store,
} from "../state/store.js";
import { Adviser, isFull, lookAhead, serverAnswer } from "./advice.js";
import { Coach } from "./coach.js";
import { startClock } from "./clock.js";
import { settings } from "../kept/settings.js";
import { hideFinish, showFinish, wave } from "./finish.js";
import { fitBoard, freeBoard, playFrame, trialButtons } from "./frame.js";
import * as moves from "./moves.js";
import { Pages } from "./pages.js";
import { Pencil } from "./pencil.js";
import { PiecePlayer } from "./pieces.js";
import { Space } from "./space.js";
import { Teller, announce, cellText } from "./spoken.js";
import { Stage } from "./stage.js";
import { Zoom } from "./zoom.js";
import { phrase } from "../words/words.js";

const LARGE = 60; // cells from which on a board has buttons to look closer
/** @typedef {{ player: Player, pencil: Pencil, zoom: Zoom, stage: Stage, space: Space, pages: Pages, teller: Teller }} Game */
// What the open puzzle is played with, made for it when it is first shown.
/** @type {{ game: Game | null }} */
const table = { game: null };

// The same, for what happens only while a puzzle is played.
function playing() {
  if (!table.game) throw new RangeError();
  return table.game;
}

const adviser = new Adviser({ tell, mark: refresh });
const coach = new Coach({ tell, mark: refresh });

listen((what) => {
  if (what !== "puzzle") return;
  for (const each of table.game ? [table.game.player, table.game.pencil, table.game.zoom] : []) each.close();
  table.game = null;
});
startClock(showTime);

/** @param {unknown} _ @param {Route} route */
export function show(_, route) {
  if (!table.game) {
    table.game = build();
    fit();
  } else refresh();
  showTime();
  if (store.progress.finished) tellIfDone();
  else finishIfSolved(); // nobody could be asked when the last piece was laid
  if (route.at) layFromAddress(route);
}

/** @returns {Game} */
function build() {
  const { Player = PiecePlayer } = kindOf(store.view);
  const pencil = new Pencil();
  const space = new Space();
  /** @param {PointerEvent} event */
  const isFree = (event) => !pencil.isOn && playing().player.isFree(event);
  const isIdle = () => playing().player.isIdle;
  const zoom = new Zoom({ isFree, isIdle, interrupt });
  const pages = new Pages(zoom);
  const hooks = { commit: moves.commit, refresh, say: tell, pick: pickForPencil, zoom, pages, space };
  const player = new Player(store, hooks);
  const isLarge = store.view.atoms.length / store.lattice.unit >= LARGE;
  $("play").replaceChildren(
    playFrame({ player, zoom: isLarge ? zoom : null, space, pages }, store.route.source, DOES),
  );
  const stage = new Stage(pencil.layer);
  zoom.attach(stage);
  pencil.attach(stage.board);
  player.attach(stage);
  $("play-stage").replaceChildren(stage.board, stage.sheet);
  zoom.listen($("play-stage"));
  return { player, pencil, zoom, stage, space, pages, teller: new Teller() };
}

// The tray goes by the board's size, and the board takes what the tray leaves: the larger tray is reckoned with.
function fit() {
  freeBoard();
  playing().pages.fit();
  refresh();
  fitBoard();
  refresh();
}
addEventListener("resize", () => table.game && store.route.view === "play" && fit());

/** @type {Record<string, () => void>} */
const TOOLS = { pencil: togglePencil };
/** @type {Does} */
const DOES = {
  turn: (how) => playing().player.turn?.(how),
  undo: () => away(moves.undo),
  redo: () => away(moves.redo),
  hint: () => away(() => coach.hint()),
  check: () => away(() => (isFull() && !store.progress.finished ? finishIfSolved() : adviser.check())),
  again: () => away(moves.startAgain),
  tryOut: () => away(moves.beginTrial),
  keep: () => away(moves.keepTrial),
  drop: () => away(moves.dropTrial),
  useTool: (name) => away(TOOLS[name]),
  more: () => away(() => coach.more()),
  solve: () =>
    away(() => {
      store.wanted = store.placed;
      location.hash = addressOf("solve", store.route.source);
    }),
};

// A piece in the hand goes home.
export const putDown = () => table.game?.player.cancel();

// Do something with no piece in the hand.
/** @param {() => unknown} what */
function away(what) {
  playing().player.cancel();
  what();
}

// What the first finger began is given up for a pinch; not a piece that is on its way, which the second finger turns.
function interrupt() {
  if (playing().player.isCarried || playing().player.takesTwo()) return false;
  playing().pencil.stroke = null;
  playing().player.cancel();
  return true;
}

function togglePencil() {
  playing().pencil.turnOn(!playing().pencil.isOn);
  $("play-pencil").setAttribute("aria-pressed", playing().pencil.isOn);
  refresh();
  const text = cellText(playing().pencil.cursor);
  announce(playing().pencil.isOn ? phrase("spoken.pencil on", { text }) : phrase("spoken.pencil off"));
}

// With the pencil in the hand, a piece that is clicked is what it writes.
/** @param {string} name */
function pickForPencil(name) {
  if (!playing().pencil.isOn) return false;
  playing().pencil.piece = playing().pencil.piece === name ? "" : name;
  refresh();
  return true;
}

/** @param {string} text */
function tell(text) {
  $("play-text").textContent = text;
}

listen((what) => {
  if (what === "puzzle") return;
  if (what === "again") return showTime();
  tell("");
  refresh();
  if (what === "trial") announce(phrase(moves.isTrying() ? "spoken.trial begun" : "spoken.trial over"));
  feel(playing().teller.tell());
  if (what === "move") finishIfSolved();
  if (what === "step") tellIfDone();
  lookAhead(warn);
});

// What is heard and felt of a move ("lay", "back" or "done") is fetched when somebody has asked for it in the settings.
/** @param {string} what */
function feel(what) {
  const { sound, haptics } = settings();
  if (!what || !(sound || haptics)) return;
  import("./tones.js").then(
    ({ felt }) => felt(what),
    () => {},
  );
}

// What was laid last cannot stay. On a table any piece may be the wrong one: the check says which.
function warn() {
  if (store.view.box) return adviser.check();
  const last = store.placed.at(-1);
  tell(phrase("tools.lost here"));
  if (last && !last.fixed) refresh([last.atoms]);
}

function showTime() {
  if ($("play-clock")) $("play-clock").textContent = timeText(store.progress.seconds);
}

/** @param {Atom[][]} [marks] @param {boolean} [good] @param {Atom[]} [refuted] */
function refresh(marks = [], good = false, refuted = []) {
  if (marks.length) playing().pages.reveal(marks[0]);
  playing().stage.show(playing().player.shapes(moves.triedTest()), { marks, good, refuted });
  playing().pencil.show();
  playing().space.show();
  playing().player.redraw(playing().pencil.piece);
  showState();
}

function showState() {
  coach.showLabel();
  const { progress } = store;
  $("play-undo").disabled = !progress.past.length;
  $("play-redo").disabled = !progress.future.length;
  const had = $("play-trial").contains(document.activeElement);
  $("play-trial").replaceChildren(...trialButtons(moves.isTrying(), DOES));
  if (had) $("play-trial").querySelector("button").focus();
  if (!progress.finished || !isFull()) hideFinish();
}

async function finishIfSolved() {
  if (!isFull()) return;
  const answer = await serverAnswer("/api/check");
  if (!answer) return;
  if (!answer.done) return adviser.showFaults(answer.faults);
  const { progress } = store;
  noteSolved(store.route.source, progress.seconds);
  noteResult(dayText(), store.view, store.route.source, progress);
  feel("done");
  const best = Math.min(progress.best ?? Infinity, progress.seconds);
  Object.assign(progress, { finished: true, solved: true, trial: null, best, moves: progress.moves + 1 });
  remember();
  refresh();
  tellIfDone();
  wave($("play-board"));
}

// Solved, now or when it was looked at before.
function tellIfDone() {
  const { progress } = store;
  if (!progress.finished || !isFull()) return;
  const best =
    progress.best !== null && progress.best < Math.floor(progress.seconds)
      ? ` ${phrase("play.best", { time: timeText(progress.best) })}`
      : "";
  tell(phrase("play.done", { time: timeText(progress.seconds) }) + best);
  showFinish();
}

// What a shared address says lies on the board; it can be undone like any move. The address keeps it until it is laid.
/** @param {Route} route */
async function layFromAddress(route) {
  try {
    const placed = await placementsAt(route.at);
    const answer = await postJson("/api/check", {
      puzzle: store.view.puzzle,
      solution: solutionText(placed),
    });
    if (route !== store.route) return;
    if (answer.faults.length) return say(phrase("play.link not laid"), "bad");
    history.replaceState(null, "", addressOf("play", route.source));
    moves.commit([...pinned(), ...placed]);
  } catch (error) {
    if (route === store.route) complain(error);
  }
}

/** @param {string} at */
async function placementsAt(at) {
  try {
    const rows = placementsOf({ placements: JSON.parse(await unpacked(at)) });
    return placementsFrom(rows, store.view, store.lattice);
  } catch {
    throw new Error(phrase("play.link not laid"));
  }
}

// Another tab plays the same puzzle: what it does is shown here too, at once, or when a tab that slept is looked at again.
function showOthers() {
  if (!store.view) return;
  const isNew = isBehind();
  if (isNew) table.game?.player.cancel();
  catchUp();
  if (isNew && table.game && store.route.view === "play") show(null, store.route);
}
addEventListener("storage", (event) => store.view && event.key === storageKey(store.view) && showOthers());
for (const name of ["focus", "pageshow"]) addEventListener(name, showOthers);
document.addEventListener("visibilitychange", () => document.hidden || showOthers());

/** @param {KeyboardEvent} event */
function isForMe(event) {
  return !$("play").hidden && table.game && !event.target.matches("input, textarea, select");
}

addEventListener("keydown", (event) => {
  if (!isForMe(event)) return;
  const letter = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (command && letter === "z" && !event.shiftKey) DOES.undo();
  else if (command && (letter === "y" || letter === "z")) DOES.redo();
  else if (command || event.altKey || !plainKey(event)) return;
  event.preventDefault();
});

// Whether a key without Ctrl meant anything.
/** @param {KeyboardEvent} event */
function plainKey(event) {
  const onBoard = event.target.id === "play-board";
  const names = (store.view.pieces_list ?? []).map(({ name }) => name);
  if (playing().pencil.isOn && onBoard && playing().pencil.key(event, names)) return true;
  if (
    (event.key.toLowerCase() === "n" && playing().player.tools.includes("pencil")) ||
    (playing().pencil.isOn && event.key === "Escape")
  )
    DOES.useTool("pencil");
  else if (event.key.toLowerCase() === "h") DOES.hint();
  else if (playing().zoom.key(event.key))
    announce(phrase("spoken.zoomed", { times: Math.round(10 * playing().zoom.scale) / 10 }));
  else return playing().player.key(event);
  return true;
}
