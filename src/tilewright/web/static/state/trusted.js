// What the browser kept may be of an older page, or written by somebody else: a part is taken only if it is what it should be.

const MOST = 1e9; // of a count, and seconds

export const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const recordOf = (value) => (isRecord(value) ? value : {});
export const listOf = (value) => (Array.isArray(value) ? value : []);
export const isCount = (value, most = MOST) => Number.isInteger(value) && value >= 0 && value <= most;
export const countOf = (value) => (isCount(value) ? value : 0);

// Seconds; null for what is no time.
export const secondsOf = (value) => (Number.isFinite(value) && value >= 0 && value <= MOST ? value : null);

// The entries of a record whose values pass.
export const entriesOf = (value, passes) =>
  Object.fromEntries(Object.entries(recordOf(value)).filter(([name, each]) => passes(each, name)));
