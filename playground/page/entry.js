// A command being filled in: its name, a pill for each option, and the rest of the options to add.

import { ApiError, api } from "./api.js";
import { BOOLEAN, CHANNEL, MENTIONABLE, ROLE, USER, readValue, splitOptions, typedOptions } from "./commands.js";
import { append, fill, h, iconButton } from "./dom.js";
import { channelOptions, memberOptions, roleOptions } from "./selects.js";
import { store } from "./store.js";

const PAUSE = 120; // ms of quiet before the bot is asked for suggestions

export class CommandEntry {
  /** `on` has send(), leave(text) and changed(); `suggestions` is the list above the message box. */
  constructor(line, channel, suggestions, on) {
    Object.assign(this, { line, channel, suggestions, on, pills: [], asked: 0 });
    this.problem = h("div", { class: "entry-problem", role: "alert" });
    this.tail = h("input", {
      class: "tail",
      type: "text",
      autocomplete: "off",
      "aria-label": `More options for /${line.full}`,
      "data-testid": "more-options",
    });
    this.row = h(
      "div",
      { class: "entry-row" },
      h("span", { class: "entry-name", "data-testid": "entry-name" }, `/${line.full}`),
    );
    this.more = h("button", { type: "button", class: "entry-more", tabindex: "-1", onclick: () => this.tail.focus() });
    this.element = h(
      "div",
      { class: "entry", role: "group", "aria-label": `Command /${line.full}`, "data-testid": "entry" },
      this.row,
      iconButton("close", "Leave Command", () => on.leave("")),
    );
    this.row.append(this.tail, this.more);
    for (const option of line.options) if (option.required) this.addPill(option);
    this.tail.addEventListener("focus", () => this.suggestRest());
    this.tail.addEventListener("input", () => this.tailTyped());
    this.tail.addEventListener("keydown", (event) => this.tailKey(event));
    this.countRest();
  }

  /** Puts typed "name:value" pairs into the pills. */
  take(rest) {
    this.fillIn(typedOptions(this.line, rest));
  }

  /** Puts texts into the pills of these names, made if need be (an empty one takes nothing away); gives the last pill. */
  fillIn(pairs) {
    let pill = null;
    for (const [name, text] of pairs) {
      pill = this.pillOf(name) || this.addPill(this.line.options.find((o) => o.name === name));
      if (text) this.put(pill, text);
    }
    return pill;
  }

  pillOf(name) {
    return this.pills.find((p) => p.option.name === name);
  }

  rest() {
    return this.line.options.filter((o) => !this.pillOf(o.name));
  }

  countRest() {
    const count = this.rest().length;
    this.more.hidden = !count;
    this.tail.hidden = !count && this.pills.length > 0;
    this.tail.readOnly = !count;
    fill(this.more, `+${count} optional`);
  }

