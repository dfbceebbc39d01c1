// The site's large files: fetched with progress, checked against the list that the site was built with, unpacked.

// What arrived is not what the site was built with.
export class Damaged extends Error {}

// `list` is files.json: name -> {bytes, sha256}. `told(bytes)` hears of every piece that arrives.
/** @param {URL} root @param {string} name @param {SiteFiles} list @param {(bytes: number) => void} told */
export async function fetchFile(root, name, list, told) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const content = await fetchOnce(new URL(name, root), cache, told);
    if (await isWhole(content, list[name])) return name.endsWith(".gz") ? unpacked(content) : content;
    told(-content.byteLength);
  }
  throw new Damaged(name);
}

/** @param {URL} address @param {RequestCache} cache @param {(bytes: number) => void} told */
async function fetchOnce(address, cache, told) {
  const response = await fetch(address, { cache });
  if (!response.ok) throw new Error(`${response.status} ${address.pathname}`);
  const parts = [];
  const reader = /** @type {ReadableStream} */ (response.body).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    told(next.value.byteLength);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Without a secure context there are no digests: then the length must do.
/** @param {Uint8Array<ArrayBuffer>} content @param {SiteFiles[string]} of */
async function isWhole(content, { bytes, sha256 }) {
  if (content.byteLength !== bytes) return false;
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

/** @param {Uint8Array<ArrayBuffer>} content */
async function unpacked(content) {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
