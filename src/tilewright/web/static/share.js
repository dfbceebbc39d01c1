// Links that hold the whole puzzle: `#1.` and the file's JSON, deflated, as base64 for addresses. The 1 is the version.

const VERSION = "1";
const LONGEST = 1 << 20; // characters of a puzzle, unpacked

export async function link(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(JSON.parse(text))));
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}/#${VERSION}.${packed}`;
}

export const isShared = (fragment) => /^#?\d+\./.test(fragment);

// The puzzle's text in a fragment; an Error whose message is meant for the player where there is none.
export async function unpack(fragment) {
  const [, version, packed] = /^#?(\d+)\.([\w-]*)$/.exec(fragment) ?? [];
  if (!packed) throw new Error("This link is damaged: part of it is missing. Here is an empty board.");
  if (version !== VERSION) throw new Error("This link was made by a newer studio. Here is an empty board.");
  try {
    const raw = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), raw));
    JSON.parse(text);
    return text;
  } catch {
    throw new Error("This link is damaged. Here is an empty board.");
  }
}

// The puzzle in a pasted link of a studio, wherever it runs; null for any other text.
export async function linkedText(text) {
  const [, fragment] = /^https?:\/\/[^\s#]+\/#(\d+\.\S*)$/.exec(text) ?? [];
  return fragment ? unpack(fragment) : null;
}

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
    if (length > LONGEST) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