  addPill(option) {
    const input = h("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": option.name,
      role: "combobox",
      "aria-expanded": "false",
      "aria-required": option.required ? "true" : undefined,
      "data-testid": "pill-input",
      inputmode: [4, 10].includes(option.type) ? "decimal" : undefined,
      enterkeyhint: "send",
    });
    const element = h(
      "label",
      { class: "pill", data: { option: option.name }, "data-testid": "pill" },
      h("span", { class: "pill-name" }, option.name),
      input,
    );
    const pill = { option, input, element, picked: null };
    input.addEventListener("focus", () => this.suggest(pill));
    input.addEventListener("input", () => this.typed(pill));
    input.addEventListener("keydown", (event) => this.key(event, pill));
    this.pills.push(pill);
    this.row.insertBefore(element, this.tail);
    this.size(pill);
    this.countRest();
    return pill;
  }

  removePill(pill) {
    const index = this.pills.indexOf(pill);
    this.pills.splice(index, 1);
    pill.element.remove();
    this.countRest();
    (this.pills[index - 1]?.input || this.tail).focus();
  }

  size(pill) {
    pill.input.style.width = `${Math.max(3, pill.input.value.length + 1)}ch`;
  }

  put(pill, text, picked = null) {
    pill.input.value = text;
    pill.picked = picked;
    this.size(pill);
    this.flag(pill, null);
  }

  focusFirst() {
    const empty = this.pills.find((p) => !p.input.value);
    (empty?.input || this.tail).focus();
    if (!empty && this.tail.hidden) this.pills.at(-1)?.input.focus();
  }

  // ---- typing

  typed(pill) {
    pill.picked = null;
    this.flag(pill, null);
    this.size(pill);
    const { before, pairs } = splitOptions(this.line, pill.input.value);
    // The pill's own name is no part of the value where it comes first; within the value it is a word like others.
    const own = pairs.findIndex(([name]) => name === pill.option.name);
    if (pairs.length && (own < 0 || (own === 0 && !before))) {
      this.put(pill, before);
      this.goTo(this.fillIn(pairs));
    } else this.suggest(pill);
  }

  /** Goes to the end of a pill's text. */
  goTo(pill) {
    const { input } = pill;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    this.suggest(pill);
  }

  key(event, pill) {
    const { input } = pill;
    const start = input.selectionStart === 0 && input.selectionEnd === 0;
    const end = input.selectionStart === input.value.length;
    if (event.key === "Backspace" && start) this.backspace(event, pill);
    else if (event.key === "ArrowLeft" && start) this.neighbour(event, pill, -1);
    else if (event.key === "ArrowRight" && end) this.neighbour(event, pill, 1);
    else if (event.key === "Tab" && !event.shiftKey) this.tab(event, pill);
    else if (event.key === "Enter" && !event.isComposing) this.enter(event, pill);
    else this.commonKey(event);
  }

  commonKey(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.suggestions.move(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (this.suggestions.open && this.suggestions.items.length) this.suggestions.hide();
      else this.on.leave("");
    }
  }

  backspace(event, pill) {
    if (pill.input.value) return;
    event.preventDefault();
    if (!pill.option.required) this.removePill(pill);
    else if (this.pills[0] === pill && this.pills.every((p) => !p.input.value)) this.on.leave(`/${this.line.full}`);
    else this.neighbour(event, pill, -1);
  }

  neighbour(event, pill, step) {
    const next =
      this.pills[this.pills.indexOf(pill) + step]?.input || (step > 0 && !this.tail.hidden ? this.tail : null);
    if (!next) return;
    event.preventDefault();
    next.focus();
    const at = step > 0 ? 0 : next.value.length;
    next.setSelectionRange(at, at);
  }

  tab(event, pill) {
    const current = this.suggestions.current;
    const wanted = pill.input.value.trim() || this.suggestions.touched || pill.option.required;
    if (current && !pill.picked && wanted) this.accept(pill, current);
    else if (!this.advance(pill)) return;
    event.preventDefault();
  }

  enter(event, pill) {
    event.preventDefault();
    const current = this.suggestions.current;
    const wanted = pill.input.value.trim() || this.suggestions.touched || pill.option.required;
    if (current && !pill.picked && wanted) this.accept(pill, current);
    else this.on.send();
  }

  accept(pill, item) {
    this.put(pill, item.label, item);
    if (!this.advance(pill)) this.suggest(pill);
  }

  /** Goes to the next empty pill, else to where more options are added. */
  advance(pill) {
    const later = this.pills.slice(this.pills.indexOf(pill) + 1);
    const next =
      later.find((p) => !p.input.value) || this.pills.find((p) => p !== pill && p.option.required && !p.input.value);
    if (next) next.input.focus();
    else if (!this.tail.hidden) this.tail.focus();
    else return false;
    return true;
  }

  // ---- the end of the row

  tailTyped() {
    this.tail.style.width = `${this.tail.value.length + 1}ch`;
    const { before, pairs } = splitOptions(this.line, this.tail.value);
    if (!before && pairs.length) {
      this.clearTail();
      this.goTo(this.fillIn(pairs));
    } else this.suggestRest();
  }

  tailKey(event) {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const current = this.suggestions.current;
      if (current && (this.tail.value.trim() || this.suggestions.touched)) this.suggestions.pick(current);
      else this.on.send();
    } else if (event.key === "Tab" && !event.shiftKey && this.suggestions.current && this.tail.value) {
      event.preventDefault();
      this.suggestions.pick(this.suggestions.current);
    } else if ((event.key === "Backspace" || event.key === "ArrowLeft") && !this.tail.value) {
      event.preventDefault();
      const last = this.pills.at(-1);
      if (last) last.input.focus();
      else if (event.key === "Backspace") this.on.leave(`/${this.line.full}`);
    } else this.commonKey(event);
  }

  clearTail() {
    this.tail.value = "";
    this.tail.style.width = "";
  }

  openOption(option) {
    this.clearTail();
    this.addPill(option).input.focus();
  }

  suggestRest() {
    const typed = this.tail.value.trim().toLowerCase();
    const items = this.rest()
      .filter((o) => o.name.includes(typed))
      .map((o) => ({ value: o.name, label: o.name, description: o.description, option: o }));
    if (!items.length && !typed)
      return void this.suggestions.show(this.tail, { title: this.heading(null), items: [], pick: () => {} });
    this.suggestions.show(this.tail, {
      title: "Options",
      items,
      pick: (item) => this.openOption(item.option),
      note: "No such option.",
    });
  }

  // ---- suggestions for a value

  heading(option) {
    const name = option ? option.name : `/${this.line.full}`;
    const words = option ? option.description : this.line.description;
    return [h("strong", {}, name), h("span", {}, ` ${words || ""}`)];
  }

  suggest(pill) {
    const { option, input } = pill;
    const typed = pill.picked ? "" : input.value.trim().toLowerCase();
    this.current = pill;
    if (option.autocomplete) return void this.ask(pill);
    const items = this.known(option)?.filter((i) => i.label.toLowerCase().includes(typed));
    const note = items ? "No options match your search." : null;
    this.list(pill, items || [], note);
  }

  /** All values that the page itself can list, or null for free text. */
  known(option) {
    const guild = store.guildOf(this.channel);
    if (option.choices?.length) return option.choices.map((c) => ({ value: c.value, label: c.name }));
    switch (option.type) {
      case BOOLEAN:
        return [
          { value: true, label: "True" },
          { value: false, label: "False" },
        ];
      case USER:
        return memberOptions(guild, this.channel);
      case ROLE:
        return roleOptions(guild);
      case CHANNEL:
        return channelOptions(guild, option.channel_types);
      case MENTIONABLE:
        return [...memberOptions(guild, this.channel), ...roleOptions(guild)];
      default:
        return null;
    }
  }

  list(pill, items, note) {
    pill.input.setAttribute("aria-expanded", String(items.length > 0));
    this.suggestions.show(pill.input, {
      title: this.heading(pill.option),
      items,
      note,
      pick: (item) => this.accept(pill, item),
    });
  }

  ask(pill) {
    clearTimeout(this.timer);
    const turn = ++this.asked;
    const still = () => turn === this.asked && document.activeElement === pill.input;
    if (!this.suggestions.items.length || this.suggestions.field !== pill.input)
      this.list(pill, [], "Loading options…");
    this.timer = setTimeout(async () => {
      try {
        const { choices } = await api.post("autocomplete", {
          ...this.address(),
          options: this.values(),
          focused: pill.option.name,
        });
        if (still())
          this.list(
            pill,
            (choices || []).map((c) => ({ value: c.value, label: c.name })),
            "No options match your search.",
          );
      } catch {
        if (still()) this.list(pill, [], "Loading options failed.");
      }
    }, PAUSE);
  }

  address() {
    return { as: store.me.id, channel: this.channel.id, name: this.line.command.name, path: this.line.path };
  }

  /** Options with a readable value, and (for autocomplete) the raw text of the others. */
  values() {
    const values = {};
    for (const { option, input, picked } of this.pills) {
      const read = readValue(option, input.value, picked);
      if (read.value !== undefined) values[option.name] = read.value;
      else if (this.current?.option === option) values[option.name] = input.value;
    }
    return values;
  }

  // ---- sending

  flag(pill, problem) {
    pill.element.classList.toggle("wrong", Boolean(problem));
    if (problem) pill.input.setAttribute("aria-invalid", "true");
    else pill.input.removeAttribute("aria-invalid");
    fill(this.problem, problem ? [h("strong", {}, pill.option.name), ` ${problem}`] : "");
  }

  /** The body to send, or null after the first problem was shown. */
  body() {
    const options = {};
    for (const pill of this.pills) {
      const { value, problem } = readValue(pill.option, pill.input.value, pill.picked);
      if (problem) {
        pill.input.focus();
        this.flag(pill, problem);
        return null;
      }
      if (value !== undefined) options[pill.option.name] = value;
    }
    return { ...this.address(), options };
  }

  fail(error) {
    fill(this.problem);
    append(this.problem, error instanceof ApiError ? error.message : "The command could not be sent.");
  }
}
