// Addresses, and texts that are packed into them: `#VIEW/SOURCE` is a view of a puzzle, `#VIEW` a view alone. Any address opens by itself.
//
// A source says where the puzzle comes from: `1.PACKED` holds all of it, `gallery/NAME` is a built-in one,
// `shikaku/ROWSxCOLUMNS/DIFFICULTY/SEED` is made on demand, `day/SYSTEM/DATE` is that day's. `?at=PACKED` after it is
// what lies on the board. `box/NAME/BOARD/MEMBER` is a board of a box that people own. `today/DATE` has the puzzles of another day.

import { phrase } from "../words/words.js";

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

// ---- links ---------------------------------------------------------------------------------------------------------

// Texts packed for addresses: deflated, as base64 without the characters that addresses give a meaning.
// A whole puzzle is `1.` and its file's JSON; the 1 is the version.

const VERSION = "1";
const LONGEST = 1 << 20; // characters, unpacked

// The source of a puzzle that is all in the address.
/** @param {string} text */
export const pack = async (text) => `${VERSION}.${await packed(JSON.stringify(JSON.parse(text)))}`;

// The file of a view's puzzle under a name, which the puzzle has from a list perhaps and not from its file.
/** @param {View} view @param {string} [name] */
export const namedFile = (view, name = view.name) => {
  const file = JSON.parse(view.puzzle);
  return JSON.stringify(name ? { ...file, name } : file);
};

// The puzzle's text; an Error whose message is meant for the player where there is none.
/** @param {string} source */
export async function unpack(source) {
  const [, version, body] = /^(\d+)\.([\w-]*)$/.exec(source) ?? [];
  if (!body) throw new Error(phrase("page.link cut"));
  if (version !== VERSION) throw new Error(phrase("page.link newer"));
  try {
    const text = await unpacked(body);
    JSON.parse(text);
    return text;
  } catch {
    throw new Error(phrase("page.link damaged"));
  }
}

// The address in a pasted link of a studio, wherever it runs; null for any other text.
/** @param {string} text */
export function linkedFragment(text) {
  const [, fragment] = /^https?:\/\/[^\s#]+\/#((?:\d+\.|[a-z]+\/)\S*)$/.exec(text) ?? [];
  return fragment ? `#${fragment}` : null;
}

/** @param {string} text */
export async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} body */
export async function unpacked(body) {
  const letters = atob(body.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await through(new DecompressionStream("deflate-raw"), bytes);
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}

/** @param {GenericTransformStream} stream @param {Uint8Array<ArrayBuffer>} bytes */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    length += step.value.length;
    if (length > LONGEST) throw new RangeError();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
