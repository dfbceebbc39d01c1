// What this browser knows of its player: puzzles solved, times by kind, days in a row. It can be taken away as a file.

import { button, el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { results } from "../state/results.js";
import { hasPhrase, phrase } from "../words/words.js";
import { dayText, longest, solvedDays, streak } from "./calendar.js";

export function statistics() {
  const rows = results();
  const days = solvedDays();
  return el(
    "section",
    { id: "statistics" },
    el("h2", phrase("statistics.title")),
    rows.length ? figures(rows, days) : el("p.plain", phrase("statistics.none")),
    rows.length ? table(rows) : null,
    rows.length
      ? button(phrase("statistics.export"), () => save(rows, days), { id: "statistics-export" })
      : null,
    el("p.plain", phrase("statistics.private")),
  );
}

/** @param {any[]} rows @param {string[]} days */
function figures(rows, days) {
  const alone = rows.filter(({ hints }) => !hints).length;
  const shown = [
    ["solved", rows.length],
    ["alone", `${Math.round((100 * alone) / rows.length)} %`],
    ["streak", streak(days)],
    ["longest", longest(days)],
  ];
  return el(
    "dl.figures",
    shown.map(([name, value]) =>
      el("div", el("dd", String(value)), el("dt", phrase(`statistics.${name}`, { count: value }))),
    ),
  );
}

/** @param {any[]} rows */
function table(rows) {
  const kinds = grouped(rows);
  const sorted = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  const heads = ["kind", "solved", "average", "best"].map((name) =>
    el("th", { scope: "col" }, phrase(`statistics.${name}`)),
  );
  const lines = sorted.map(([kind, its]) => {
    const times = its.map((/** @type {any} */ { seconds }) => seconds);
    const average =
      times.reduce((/** @type {any} */ sum, /** @type {any} */ time) => sum + time, 0) / times.length;
    const cells = [String(its.length), timeText(average), timeText(Math.min(...times))];
    return el(
      "tr",
      el("th", { scope: "row" }, kindText(kind)),
      cells.map((text) => el("td", text)),
    );
  });
  return el("table.statistics", el("thead", el("tr", heads)), el("tbody", lines));
}

/** @param {any[]} rows */
function grouped(rows) {
  const kinds = new Map();
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row]);
  return kinds;
}

/** @param {any} kind */
const kindText = (kind) => (hasPhrase(`statistics.of ${kind}`) ? phrase(`statistics.of ${kind}`) : kind);

// All of it as a file, written in the page.
/** @param {any[]} rows @param {string[]} days */
function save(rows, days) {
  const text = JSON.stringify({ exported: dayText(), days, solved: rows }, null, 1);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href, download: `tilewright-${dayText()}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
