// What the browser keeps for the page, by names; and checks of what it kept, which may be of an older page or written by somebody
// else: a part is taken only if it is what it should be.

export const RECORDS = "tilewright:puzzle:"; // the names of what is remembered of puzzles begin so
const MOST = 1e9; // of a count, and seconds

/** @param {string} name */
export function readText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

// What is kept under a name, whatever it is.
/** @param {string} name */
export const read = (name) => parsed(readText(name));

/** @param {string | null} text @returns {unknown} */
export function parsed(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

// Whether it could be kept. Where there is no more room, what was not touched for longest goes.
/** @param {string} name @param {unknown} value */
export function write(name, value) {
  for (let tries = 0; tries < 20; tries++) {
    if (tryWrite(name, value)) return true;
    if (!forgetOldest(name)) return false;
  }
  return false;
}

// The same without making room.
/** @param {string} name @param {unknown} value */
export function tryWrite(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} except */
function forgetOldest(except) {
  const rows = recordNames().filter((name) => name !== except);
  const oldest = rows.sort((a, b) => touchedAt(a) - touchedAt(b))[0];
  if (oldest) localStorage.removeItem(oldest);
  return Boolean(oldest);
}

/** @param {string} name */
export function touchedAt(name) {
  const { touched } = recordOf(read(name));
  return isFinite(touched) && touched <= Date.now() ? touched : 0; // what is no time goes first
}

export function recordNames() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(RECORDS));
  } catch {
    return [];
  }
}

// ---- checks -------------------------------------------------------------------------------------------------------

/** @param {unknown} value @returns {value is number} */
const isFinite = (value) => Number.isFinite(value);
/** @param {unknown} value @returns {value is Kept} */
export const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** @param {unknown} value @returns {Kept} */
export const recordOf = (value) => (isRecord(value) ? value : {});
/** @param {unknown} value @returns {unknown[]} */
export const listOf = (value) => (Array.isArray(value) ? value : []);
/** @param {unknown} value @returns {value is string} */
export const isText = (value) => typeof value === "string";
/** @param {unknown} value @param {number} [most] @returns {value is number} */
export const isCount = (value, most = MOST) =>
  isFinite(value) && Number.isInteger(value) && value >= 0 && value <= most;
/** @param {unknown} value */
export const countOf = (value) => (isCount(value) ? value : 0);

// Seconds; null for what is no time.
/** @param {unknown} value */
export const secondsOf = (value) => (isFinite(value) && value >= 0 && value <= MOST ? value : null);

// The entries of a record whose values pass.
/** @template [T=unknown] @param {unknown} value @param {(value: unknown, name: string) => unknown} passes @returns {Record<string, T>} */
export const entriesOf = (value, passes) =>
  /** @type {Record<string, T>} */ (
    Object.fromEntries(Object.entries(recordOf(value)).filter(([name, each]) => passes(each, name)))
  );
