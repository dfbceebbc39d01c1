// A notebook as backend: Python answers, through a port that the widget around this page hands over.
//
// What lies on the board, or in the view of solutions the tiling that is shown, is told to Python whenever it changes.

const SOON = 200; // milliseconds between two looks at a search, and at the board

const waiting = new Map(); // number of a question -> what takes its answer
let asked = 0; // questions, which gives each its number
const port = await new Promise((resolve) => {
  addEventListener("message", function taken({ source, data, ports }) {
    if (source !== parent || data !== "tilewright: port") return;
    removeEventListener("message", taken);
    resolve(ports[0]);
  });
  parent.postMessage("tilewright: ready", "*");
});
port.onmessage = (/** @type {any} */ { data }) => {
  waiting.get(data.number)?.(data);
  waiting.delete(data.number);
};

/** @param {any} question */
function ask(question) {
  const number = ++asked;
  port.postMessage({ kind: "ask", number, question });
  return new Promise((resolve) => waiting.set(number, resolve));
}

/** @param {string} path @param {any} one */
export async function request(path, { method = "GET", body = "" } = {}) {
  const { status, type, text, content } = await ask({ request: [method, path, body] });
  return new Response(content ?? text, { status, headers: { "content-type": type } });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, SOON));

// A search in a process beside the notebook's: its events are asked for until it ends.
/** @param {Hearing} hearing @param {Job} job */
export async function search(hearing, job) {
  const { search: id, error } = await ask({ search: JSON.stringify(job) });
  if (error) throw new Error(error);
  (async () => {
    while (!hearing.isOver) {
      for (const event of (await ask({ events: id })).events) hearing.tell(event);
      await pause();
    }
  })();
  const stop = () => {
    hearing.stop();
    return ask({ stop: id });
  };
  return { stop };
}

// How high the page is, told so that the frame is high enough: a cell does not scroll inside of itself.
const sizes = new ResizeObserver(() => {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  port.postMessage({ kind: "size", height });
});
sizes.observe(document.body);

// The state of the board, told when it is another than before.
async function watch() {
  const { solutionText, store, tilingShown } = await import("../state/store.js"); // which asks us for its tables
  let last = "";
  for (;;) {
    if (store.view) {
      const shown = store.route?.view === "solve" ? tilingShown() : store.placed;
      const state = JSON.stringify({ puzzle: store.view.puzzle, solution: solutionText(shown) });
      if (state !== last) port.postMessage({ kind: "state", state });
      last = state;
    }
    await pause();
  }
}

setTimeout(watch); // the page's own modules come first
