// The notebook's side of the widget: the studio's page in a frame, and the way between it and Python.
//
// PAGE is the page's whole text; Python puts it before this file. The frame speaks through a port that it gets from us
// whenever it is loaded; what it asks goes to Python, which answers with the same number.
/* global PAGE */

const BORDERS = 2; // pixels
const HIGHEST = 3000; // pixels, whatever the page says

function render({ model, el }) {
  const mine = crypto.randomUUID(); // a notebook may show the same widget twice
  const page = URL.createObjectURL(new Blob([PAGE], { type: "text/html" }));
  const frame = document.createElement("iframe");
  frame.title = "Tilewright";
  frame.style.cssText =
    "display: block; box-sizing: border-box; width: 100%; border: 1px solid #8886; border-radius: 8px";
  frame.src = page + model.get("_address");
  let port = null;
  let needed = 0; // pixels of what the page shows

  const heard = {
    ask: ({ number, question }) => model.send({ view: mine, number, question }),
    state: ({ state }) => {
      model.set("_state", state);
      model.save_changes();
    },
    size: ({ height }) => {
      needed = Math.min(height + BORDERS, HIGHEST);
      sized();
    },
  };
  const loaded = ({ source, data }) => {
    if (source !== frame.contentWindow || data !== "tilewright: ready") return;
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (event) => heard[event.data.kind]?.(event.data);
    source.postMessage("tilewright: port", "*", [channel.port2]);
  };
  const answered = (answer, buffers) => {
    if (answer.view !== mine) return;
    const content = buffers?.length ? new Uint8Array(buffers[0].buffer ?? buffers[0]) : null;
    port?.postMessage({ ...answer, content });
  };
  const sized = () => (frame.style.height = `${Math.max(model.get("height"), needed)}px`);
  const moved = () => (frame.contentWindow.location.hash = model.get("_address"));

  addEventListener("message", loaded);
  model.on("msg:custom", answered);
  model.on("change:height", sized);
  model.on("change:_address", moved);
  sized();
  el.replaceChildren(frame);
  return () => {
    removeEventListener("message", loaded);
    model.off("msg:custom", answered);
    model.off("change:height", sized);
    model.off("change:_address", moved);
    URL.revokeObjectURL(page);
  };
}

export default { render };
