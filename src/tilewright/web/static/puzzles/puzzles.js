// The built-in puzzles, each one click to play.

import { get } from "../core/api.js";
import { $, el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { marks } from "../state/progress.js";
import { newBox } from "./new.js";
import { openBox } from "./open.js";
import { hasPhrase, phrase } from "../words/words.js";

let asked = null;

export const load = () => (asked ??= get("/api/gallery").catch(forget));

function forget(error) {
  asked = null; // it may be asked for again
  throw error;
}

export function show(items) {
  const systems = [...new Set(items.map((item) => item.system))];
  $("puzzles").replaceChildren(
    el("p", { class: "lead" }, phrase("puzzles.lead")),
    openBox(),
    ...systems.flatMap((system) => shelf(system, items, marks())).filter(Boolean),
  );
}

function shelf(system, items, markOf) {
  const cards = items.filter((item) => item.system === system).map((item) => card(item, markOf));
  const more = system === "Shikaku" ? newBox() : null;
  return [el("h2", {}, titleOf(system)), more, el("div", { class: "cards" }, cards)];
}

function card(item, markOf) {
  const path = item.name.split("/").map(encodeURIComponent).join("/");
  const { solved, best, begun } = markOf(`gallery/${path}`);
  const mark = markText(solved, best, begun);
  return el(
    "a",
    { class: "card", href: addressOf("play", `gallery/${path}`) },
    el("img", { src: `/api/picture/${path}`, alt: "", loading: "lazy", width: 160, height: 112 }),
    el("span", {}, item.title),
    mark ? el("small", { class: solved ? "solved" : "" }, mark) : null,
  );
}

function markText(solved, best, begun) {
  if (!solved) return begun ? phrase("puzzles.begun") : "";
  return best === null
    ? phrase("puzzles.solved mark")
    : phrase("puzzles.solved in", { time: timeText(best) });
}

// A system in words; the server calls it by a short name.
export function titleOf(system) {
  const key = `puzzles.system.${system}`;
  return hasPhrase(key) ? phrase(key) : system;
}
