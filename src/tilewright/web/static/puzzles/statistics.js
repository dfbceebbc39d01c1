// What this browser knows of its player: puzzles solved, times by kind, days in a row. It can be taken away as a file.

import { button, download, el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { dayText, longest, results, solvedDays, streak } from "../state/results.js";
import { phrase, phraseOr } from "../words/words.js";

export function statistics() {
  const rows = results();
  const days = solvedDays();
  const saving = button(phrase("statistics.export"), () => save(rows, days), { id: "statistics-export" });
  return el(
    "section",
    { id: "statistics" },
    el("h2", phrase("statistics.title")),
    rows.length ? [figures(rows, days), table(rows), saving] : el("p.plain", phrase("statistics.none")),
    el("p.plain", phrase("statistics.private")),
  );
}

/** @param {Result[]} rows @param {Days} days */
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

/** @param {Result[]} rows */
function table(rows) {
  const kinds = Object.groupBy(rows, (row) => row.kind);
  const sorted = Object.entries(kinds).sort(([, a], [, b]) => b.length - a.length);
  const heads = ["kind", "solved", "average", "best"].map((name) =>
    el("th", { scope: "col" }, phrase(`statistics.${name}`)),
  );
  const lines = sorted.map(([kind, its]) => {
    const times = its.map(({ seconds }) => seconds);
    const average = times.reduce((sum, time) => sum + time, 0) / times.length;
    const cells = [String(its.length), timeText(average), timeText(Math.min(...times))];
    return el(
      "tr",
      el("th", { scope: "row" }, phraseOr(`statistics.of ${kind}`, kind)),
      cells.map((text) => el("td", text)),
    );
  });
  return el("table.statistics", el("thead", el("tr", heads)), el("tbody", lines));
}

// All of it as a file, written in the page.
/** @param {Result[]} rows @param {Days} days */
function save(rows, days) {
  const text = JSON.stringify({ exported: dayText(), days, solved: rows }, null, 1);
  download(new Blob([text], { type: "application/json" }), `tilewright-${dayText()}.json`);
}
