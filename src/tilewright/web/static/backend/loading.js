// A line at the foot of the page: how far Python has come, and what to do where it does not come.

import { el } from "../core/dom.js";
import { number, phrase } from "../words/words.js";

const MEGABYTE = 1e6;

export function loadingLine() {
  const bar = el("progress", { max: 1, value: 0 });
  const text = el("span");
  const line = el("p", { id: "loading", role: "status", hidden: true }, bar, " ", text);
  document.body.append(line);
  let loaded = 0;
  let total = 0;
  let isReady = false;

  /** @param {string} words @param {number | null} [share] */
  function show(words, share = null) {
    line.hidden = !words;
    text.textContent = words;
    bar.hidden = share === null;
    if (share !== null) bar.value = share;
  }

  /** @type {Record<string, (data: WorkerNews) => void>} */
  const KINDS = {
    begun: (data) => {
      total = data.total ?? 0;
      show(phrase("site.loading", megabytes()), 0);
    },
    loaded: ({ bytes = 0 }) => {
      loaded += bytes;
      if (total)
        show(
          phrase(isReady ? "site.printing" : loaded < total ? "site.loading" : "site.starting", megabytes()),
          Math.min(1, loaded / total),
        );
    },
    ready: () => {
      isReady = true;
      show("");
    },
    failed: ({ text: reason }) => show(failure(reason)),
    damaged: ({ text: name }) => show(phrase("site.damaged", { text: name })),
    note: ({ text: words = "" }) => show(words),
  };
  const megabytes = () => ({
    loaded: number(Math.max(0, Math.min(loaded, total)) / MEGABYTE, 1),
    total: number(total / MEGABYTE, 1),
  });
  // So many bytes more are about to come; none: whatever was awaited is there, or will not come.
  /** @param {number} bytes */
  const expect = (bytes) => {
    [loaded, total] = [0, bytes];
    show(bytes ? phrase("site.printing", megabytes()) : "", bytes ? 0 : null);
  };
  return {
    expect,
    told: (/** @type {WorkerNews} */ data) => KINDS[data.kind]?.(data),
    note: (/** @type {string} */ words, /** @type {Element} */ more) => (
      show(words),
      more && line.append(" ", more)
    ),
  };
}

// Why there is no solver; a browser does not always say it.
/** @param {string} [reason] */
export function failure(reason) {
  if (!hasSimd()) return phrase("site.too old");
  return phrase(reason ? "site.failed" : "site.not loaded", { text: reason });
}

// WebAssembly with its vector instructions, which the kernel and Pyodide need: a module with one of them.
export function hasSimd() {
  const module = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ];
  return globalThis.WebAssembly?.validate(new Uint8Array(module)) ?? false;
}
