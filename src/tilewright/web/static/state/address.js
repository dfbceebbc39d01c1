// Addresses: `#VIEW/SOURCE` is a view of a puzzle, `#VIEW` a view alone. Any address opens by itself.
//
// A source says where the puzzle comes from: `1.PACKED` holds all of it, `gallery/NAME` is a built-in one,
// `shikaku/ROWSxCOLUMNS/DIFFICULTY/SEED` is made on demand, `day/SYSTEM/DATE` is that day's. `?at=PACKED` after it is
// what lies on the board. `box/NAME/BOARD/MEMBER` is a board of a box that people own. `today/DATE` has the puzzles of another day.

const ALONE = ["puzzles", "today", "make", "boxes"];
const OF_PUZZLE = ["play", "solve", "edit", "share"];
const FIRST = { view: "puzzles", source: "", at: "" };

/** @param {string} view @param {string} [source] */
export const addressOf = (view, source = "") => (source ? `#${view}/${source}` : `#${view}`);

// {view, source, at}; null for an address that names nothing here.
/** @param {string} fragment */
export function parseAddress(fragment) {
  const text = fragment.replace(/^#/, "");
  if (/^\d+\./.test(text)) return { view: "play", source: text, at: "" }; // links before there were views in them
  if (!text) return FIRST;
  const [, view, rest = ""] = /^([a-z]+)(?:\/(.*))?$/s.exec(text) ?? [];
  if (ALONE.includes(view) && !rest) return { ...FIRST, view };
  if (view === "today" && /^\d{4}-\d\d-\d\d$/.test(rest)) return { ...FIRST, view, day: rest };
  const [source, at = ""] = rest.split("?at=");
  return OF_PUZZLE.includes(view) && source ? { view, source, at } : null;
}

// Without the escapes of addresses; text that is no escape stays as it is.
/** @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
