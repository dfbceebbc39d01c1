// Which of all solutions the player has found on this browser, mirror images and turned ones counted once.

import { searched } from "../core/api.js";
import { read, write } from "../state/progress.js";
import { solutionText, store } from "../state/store.js";
import { listOf, recordOf } from "../state/trusted.js";

const SECONDS = 5; // of the count; what takes longer is told as "at least"

// {found, total, isExact} with the solution that lies there; null where nobody can tell.
export async function foundSoFar() {
  const { view } = store;
  const job = { goal: "found", puzzle: view.puzzle, partial: solutionText(), seconds: SECONDS };
  const end = await searched(job).catch(() => null);
  if (!end?.orbit) return null;
  const name = `tilewright:found:${view.digest}`;
  const known = listOf(recordOf(read(name)).orbits).filter((orbit) => typeof orbit === "string");
  const orbits = [...new Set([...known, end.orbit])];
  if (orbits.length > known.length) write(name, { orbits });
  const { value_text: total, bound } = end.count;
  return { found: orbits.length, total: BigInt(total), isExact: bound === "exact" };
}
