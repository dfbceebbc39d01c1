// An animated PNG out of the browser's own PNGs of one size: the data of each behind a word about how long it is seen.

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
const HEAD = 8; // bytes before the first part
const AROUND = 12; // bytes of a part besides its data: length, name, checksum
const CHECKS = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

// `seconds` tells of the number of a picture how long it stands.
/** @param {Blob[]} blobs @param {(number: number) => number} seconds */
export async function animated(blobs, seconds) {
  const films = await Promise.all(blobs.map(async (blob) => new Uint8Array(await blob.arrayBuffer())));
  const head = partOf(films[0], "IHDR")[0];
  const out = [films[0].slice(0, HEAD), part("IHDR", head), part("acTL", words(films.length, 0))];
  let turn = 0;
  films.forEach((film, number) => {
    const shown = [words(turn++), head.slice(0, 8), words(0, 0), shorts(1000 * seconds(number), 1000, 0)];
    out.push(part("fcTL", ...shown));
    for (const data of partOf(film, "IDAT"))
      out.push(number ? part("fdAT", words(turn++), data) : part("IDAT", data));
  });
  return new Blob([...out, part("IEND")], { type: "image/png" });
}

/** @param {Bytes} file @param {string} wanted */
function partOf(file, wanted) {
  const view = new DataView(file.buffer);
  const found = [];
  for (let at = HEAD; at < file.length; at += AROUND + view.getUint32(at)) {
    const name = String.fromCharCode(...file.slice(at + 4, at + 8));
    if (name === wanted) found.push(file.slice(at + 8, at + 8 + view.getUint32(at)));
  }
  return found;
}

/** @param {string} name @param {...Bytes} data */
function part(name, ...data) {
  const body = joined([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), ...data]);
  const check = ~body.reduce((sum, byte) => CHECKS[(sum ^ byte) & 255] ^ (sum >>> 8), -1);
  return joined([words(body.length - 4), body, words(check)]);
}

/** @param {Bytes[]} pieces */
function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** @param {...number} values */
const words = (...values) => joined(values.map((v) => Uint8Array.of(v >>> 24, v >>> 16, v >>> 8, v)));
/** @param {...number} values */
const shorts = (...values) => joined(values.map((v) => Uint8Array.of(v >>> 8, v)));
