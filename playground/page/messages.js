// The list of messages of the open channel: grows at both ends, stays where the reader is.

import { api } from "./api.js";
import { showWaiting } from "./components.js";
import { append, fill, h, icon, isNarrow } from "./dom.js";
import { interactions } from "./interactions.js";
import { messageView } from "./message.js";
import { notice } from "./popover.js";
import { isDm, isEphemeral, isThread, sentAt, store } from "./store.js";
import { dayName, sameDay } from "./time.js";

const NEAR = 80; // pixels from the end that still count as reading the newest

/** Pictures that are shown already move over as they are: a new element would flicker. */
function keepPictures(from, to) {
  const loaded = new Map([...from.querySelectorAll("img")].map((img) => [img.src, img]));
  for (const img of to.querySelectorAll("img")) {
    const same = loaded.get(img.src);
    if (same && same.alt === img.alt) img.replaceWith(same);
    loaded.delete(img.src);
  }
}

/** What I wrote, or what answers a command of mine: who acts here wants to see what comes of it. */
function isMine(message) {
  const by = message.interaction_metadata;
  const id = by?.type === 2 ? by.user?.id || by.user_id : message.author?.id;
  return id === store.me?.id;
}

export class MessageList {
  constructor() {
    this.log = h("div", {
      class: "log",
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions",
      tabindex: "0",
      "data-testid": "log",
    });
    this.scroller = h("div", { class: "scroller" }, this.log);
    this.present = h(
      "button",
      { type: "button", class: "to-present", hidden: true, onclick: () => this.toEnd() },
      "Jump to Present",
      icon("down", 16),
    );
    this.element = h("div", { class: "messages" }, this.scroller, this.present);
    this.nodes = new Map();
    this.channel = null;
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    store.on("message", (m) => this.changed(m));
    store.on("waiting", (id) => this.nodes.has(id) && showWaiting(this.nodes.get(id), interactions.pendingOn(id)));
    store.on("removed", (m) => this.removed(m));
    store.on("jump", (id) => this.jump(id));
    document.addEventListener("visibilitychange", () => this.markRead());
    window.addEventListener("focus", () => this.markRead());
    // Pictures and the phone's keyboard change heights; who reads the newest goes on doing so.
    new ResizeObserver(() => this.stick && this.toEnd()).observe(this.log);
    new ResizeObserver(() => this.stick && this.toEnd()).observe(this.scroller);
    this.stick = true;
  }

  get context() {
    return { guild: store.guildOf(this.channel), channel: this.channel };
  }

  list() {
    return store.messages.get(this.channel?.id) || [];
  }

  /** Shows a channel; fetches what is not there yet. */
  async open(channel, { refetch = false } = {}) {
    this.channel = channel;
    this.newAfter = store.unreadOf(channel.id).count ? store.read[channel.id] || "0" : null;
    this.log.setAttribute("aria-label", `Messages in ${store.channelName(channel)}`);
    this.stick = true;
    if (!store.messages.has(channel.id) || refetch) {
      if (!refetch) fill(this.log, h("div", { class: "loading", role: "status" }, "Loading messages…"));
      try {
        const me = store.me.id;
        const fetched = await api.messages(me, channel.id);
        if (store.me?.id !== me) return;
        store.putMessages(channel.id, fetched);
      } catch (error) {
        if (this.channel === channel) fill(this.log, h("div", { class: "loading" }, error.message));
        return;
      }
    }
    if (this.channel?.id !== channel.id) return;
    this.draw();
    this.toEnd();
    this.markRead();
  }

  draw() {
    this.log.setAttribute("aria-busy", "true"); // or a screen reader reads the whole channel aloud
    this.nodes.clear();
    const parts = [this.beginning()];
    let previous = null;
    for (const message of this.list()) {
      parts.push(...this.dividers(message, previous), this.make(message, previous));
      previous = message;
    }
    const drawn = append(document.createDocumentFragment(), parts);
    keepPictures(this.log, drawn);
    fill(this.log, drawn);
    requestAnimationFrame(() => this.log.removeAttribute("aria-busy"));
  }

  beginning() {
    if (!store.reachedStart.has(this.channel.id))
      return h("div", { class: "loading older" }, "Loading earlier messages…");
    const name = store.channelName(this.channel);
    const kind = isDm(this.channel) ? "at" : isThread(this.channel) ? "thread" : "hash";
    const words = isDm(this.channel)
      ? `This is the beginning of your direct messages with ${name}.`
      : isThread(this.channel)
        ? "This is the start of the thread."
        : `This is the start of the #${name} channel.`;
    return h(
      "div",
      { class: "beginning" },
      h("span", { class: "beginning-icon" }, icon(kind, 30)),
      h("h2", {}, isDm(this.channel) || isThread(this.channel) ? name : `Welcome to #${name}`),
      h("p", { class: "muted" }, words),
      store.bot &&
        h("p", { class: "muted" }, "Type ", h("kbd", {}, "/"), ` to see what ${store.nameOf(store.bot)} can do here.`),
    );
  }

