// The puzzles of the day, one for each system, and a calendar of those that were solved.

import { get } from "../core/api.js";
import { $, el } from "../core/dom.js";
import { tiling } from "../core/draw.js";
import { timeText } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { titleOf } from "./puzzles.js";
import { puzzleOf } from "../state/sources.js";
import { store } from "../state/store.js";
import { dayText, solvedDays, streak, weeks } from "./calendar.js";
import { newBox } from "./new.js";
import { language, phrase } from "../words/words.js";

const WEEKS = 5;

export async function load() {
  const { date, systems } = await get(`/api/day/${dayText()}`);
  const asked = await Promise.allSettled(systems.map(({ system }) => puzzleOf(`day/${system}/${date}`)));
  const rows = systems.map((row, i) => ({ ...row, view: asked[i].value }));
  return { date, rows: rows.filter(({ view }) => view) }; // one that fails does not hide the others
}

export function show({ date, rows }) {
  const days = solvedDays();
  const text = new Date(`${date}T12:00`).toLocaleDateString(language, {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  $("today").replaceChildren(
    el("h2", {}, phrase("puzzles.of the day", { day: text })),
    el(
      "div",
      { class: "cards wide" },
      rows.map((row) => card(row, date, days[date]?.[row.system])),
    ),
    el("h2", {}, phrase("puzzles.your days")),
    el("p", { class: "plain", id: "today-streak" }, streakText(streak(days))),
    calendar(days, date),
    el("h2", {}, phrase("puzzles.a new one")),
    newBox(),
  );
}

function card({ system, view }, date, seconds) {
  const lattice = store.lattices[view.lattice].spaced([...view.atoms, ...view.optional]);
  const picture = tiling(lattice, view, view.pinned ?? [], { "aria-hidden": "true" });
  const mark = seconds === undefined ? "" : phrase("puzzles.solved in", { time: timeText(seconds) });
  return el(
    "a",
    { class: "card", href: addressOf("play", `day/${system}/${date}`), "data-system": system },
    el("div", { class: "preview" }, picture),
    el("b", {}, titleOf(system)),
    el("span", { class: "plain" }, view.name),
    mark ? el("small", { class: "solved" }, mark) : null,
  );
}

function streakText(length) {
  if (!length) return phrase("puzzles.no streak");
  return length === 1 ? phrase("puzzles.streak of one") : phrase("puzzles.streak of many", { length });
}

function calendar(days, today) {
  const cell = (date) => {
    const solved = Object.keys(days[date] ?? {}).length;
    const label = phrase(solved ? "puzzles.day solved" : "puzzles.day unsolved", { date, solved });
    const attributes = {
      class: `day ${solved ? "solved" : ""} ${date === today ? "is-today" : ""}`,
      title: label,
    };
    if (date > today) return el("span", { class: "day later" }, String(Number(date.slice(-2))));
    const href = addressOf("play", `day/shikaku/${date}`);
    return el("a", { ...attributes, href, "aria-label": label }, String(Number(date.slice(-2))));
  };
  return el("div", { class: "calendar" }, weeks(WEEKS).flat().map(cell));
}
