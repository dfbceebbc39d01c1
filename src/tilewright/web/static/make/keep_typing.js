// A view that is built anew while somebody uses it: the field they are in keeps the focus, their text and their place in it.

const before = new WeakMap(); // field -> its text when the focus came, or when it was last taken

/** @param {Event} event */
const note = ({ target }) =>
  target instanceof Element && "value" in target && before.set(target, target.value);
addEventListener("focusin", note);
addEventListener("change", note);

// Calls `build`, which may put new elements into `root`.
/** @param {Element} root @param {() => void} build */
export function keepTyping(root, build) {
  const old = document.activeElement;
  const isMine = root.contains(old);
  const isTyped =
    isMine && old.matches("input, textarea") && before.has(old) && old.value !== before.get(old);
  const place = isMine && old.selectionStart !== null ? [old.selectionStart, old.selectionEnd] : null;
  const text = old?.value;
  build();
  const field = isMine && !old.isConnected && root.querySelector(selectorOf(old));
  if (!field) return;
  const details = field.closest("details");
  if (details) details.open = true;
  if (isTyped) retype(field, text);
  field.focus({ preventScroll: true });
  if (isTyped && place && field.setSelectionRange) field.setSelectionRange(...place);
}

/** @param {Element} node */
function selectorOf(node) {
  const label = node.getAttribute("aria-label") ?? "";
  return node.id ? `#${CSS.escape(node.id)}` : `${node.localName}[aria-label="${CSS.escape(label)}"]`;
}

// The text of a field that a script has set is no change to the browser: leaving the field has to tell of it.
/** @param {HTMLInputElement} field @param {string} text */
function retype(field, text) {
  let isTold = false;
  field.value = text;
  field.addEventListener("change", () => (isTold = true), { once: true });
  field.addEventListener("blur", () => isTold || field.dispatchEvent(new Event("change")), { once: true });
}
