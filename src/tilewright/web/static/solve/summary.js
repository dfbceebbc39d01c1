// How a search ended, in a sentence.

import { refusalText } from "../core/api.js";
import { reasonText } from "../core/phrases.js";
import { number, phrase } from "../words/words.js";

const LEAST_SHARE = 0.001; // of a search, below which it is not worth telling

// `end` is the search's last event; `found` is how many tilings it has met as far as the page knows.
/** @param {SearchEnd} end @param {number} found @param {View} view @param {Lattice} lattice */
export function summary(end, found, view, lattice) {
  const time = timeText(end.seconds);
  if (end.ended === "error") return refusalText({ error: end.text, ...end });
  if (end.asked === "map") return mapText(end);
  if (end.asked === "steps")
    return phrase(end.ended === "exhausted" ? "explore.watch title" : "explore.watch stopped");
  if (end.count && typeof end.count === "object") return countText(end.count, time);
  if (end.verdict === "impossible")
    return phrase("solve.impossible", { time, reason: reasonText(end.reason ?? null, view, lattice) });
  if (end.asked === "verdict") return verdictText(end, time);
  if (end.ended === "stopped") return stoppedText(end, found);
  if (end.ended === "limit") return phrase("solve.out of time", { found: end.count });
  if (end.ended === "exhausted" && end.sent !== undefined) return allText(end, time);
  return phrase(end.count ? "solve.solved" : "solve.none", { time });
}

// How far a search is: its place in the queue, or what it has met and what there may be in all.
/** @param {SearchProgress} progress */
export function progressText({ waiting, fraction = 0, nodes, solutions, seconds = 0, estimate = 0 }) {
  if (waiting !== undefined) return phrase("explore.waiting", { place: waiting });
  const steps = nodes ? phrase("solve.live steps", { nodes }) : "";
  const percent = number(100 * fraction, fraction < 0.1 ? 1 : 0);
  const share = fraction >= LEAST_SHARE ? phrase("solve.live share", { percent }) : "";
  const all =
    Number.isFinite(estimate) && estimate > (solutions ?? 0)
      ? phrase("explore.estimate", { estimate: roughText(estimate) })
      : "";
  const known = solutions !== null; // a count by several engines tells nothing of the number before its end
  const time = number(seconds, 1);
  const begin = known
    ? phrase("solve.live", { found: solutions, seconds: time })
    : phrase("explore.working", { seconds: time });
  return begin + steps + share + (known ? all : "");
}

// How far the map is, or the search to watch, which find no solutions for the wall.
/** @param {SearchProgress} progress */
export function workingText({ waiting, seconds = 0 }) {
  if (waiting !== undefined) return phrase("explore.waiting", { place: waiting });
  return phrase("explore.working", { seconds: number(seconds, 1) });
}

// Two digits of a number that is known roughly only.
/** @param {number} value */
function roughText(value) {
  const power = Math.floor(Math.log10(value));
  if (power < 6) return Number(value.toPrecision(2));
  const raised = String(power).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return phrase("explore.power", { digits: number(value / 10 ** power, 1), power: raised });
}

/** @param {SearchEnd} end */
function mapText({ ended, total }) {
  if (ended === "limit") return phrase("explore.map limit");
  if (ended === "stopped") return phrase("explore.map stopped");
  return total === "0"
    ? phrase("explore.map none")
    : phrase("explore.map total", { total: BigInt(total ?? 0) });
}

/** @param {number} [seconds] */
function timeText(seconds) {
  if (seconds === undefined) return "";
  return seconds < 0.01
    ? phrase("solve.in no time")
    : phrase("solve.in seconds", { seconds: number(seconds, 2) });
}

/** @param {SearchEnd} end @param {number} found */
function stoppedText({ text, kind = "stopped" }, found) {
  if (kind === "stopped") return phrase("solve.stopped", { found });
  return phrase("solve.stopped why", { found, why: refusalText({ error: text, kind }) });
}

/** @param {SearchCount} count @param {string} time */
function countText(count, time) {
  const key = count.bound === "exact" ? "solve.counted" : "solve.counted least";
  return phrase(key, { count: BigInt(count.value_text), time });
}

/** @param {SearchEnd} end @param {string} time */
function verdictText(end, time) {
  if (end.verdict === "unique") return phrase("solve.exactly one", { same: "", time });
  if (end.verdict !== "several") return phrase("solve.undecided", { time });
  const isAlike = ["rotations", "symmetries"].includes(end.unique_up_to ?? "");
  return phrase("solve.several", { time, alike: isAlike ? phrase(`solve.alike ${end.unique_up_to}`) : "" });
}

/** @param {SearchEnd} end @param {string} time */
function allText({ count: all, sent = 0, full, up_to: upTo }, time) {
  const count = Number(all);
  if (full) return phrase("solve.all kept", { count, sent, time });
  const turned = upTo === "symmetries" ? "symmetries" : "rotations";
  const same = sent < count ? phrase(`solve.with ${turned}`, { count }) : "";
  return phrase(sent === 1 ? "solve.exactly one" : "solve.all found", { count: sent, same, time });
}
