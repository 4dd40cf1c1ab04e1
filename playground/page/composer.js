// The message box: ordinary messages, "/" for commands, "@" for people and "#" for channels.

import { api } from "./api.js";
import { commandLines, matching, typedLine } from "./commands.js";
import { append, fill, h, iconButton, isTouch } from "./dom.js";
import { CommandEntry } from "./entry.js";
import { avatar } from "./people.js";
import { notice } from "./popover.js";
import { channelOptions, memberOptions } from "./selects.js";
import { archived, isDm, isThread, locked, store } from "./store.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;

export class Composer {
  constructor() {
    this.suggestions = new Suggestions();
    this.box = h("textarea", {
      class: "box",
      rows: 1,
      autocomplete: "off",
      enterkeyhint: isTouch() ? "enter" : "send",
      "data-testid": "composer",
    });
    this.slash = iconButton("slash", "Use a Command", () => this.startCommand(), {
      class: "icon-button",
      "data-testid": "slash",
    });
    this.sender = iconButton("send", "Send", () => this.send(), { class: "icon-button send", "data-testid": "send" });
    this.field = h("div", { class: "field-row" }, this.slash, this.box, this.sender);
    this.problems = h("div", { class: "problems" });
    this.typing = h("div", { class: "typing", "aria-live": "polite", "data-testid": "typing" });
    this.element = h(
      "form",
      {
        class: "composer",
        onsubmit: (e) => {
          e.preventDefault();
          this.send();
        },
      },
      this.suggestions.element,
      this.problems,
      this.field,
      this.typing,
    );
    this.entry = null;
    this.drafts = new Map();
    this.box.addEventListener("input", () => this.typed());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.suggestions.hide();
    });
    this.box.addEventListener("focus", () => this.box.value.startsWith("/") && this.typed());
    store.on("typing", () => this.drawTyping());
    store.on("event", ({ type, data }) => this.answered(type, data));
    setInterval(() => this.drawTyping(), 1000);
  }

  open(channel) {
    if (this.channel?.id === channel.id && this.person === store.me?.id) return void this.draw();
    if (this.channel) this.drafts.set(this.draftKey, this.box.value);
    this.leave("", false);
    this.channel = channel;
    this.person = store.me?.id;
    this.draftKey = `${store.me?.id}/${channel.id}`;
    this.box.value = this.drafts.get(this.draftKey) || "";
    this.sending(false);
    this.draw();
    this.grow();
    if (!isTouch()) this.box.focus({ preventScroll: true });
  }

  draw() {
    const name = store.channelName(this.channel);
    const label = isDm(this.channel)
      ? `Message @${name}`
      : isThread(this.channel)
        ? `Message "${name}"`
        : `Message #${name}`;
    const allowed = store.maySpeak(this.channel);
    this.box.placeholder = allowed ? label : this.refusal();
    this.box.setAttribute("aria-label", label);
    // Commands need no right to send messages.
    this.field.classList.toggle("refused", !allowed);
    this.drawTyping();
  }

  refusal() {
    if (isThread(this.channel) && locked(this.channel)) return "This thread is locked.";
    return "You do not have permission to send messages here. Commands work.";
  }

  grow() {
    this.box.style.height = "auto";
    const most = window.innerHeight * 0.4;
    this.box.style.height = `${Math.min(this.box.scrollHeight, most)}px`;
    this.box.classList.toggle("full", this.box.scrollHeight > most); // no bar beside a line that fits
    this.element.classList.toggle("filled", Boolean(this.entry || this.box.value.trim()));
  }

  // ---- typing

  typed() {
    this.grow();
    fill(this.problems);
    const text = this.box.value;
    if (text.startsWith("/") && !text.includes("\n")) return void this.typedSlash(text);
    const before = text.slice(0, this.box.selectionStart);
    const word = /(?:^|\s)([@#])([^\s@#]*)$/.exec(before);
    if (word) this.suggestNames(word[1], word[2]);
    else this.suggestions.hide();
  }

  typedSlash(text) {
    const lines = commandLines(this.channel);
    const named = typedLine(lines, text);
    const longer =
      named && lines.some((l) => l.full.startsWith(text.slice(1).trimEnd()) && l.full.length > named.line.full.length);
    if (named && text.length > named.line.full.length + 1 && !longer)
      return void this.startEntry(named.line, named.rest);
    const items = matching(lines, text.slice(1)).map((line) => ({
      value: line.full,
      label: `/${line.full}`,
      description: line.description,
      line,
    }));
    const note = store.botGone
      ? "No bot is connected, so there are no commands."
      : lines.length
        ? "No command matches."
        : "There are no commands here.";
    this.suggestions.show(this.box, {
      title: "Commands",
      items,
      note,
      pick: (item) => this.startEntry(item.line, ""),
      custom: commandRow,
    });
  }

  suggestNames(mark, typed) {
    const guild = store.guildOf(this.channel);
    const all = mark === "@" ? memberOptions(guild, this.channel) : channelOptions(guild);
    const items = all
      .filter((i) => `${i.label} ${i.description || ""}`.toLowerCase().includes(typed.toLowerCase()))
      .slice(0, 10);
    if (!items.length) return void this.suggestions.hide();
    const pick = (item) => {
      const at = this.box.selectionStart;
      const start = at - typed.length;
      this.box.setRangeText(`${item.label} `, start, at, "end");
      this.suggestions.hide();
      this.grow();
    };
    this.suggestions.show(this.box, { title: mark === "@" ? "Members" : "Channels", items, pick });
  }

  key(event) {
    if (event.isComposing) return;
    const { current } = this.suggestions;
    if (["ArrowDown", "ArrowUp"].includes(event.key) && this.suggestions.open) {
      if (this.suggestions.move(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    } else if (event.key === "Escape" && this.suggestions.open) {
      event.preventDefault();
      event.stopPropagation();
      this.suggestions.hide();
    } else if (((event.key === "Tab" && !event.shiftKey) || (event.key === "Enter" && !event.shiftKey)) && current) {
      event.preventDefault();
      this.suggestions.pick(current);
    } else if (event.key === "Enter" && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      this.send();
    }
  }

  // ---- commands

  startCommand() {
    if (this.entry) this.leave("");
    this.box.value = "/";
    this.box.focus();
    this.box.setSelectionRange(1, 1);
    this.typed();
  }

  /** Starts the command with this full name ("iye new"), as a press on its mention does. */
  useCommand(name) {
    const found = typedLine(commandLines(this.channel), name);
    if (found) this.startEntry(found.line, "");
    else notice(`/${name} cannot be used here.`);
  }

  startEntry(line, rest) {
    this.leave("", false);
    this.entry = new CommandEntry(line, this.channel, this.suggestions, {
      send: () => this.send(),
      leave: (text) => this.leave(text),
    });
    this.box.replaceWith(this.entry.element);
    append(this.problems, this.entry.problem);
    this.box.value = "";
    this.entry.take(rest);
    this.entry.focusFirst();
    this.grow();
  }

  /** Back from a command to plain text. */
  leave(text, focus = true) {
    this.suggestions.hide();
    fill(this.problems);
    if (!this.entry) return;
    this.entry.element.replaceWith(this.box);
    this.entry = null;
    this.box.value = text;
    this.grow();
    if (focus) {
      this.box.focus();
      if (text) this.typed();
    }
  }

  // ---- sending

  async send() {
    if (this.entry) return void (await this.sendCommand());
    const text = this.box.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const named = typedLine(commandLines(this.channel), text);
      if (named) {
        this.startEntry(named.line, named.rest);
        return void (await this.sendCommand());
      }
    }
    if (text.length > LONGEST)
      return void fill(
        this.problems,
        h(
          "div",
          { class: "entry-problem", role: "alert" },
          `A message has at most ${LONGEST} characters; this one has ${text.length}.`,
        ),
      );
    this.box.value = "";
    this.suggestions.hide();
    this.grow();
    try {
      await api.post("say", { as: store.me.id, channel: this.channel.id, content: this.withIds(text) });
    } catch (error) {
      if (!this.box.value) this.box.value = text;
      this.grow();
      fill(this.problems, h("div", { class: "entry-problem", role: "alert" }, error.message));
    }
  }

  /** "@Bo" and "#games" as Discord stores them. */
  withIds(text) {
    const guild = store.guildOf(this.channel);
    const escape = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const swap = (out, option, mark, made) =>
      out.replace(new RegExp(`(^|\\s)${mark}${escape(option.label)}(?![\\p{L}\\p{N}_-])`, "gu"), `$1${made}`);
    const longest = (a, b) => b.label.length - a.label.length;
    let out = memberOptions(guild, this.channel)
      .sort(longest)
      .reduce((t, o) => swap(t, o, "@", `<@${o.value}>`), text);
    out = channelOptions(guild)
      .sort(longest)
      .reduce((t, o) => swap(t, o, "#", `<#${o.value}>`), out);
    return out;
  }

  async sendCommand() {
    const { entry } = this;
    const body = entry.body();
    if (!body) return;
    this.leave("");
    this.sending(true);
    try {
      await api.post("command", body);
    } catch (error) {
      this.sending(false);
      if (this.entry || this.channel.id !== body.channel) return void notice(error.message);
      this.entry = entry;
      this.box.replaceWith(entry.element);
      append(this.problems, entry.problem);
      entry.focusFirst();
      entry.fail(error);
      this.grow();
    }
  }

  /** "Sending command…" until the bot has answered or failed to. */
  sending(on) {
    clearTimeout(this.sendTimer);
    this.isSending = on;
    if (on) this.sendTimer = setTimeout(() => this.sending(false), 5000);
    this.drawTyping();
  }

  answered(type, data) {
    if (!this.isSending) return;
    const mine =
      data?.interaction_metadata &&
      (data.interaction_metadata.user?.id || data.interaction_metadata.user_id) === store.me?.id;
    if (
      type === "MODAL" ||
      type === "INTERACTION_FAILED" ||
      type === "INTERACTION_DONE" ||
      (type === "MESSAGE_CREATE" && mine)
    )
      this.sending(false);
  }

  drawTyping() {
    const now = Date.now();
    const users = [...(store.typing.get(this.channel?.id) || [])]
      .filter(([, until]) => until > now)
      .map(([id]) => store.nameOf(store.user(id)));
    let words = "";
    if (this.isSending) words = "Sending command…";
    else if (users.length === 1) words = `${users[0]} is typing…`;
    else if (users.length) words = `${users.join(", ")} are typing…`;
    else if (isThread(this.channel) && archived(this.channel))
      words = "This thread is archived. A message opens it again.";
    if (this.typing.textContent !== words) fill(this.typing, words);
  }
}

function commandRow(item, id) {
  const { line } = item;
  return h(
    "div",
    {
      class: "option command",
      role: "option",
      id,
      "aria-selected": "false",
      "aria-label": `${item.label}: ${line.description}`,
      "data-testid": "suggestion",
      data: { value: item.value },
    },
    avatar(store.bot || { username: line.command.name }, "small"),
    h(
      "span",
      { class: "option-text" },
      h(
        "span",
        { class: "option-label" },
        item.label,
        line.options.map((o) => h("span", { class: o.required ? "hint required" : "hint" }, o.name)),
      ),
      h("span", { class: "option-description" }, line.description),
    ),
    h("span", { class: "muted from" }, store.bot ? store.nameOf(store.bot) : ""),
  );
}
