// Python in a worker: Pyodide, the package and the kernel; answers what the page would ask of the studio's server.
//
// The page ends the whole worker to stop a search, and when a puzzle makes it hang or crash.

// @ts-expect-error: it lies there in the built site alone
import { loadPyodide } from "../../python/pyodide.mjs";
import { Damaged, fetchFile } from "./files.js";
import { kernels } from "./kernel.js";

const SMALL = ["stdlib.zip.gz", "app.zip.gz", "kernel.wasm.gz"];
const PRINTING = ["python/typst.whl", "python/print.zip.gz"]; // loaded when something is printed
// Hints that nobody waits for, so that the first one somebody asks for finds all of Python's modules loaded.
const FIRST = ["dominoes*@2x3", "2 . .\n. . 4\n. 3 ."];
const NOTHING = '{"placements": []}';
/** @type {any} */
let ask = null;
/** @type {any} */
let pyodide = null;
/** @type {any} */
let site = null;

self.onmessage = async ({ data }) => {
  if (data.kind === "begin") await begin(data);
  else await answer(data);
};

/** @param {any} it */
async function begin({ root, list }) {
  site = { root, list };
  try {
    await load();
    self.postMessage({ kind: "ready" });
    for (const puzzle of FIRST)
      ask("POST", "/api/hint", JSON.stringify({ puzzle, solution: NOTHING }), () => {});
    self.postMessage({ kind: "warm" });
  } catch (/** @type {any} */ error) {
    const kind = error instanceof Damaged ? "damaged" : "failed";
    self.postMessage({ kind, text: error.message });
  }
}

async function load() {
  /** @param {string} name */
  const fetched = (name) =>
    fetchFile(site.root, `python/${name}`, site.list, (/** @type {Uint8Array<ArrayBuffer>} */ bytes) =>
      self.postMessage({ kind: "loaded", bytes }),
    );
  const runtime = fetched("runtime.wasm.gz");
  const [library, app, kernel] = SMALL.map(fetched);
  kernel.catch(() => {}); // whichever fails first is told
  serve({ "pyodide.asm.wasm": [runtime, "application/wasm"], "stdlib.zip": [library, "application/zip"] });
  const indexURL = String(new URL("python/", site.root));
  const lock = await (await fetch(`${indexURL}pyodide-lock.json`)).json();
  pyodide = await loadPyodide({
    indexURL,
    stdLibURL: `${indexURL}stdlib.zip`,
    lockFileContents: lock,
    packageBaseUrl: indexURL,
    env: { HOME: "/home/pyodide", TZ: "UTC" },
  });
  self.newKernel = kernels(await WebAssembly.compile(await kernel));
  pyodide.unpackArchive(await app, "zip", {
    extractDir: pyodide.runPython("import site; site.getsitepackages()[0]"),
  });
  ask = pyodide.pyimport("tilewright.web.answers").ask;
}

// Pyodide fetches some files by itself: it gets those that are here already.
/** @param {any} files */
function serve(files) {
  const fetchOther = self.fetch.bind(self);
  self.fetch = async (address, options) => {
    const name = String(/** @type {any} */ (address).url ?? address)
      .split("/")
      .at(-1);
    if (!Object.hasOwn(files, name)) return fetchOther(address, options);
    const [content, type] = files[name];
    return new Response(await content, { headers: { "content-type": type } });
  };
}

/** @param {any} it */
async function answer({ id, method, path, body }) {
  try {
    if (path === "/api/export" && /"form":"(pdf|page|booklet|cards)"/.test(body)) {
      const isThere = await loadPrinting().then(
        () => true,
        () => false,
      );
      if (!isThere) return self.postMessage({ kind: "unprinted", id });
    }
    /** @param {string} text */
    const post = (text) => self.postMessage({ kind: "event", id, text });
    const found = ask(method, path, body, post);
    const [status, content, type, name] = found.toJs();
    found.destroy();
    self.postMessage({ kind: "answer", id, status, content, type, name });
  } catch (/** @type {any} */ error) {
    console.error(error); // for whoever reports it
    self.postMessage({ kind: "crash", id, text: error.message.trim().split("\n").at(-1) });
  }
}

let printing = null;
function loadPrinting() {
  /** @param {string} name */
  const fetched = (name) =>
    fetchFile(site.root, name, site.list, (/** @type {Uint8Array<ArrayBuffer>} */ bytes) =>
      self.postMessage({ kind: "loaded", bytes }),
    );
  printing ??= Promise.all(PRINTING.map(fetched)).then(([wheel, files]) => {
    pyodide.unpackArchive(wheel, "wheel");
    unpack(files);
  });
  printing.catch(() => (printing = null)); // it may be tried again
  return printing;
}

/** @param {any} files */
const unpack = (files) =>
  pyodide.unpackArchive(files, "zip", {
    extractDir: pyodide.runPython("import site; site.getsitepackages()[0]"),
  });
