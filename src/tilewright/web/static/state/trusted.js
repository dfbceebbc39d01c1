// What the browser kept may be of an older page, or written by somebody else: a part is taken only if it is what it should be.

const MOST = 1e9; // of a count, and seconds

/** @param {any} value @returns {boolean} */
export const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** @param {any} value @returns {Record<string, any>} */
export const recordOf = (value) => (isRecord(value) ? value : {});
/** @param {any} value @returns {any[]} */
export const listOf = (value) => (Array.isArray(value) ? value : []);
/** @param {any} value @param {number} [most] */
export const isCount = (value, most = MOST) => Number.isInteger(value) && value >= 0 && value <= most;
/** @param {any} value @returns {number} */
export const countOf = (value) => (isCount(value) ? value : 0);

// Seconds; null for what is no time.
/** @param {any} value @returns {number | null} */
export const secondsOf = (value) => (Number.isFinite(value) && value >= 0 && value <= MOST ? value : null);

// The entries of a record whose values pass.
/** @param {any} value @param {(value: any, name: string) => boolean} passes */
export const entriesOf = (value, passes) =>
  Object.fromEntries(Object.entries(recordOf(value)).filter(([name, each]) => passes(each, name)));
