// A list to pick from, by hand, by arrows or by typing: used by the selects of messages and modals.

import { fill, h, icon, uid } from "./dom.js";
import { emojiText } from "./emoji.js";
import { avatar } from "./people.js";

/** One row: {value, label, description?, emoji?, user?, icon?}. */
export function optionRow(option, { selected = false, multi = false, id, testid = "option" } = {}) {
  return h(
    "div",
    {
      class: "option",
      role: "option",
      id,
      "aria-selected": String(selected),
      "data-testid": testid,
      data: { value: option.value },
    },
    option.user && avatar(option.user, "small"),
    option.icon && icon(option.icon, 18),
    option.emoji && h("span", { class: "option-emoji", "aria-hidden": "true" }, emojiText(option.emoji)),
    h(
      "span",
      { class: "option-text" },
      h("span", { class: "option-label" }, option.label),
      option.description && h("span", { class: "option-description" }, option.description),
    ),
    multi
      ? h("span", { class: selected ? "tick on" : "tick" }, selected && icon("check", 14))
      : selected && icon("check", 16),
  );
}

/**
 * Builds the list. `picked(values, done)` is called at each change; done says that a single choice was made.
 * `search` puts a field above that filters by label.
 */
export function pickList({ options, selected, multi, max, search, label, picked, finish }) {
  const id = uid("list");
  const chosen = new Set(selected);
  let active = Math.max(
    0,
    options.findIndex((o) => chosen.has(o.value)),
  );
  let shown = options;
  const list = h("div", {
    class: "options",
    role: "listbox",
    id,
    "aria-label": label,
    "aria-multiselectable": multi ? "true" : undefined,
  });
  const field = search
    ? h("input", {
        class: "search",
        type: "text",
        placeholder: "Search",
        autocomplete: "off",
        "aria-label": `Search ${label}`,
        "aria-controls": id,
      })
    : null;
  const focusable = field || list;
  if (!field) list.tabIndex = 0;

  function draw() {
    fill(
      list,
      shown.map((o, i) => optionRow(o, { selected: chosen.has(o.value), multi, id: `${id}-${i}` })),
    );
    if (!shown.length) fill(list, h("div", { class: "empty" }, "Nothing found."));
    mark();
  }
  function mark() {
    [...list.children].forEach((row, i) => row.classList.toggle("active", i === active));
    if (shown.length) focusable.setAttribute("aria-activedescendant", `${id}-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }
  function toggle(option) {
    if (!option) return;
    if (multi) {
      if (chosen.has(option.value)) chosen.delete(option.value);
      else if (chosen.size < max) chosen.add(option.value);
      picked([...chosen], false);
      draw();
    } else picked([option.value], true);
  }
  function move(step) {
    if (!shown.length) return;
    active = (active + step + shown.length) % shown.length;
    mark();
  }
  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Home: () => ((active = 0), mark()),
    End: () => ((active = shown.length - 1), mark()),
    Enter: () => toggle(shown[active]),
  };
  focusable.addEventListener("keydown", (event) => {
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    } else if (event.key === " " && !field) {
      event.preventDefault();
      toggle(shown[active]);
    } else if (!field && event.key.length === 1) jump(event.key);
  });
  function jump(letter) {
    const next = shown.findIndex((o, i) => i > active && o.label.toLowerCase().startsWith(letter.toLowerCase()));
    const any = shown.findIndex((o) => o.label.toLowerCase().startsWith(letter.toLowerCase()));
    if (next >= 0 || any >= 0) active = next >= 0 ? next : any;
    mark();
  }
  field?.addEventListener("input", () => {
    shown = options.filter((o) => o.label.toLowerCase().includes(field.value.trim().toLowerCase()));
    active = 0;
    draw();
  });
  list.addEventListener("click", (event) => {
    const index = [...list.children].indexOf(event.target.closest(".option"));
    if (index < 0) return;
    active = index;
    toggle(shown[index]);
  });
  draw();
  return h(
    "div",
    { class: "picklist" },
    field,
    list,
    multi && h("button", { type: "button", class: "button primary done", onclick: finish }, "Done"),
  );
}
