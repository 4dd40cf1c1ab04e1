// The list that opens above the message box: commands, option values, people and channels to name.

import { fill, h, uid } from "./dom.js";
import { optionRow } from "./picklist.js";

export class Suggestions {
  constructor() {
    this.id = uid("suggestions");
    this.title = h("div", { class: "suggest-title" });
    this.list = h("div", { class: "options", role: "listbox", id: this.id, "aria-label": "Suggestions" });
    this.element = h(
      "div",
      { class: "suggestions", hidden: true, "data-testid": "suggestions" },
      this.title,
      this.list,
    );
    this.items = [];
    this.active = 0;
    // The field keeps the focus, or a phone's keyboard would go away.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const index = [...this.list.children].indexOf(event.target.closest(".option"));
      if (index >= 0) this.pick(this.items[index]);
    });
    this.list.addEventListener("pointermove", (event) => {
      const index = [...this.list.children].indexOf(event.target.closest(".option"));
      if (index >= 0 && index !== this.active) this.mark(index);
    });
  }

  get open() {
    return !this.element.hidden;
  }

  get current() {
    return this.open ? this.items[this.active] || null : null;
  }

  /** Shows items {value, label, description, ...}; `title` is what they are, `note` stands in an empty list. */
  show(field, { title, items, pick, note = null, custom = null }) {
    this.field = field;
    this.items = items;
    this.pick = pick;
    this.touched = false;
    fill(this.title, title);
    this.title.hidden = !title;
    fill(
      this.list,
      items.map(
        (item, i) =>
          custom?.(item, `${this.id}-${i}`) || optionRow(item, { id: `${this.id}-${i}`, testid: "suggestion" }),
      ),
    );
    if (!items.length && note) fill(this.list, h("div", { class: "empty" }, note));
    this.list.hidden = !items.length && !note;
    this.element.hidden = false;
    field.setAttribute("aria-controls", this.id);
    field.setAttribute("aria-autocomplete", "list");
    this.mark(0);
  }

  mark(index) {
    this.active = index;
    [...this.list.children].forEach((row, i) => row.classList.toggle("active", i === index));
    this.list.children[index]?.scrollIntoView?.({ block: "nearest" });
    if (this.items.length) this.field?.setAttribute("aria-activedescendant", `${this.id}-${index}`);
    else this.field?.removeAttribute("aria-activedescendant");
  }

  move(step) {
    if (!this.items.length) return false;
    this.touched = true;
    this.mark((this.active + step + this.items.length) % this.items.length);
    return true;
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.field?.removeAttribute("aria-activedescendant");
  }
}