  dividers(message, previous) {
    const day = !previous || !sameDay(sentAt(previous), sentAt(message));
    const fresh = this.newAfter !== null && this.isNew(message) && !(previous && this.isNew(previous));
    if (!day && !fresh) return [];
    const label = day ? dayName(sentAt(message)) : "";
    return [
      h(
        "div",
        { class: fresh ? "divider new" : "divider", role: "separator", "aria-label": fresh ? "New messages" : label },
        h("span", {}, label),
        fresh && h("b", {}, "New"),
      ),
    ];
  }

  isNew(message) {
    return BigInt(message.id) > BigInt(this.newAfter) && message.author?.id !== store.me?.id && !isEphemeral(message);
  }

  make(message, previous) {
    const node = messageView(message, this.dividers(message, previous).length ? null : previous, this.context);
    this.nodes.set(message.id, node);
    const waiting = interactions.pendingOn(message.id);
    if (waiting) showWaiting(node, waiting);
    return node;
  }

  /** A message came or changed. */
  changed(message) {
    if (message.channel_id !== this.channel?.id) return;
    const list = this.list();
    const index = list.findIndex((m) => m.id === message.id);
    const old = this.nodes.get(message.id);
    const previous = list[index - 1] || null;
    if (old) this.replace(old, message, previous);
    else if (index === list.length - 1) {
      const stick = this.stick || isMine(message);
      this.log.append(...this.dividers(message, previous), this.make(message, previous));
      if (stick) this.toEnd();
      else this.present.hidden = false;
      this.markRead();
    } else this.draw();
  }

  /** Redraws one message and keeps the focus on the same button, if it is still there. */
  replace(old, message, previous) {
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.focusKey || "" : null;
    const node = this.make(message, previous);
    keepPictures(old, node);
    old.replaceWith(node);
    if (focused === null) return;
    const again = [...node.querySelectorAll("[data-focus-key]")].find(
      (n) => n.dataset.focusKey === focused && !n.disabled,
    );
    (again || node).focus({ preventScroll: true });
  }

  removed({ id, channel_id }) {
    if (channel_id === this.channel?.id && this.nodes.has(id)) this.draw();
  }

  async scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    const grown = this.measured !== `${scrollHeight} ${clientHeight}`;
    this.measured = `${scrollHeight} ${clientHeight}`;
    // A picture came or the message box grew: it is not the reader who left the end.
    if (this.stick && !near && grown) return void this.toEnd();
    this.stick = near;
    this.present.hidden = scrollHeight - scrollTop - clientHeight < clientHeight;
    if (this.stick) this.markRead();
    if (scrollTop < 200) await this.loadOlder();
  }

  async loadOlder() {
    const channel = this.channel;
    if (!channel || this.loading || store.reachedStart.has(channel.id) || !this.list().length) return;
    this.loading = true;
    try {
      const older = await api.messages(store.me.id, channel.id, this.list()[0].id);
      store.putMessages(channel.id, older, { older: true });
      if (this.channel !== channel) return;
      const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
      this.draw();
      this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    } catch (error) {
      notice(error.message);
    } finally {
      this.loading = false;
    }
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.measured = `${this.scroller.scrollHeight} ${this.scroller.clientHeight}`;
    this.stick = true;
    this.present.hidden = true;
  }

  jump(id) {
    const node = this.nodes.get(id);
    if (!node) return void notice("That message is further up. Scroll up to load it.", { kind: "info" });
    node.scrollIntoView({ block: "center", behavior: "smooth" });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), 1500);
  }

  /** Tells the server what this person has now seen. */
  markRead() {
    if (
      !this.channel ||
      document.hidden ||
      !this.stick ||
      (isNarrow() && document.body.classList.contains("drawer-open"))
    )
      return;
    const last = this.list()
      .filter((m) => !m.local)
      .at(-1);
    if (!last || store.read[this.channel.id] === last.id) return;
    store.read[this.channel.id] = last.id;
    store.unread[this.channel.id] = { count: 0, mentions: 0 };
    store.emit("unread");
    api.post("read", { as: store.me.id, channel: this.channel.id, message: last.id }).catch(() => {});
  }
}
