// The only way this page makes elements. Text always enters as text nodes, so nothing a person or a bot
// writes can become markup.

const SVG = "http://www.w3.org/2000/svg";

function setProp(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (key === "class") node.setAttribute("class", value);
  else if (key === "style") Object.entries(value).forEach(([k, v]) => node.style.setProperty(k, v));
  else if (key === "data") Object.entries(value).forEach(([k, v]) => (node.dataset[k] = v));
  else if (key in PROPERTIES) node[key] = value;
  else node.setAttribute(key, value === true ? "" : String(value));
}

// These must be set as properties: their attributes mean the initial value only.
const PROPERTIES = { value: 1, checked: 1, disabled: 1, selected: 1, indeterminate: 1, readOnly: 1 };

/** h("p", {class: "x"}, "text", node, [more]) makes an element. Falsy children are left out. */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) setProp(node, key, value);
  append(node, children);
  return node;
}

/** Adds children (nodes, texts, nested lists) to a node. */
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** Replaces all children. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  hash: "M5 9h15M4 15h15M10 4 8 20M16 4l-2 16",
  thread: "M5 4h14v10H11l-4 4v-4H5zM13 18h3l3 3v-3",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0zM16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  close: "M6 6l12 12M18 6 6 18",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  sliders:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  more: "M5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM19 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2z",
  send: "M4 4l17 8-17 8 3-8zM7 12h8",
  plus: "M12 5v14M5 12h14",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  left: "M15 6l-6 6 6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  link: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  warn: "M12 3 2 20h20zM12 10v4M12 17v.5",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  slash: "M5 3h14v18H5zM14 7l-4 10",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  archive: "M4 5h16v4H4zM5.5 9v10h13V9M10 13h4",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13",
};

/** An outline icon; decorative, so its button needs a name of its own. */
export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const attrs = { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", class: "icon" };
  for (const [k, v] of Object.entries(attrs)) svg.setAttribute(k, v);
  path.setAttribute("d", PATHS[name] || PATHS.file);
  svg.append(path);
  return svg;
}

/** A button that shows an icon only; `label` is its accessible name and its tooltip. */
export function iconButton(name, label, onclick, props = {}) {
  return h(
    "button",
    { type: "button", class: "icon-button", title: label, "aria-label": label, onclick, ...props },
    icon(name),
  );
}

let counter = 0;
/** A fresh id for aria wiring. */
export const uid = (prefix = "id") => `${prefix}-${++counter}`;

export const isNarrow = () => window.matchMedia("(max-width: 760px)").matches;
export const isTouch = () => window.matchMedia("(pointer: coarse)").matches;
