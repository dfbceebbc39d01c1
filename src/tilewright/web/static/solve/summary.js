// How a search ended, in a sentence.

import { reasonText } from "../core/phrases.js";

export const number = (n) => n.toLocaleString("en");

// `end` is the search's last event; `found` is how many tilings it has met as far as the page knows.
export function summary(end, found, view, lattice) {
  const seconds = secondsText(end.seconds);
  if (end.ended === "error") return end.text;
  if (end.count && typeof end.count === "object") return countText(end.count, seconds);
  if (end.verdict === "impossible")
    return `Impossible${seconds}: ${lowered(reasonText(end.reason, view, lattice))}`;
  if (end.asked === "verdict") return verdictText(end, seconds);
  if (end.ended === "stopped") return `Stopped${whyStopped(end)}. ${number(found)} found so far.`;
  if (end.ended === "limit") return `Out of time; ${number(end.count)} found so far.`;
  if (end.ended === "exhausted" && end.sent !== undefined) return allText(end, seconds);
  return end.count ? `Solved${seconds}.` : `No solution${seconds}.`;
}

function secondsText(seconds) {
  if (seconds === undefined) return "";
  return ` in ${seconds < 0.01 ? "less than 0.01" : seconds.toFixed(2)} s`;
}

const lowered = (text) => text[0].toLowerCase() + text.slice(1);
const whyStopped = ({ text }) => (text && text !== "stopped" ? `: ${text}` : "");

function countText(count, seconds) {
  const least = count.bound === "exact" ? "" : "At least ";
  const many = BigInt(count.value_text).toLocaleString("en");
  return `${least}${many} solution${many === "1" ? "" : "s"}${seconds}.`;
}

function verdictText(end, seconds) {
  if (end.verdict === "unique") return `Exactly one solution${seconds}.`;
  if (end.verdict !== "several") return `Not decided${seconds}.`;
  const alike = {
    rotations: "; all are turns of one",
    symmetries: "; all are turns or mirror images of one",
  };
  return `More than one solution${seconds}${alike[end.unique_up_to] ?? ""}. Two of them are shown.`;
}

function allText({ count, sent, full, up_to: upTo }, seconds) {
  if (full) return `All ${number(count)} solutions${seconds}; ${number(sent)} are kept to look at.`;
  const mirrored = upTo === "symmetries" ? " or mirrored" : "";
  const same = sent < count ? ` (${number(count)} with turned${mirrored} ones)` : "";
  return `${sent === 1 ? "Exactly one solution" : `All ${number(sent)} solutions`}${same}${seconds}.`;
}
