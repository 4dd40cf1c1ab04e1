// Components of a message, version 1 and 2: rows of buttons and selects, containers, sections, texts, media.

import { h, icon } from "./dom.js";
import { emojiText } from "./emoji.js";
import { interactions } from "./interactions.js";
import { safeUrl } from "./inline.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, thumbnail } from "./media.js";
import { selectMenu } from "./selects.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };
const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** `context` is {guild, channel, message}. */
export function button(component, context) {
  const emoji = component.emoji && h("span", { class: "button-emoji" }, emojiText(component.emoji));
  const label = component.label && h("span", { class: "button-label" }, component.label);
  const css = `button ${STYLES[component.style] || "secondary"}`;
  if (component.style === 5) {
    const href = safeUrl(component.url || "");
    return h(
      "a",
      {
        class: css,
        href,
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-disabled": component.disabled ? "true" : undefined,
        "data-testid": "button",
      },
      emoji,
      label,
      icon("link", 15),
    );
  }
  const node = h(
    "button",
    {
      type: "button",
      class: css,
      disabled: component.disabled,
      "aria-label": component.label ? undefined : emojiText(component.emoji),
      data: { customId: component.custom_id, focusKey: component.custom_id },
      "data-testid": "button",
    },
    emoji,
    label,
  );
  node.addEventListener("click", () => {
    if (!node.hasAttribute("aria-disabled")) interactions.press(context.message, component.custom_id);
  });
  return node;
}

function select(component, context) {
  const commit = (values) => interactions.press(context.message, component.custom_id, values);
  return selectMenu(component, { ...context, always: true }, commit, { disabled: component.disabled });
}

/**
 * Shows on a drawn message that the component `waiting` waits for the bot and the others for it (null: none does).
 * In place, so that neither pictures flicker nor a screen reader reads the message again.
 */
export function showWaiting(view, waiting) {
  for (const node of view.querySelectorAll(".components [data-custom-id]:not([data-off])")) {
    const busy = node.dataset.customId === waiting;
    node.classList.toggle("busy", busy);
    node.querySelector(".dots")?.remove();
    if (busy) node.append(dots());
    if (busy) node.setAttribute("aria-busy", "true");
    else node.removeAttribute("aria-busy");
    if (waiting) node.setAttribute("aria-disabled", "true");
    else node.removeAttribute("aria-disabled");
  }
}

function separator(component) {
  const css = component.spacing === 2 ? "separator large" : "separator";
  return component.divider === false ? h("div", { class: `${css} bare` }) : h("hr", { class: css });
}

function section(component, context) {
  const accessory = component.accessory && render(component.accessory, context);
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, components(component.components, context)),
    accessory,
  );
}

function container(component, context) {
  const color = component.accent_color;
  const style = color === null || color === undefined ? {} : { "--accent": `#${color.toString(16).padStart(6, "0")}` };
  return h(
    "div",
    {
      class: color === null || color === undefined ? "container" : "container accented",
      style,
      "data-testid": "container",
    },
    components(component.components, context),
  );
}

function file(component, context) {
  const named = (context.message.attachments || []).find((a) => a.url === component.file?.url);
  return fileCard({
    ...component.file,
    size: component.size ?? named?.size,
    filename: component.name || named?.filename,
  });
}

const KINDS = {
  1: (c, context) => h("div", { class: "row" }, components(c.components, context)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (c, context) => h("div", { class: "text-display", "data-testid": "text" }, markdown(c.content, context)),
  11: (c) => thumbnail(c),
  12: (c) => gallery(c.items || []),
  13: file,
  14: separator,
  17: container,
};

function render(component, context) {
  const make = KINDS[component.type];
  return make ? make(component, context) : null;
}

/** The elements for a list of components. */
export function components(list, context) {
  return (list || []).map((component) => render(component, context));
}
