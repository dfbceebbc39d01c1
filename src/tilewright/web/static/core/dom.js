// Making elements, and saying things to the player.

const SVG = "http://www.w3.org/2000/svg";

// A tag may have classes behind it: "p.plain". Attributes come before children, or may be left out.
/** @template {Element} T @param {T} node @param {string[]} classes @param {any[]} given */
function fill(node, classes, given) {
  const [attributes, ...children] = given[0]?.constructor === Object ? given : [{}, ...given];
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** @template {keyof Tags} K @param {K | `${K}.${string}`} tag @param {...(Attributes | Child)} given @returns {Tags[K]} */
export function el(tag, ...given) {
  const [name, ...classes] = tag.split(".");
  return fill(/** @type {Tags[K]} */ (document.createElement(name)), classes, given);
}

/** @template {keyof SvgTags} K @param {K | `${K}.${string}`} tag @param {...(Attributes | Child)} given @returns {SvgTags[K]} */
export function svg(tag, ...given) {
  const [name, ...classes] = tag.split(".");
  return fill(/** @type {SvgTags[K]} */ (document.createElementNS(SVG, name)), classes, given);
}

// A text in the middle of a place, `size` cells high. `dominant-baseline` and `transform-box` are left alone: WebKit ignores
// them on letters smaller than a pixel of the picture's own unit.
/** @param {string} text @param {Point} one @param {number} size @param {string} [className] */
export function lettering(text, [x, y], size, className = "") {
  const node = svg("text", { x, y, dy: ".35em", class: `letter ${className}`.trim() }, text);
  node.style.setProperty("--size", `${+size.toFixed(4)}px`);
  return node;
}

// A point of the window in the units of a picture that is shown there.
/** @param {SVGGraphicsElement} picture @param {Point} point @returns {Point} */
export function unitsOf(picture, [x, y]) {
  const place = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM().inverse());
  return [place.x, place.y];
}

/** @param {SVGGraphicsElement} picture @param {MouseEvent} event */
export const unitsAt = (picture, { clientX, clientY }) => unitsOf(picture, [clientX, clientY]);

// Make `nodes` the children of a parent; those that are there already are left alone.
/** @param {Element} parent @param {ChildNode[]} nodes */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, i) => {
    if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] ?? null);
  });
}

/** @param {string} id @returns {any} who asks for a part knows what it is */
export const $ = (id) => document.getElementById(id);

let timer = 0; // which takes away what was said last
/** @param {string} text @param {string} [kind] */
export function say(text, kind = "") {
  const note = $("note");
  note.textContent = text;
  note.className = text ? `shown ${kind}` : "";
  clearTimeout(timer);
  if (text && kind !== "stays") timer = setTimeout(() => say(""), 6000);
}

/** @param {Child} text @param {(event: MouseEvent) => unknown} onclick @param {Attributes} [attributes] */
export const button = (text, onclick, attributes = {}) =>
  el("button", { type: "button", onclick, ...attributes }, text);

// What an error says.
/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

// Says why something could not be done.
/** @param {unknown} error */
export const complain = (error) => say(messageOf(error), "bad");

/** @param {string} text @param {Element} input */
export const labelled = (text, input) => el("label", el("span", text), input);

/** @param {string} title @param {...Child} children */
export const fieldset = (title, ...children) => el("fieldset", el("legend", title), ...children);

// A list to choose from; `change` is told what was chosen.
/** @template T @param {T[]} values @param {T} chosen @param {TextOf<T>} textOf @param {Told<T>} change @param {Attributes} [more] */
export const select = (values, chosen, textOf, change, more = {}) =>
  el(
    "select",
    { onchange: (event) => change(values[event.target.selectedIndex]), ...more },
    values.map((value) => el("option", { value, selected: value === chosen }, textOf(value))),
  );

// A few to choose from, all of them in sight; `isOff` says which are not to be had.
/** @param {string} name @param {string[]} values @param {string} chosen @param {Texts} textOf @param {Told<string>} change */
export const picks = (name, values, chosen, textOf, change, isOff = (/** @type {string} */ _) => false) =>
  values.map((value) => {
    const [text, title] = textOf(value); // and what it means
    const how = { checked: value === chosen, disabled: isOff(value), onchange: () => change(value) };
    return el("label.pick", { title }, el("input", { type: "radio", name, value, ...how }), el("span", text));
  });

// A box to tick.
/** @param {string} text @param {boolean} checked @param {Told<boolean>} change @param {Attributes} [more] */
export function check(text, checked, change, more = {}) {
  const onchange = (/** @type {any} */ event) => change(event.target.checked);
  return el("label.check", el("input", { type: "checkbox", checked, onchange, ...more }), text);
}

// Hand over a file.
/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
