// The rail of servers and the list of channels, threads and direct messages.

import { api } from "./api.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { avatar, badge, mentionsInWords } from "./people.js";
import { notice } from "./popover.js";
import { CATEGORY, NEWS, TEXT, archived, store } from "./store.js";
import { faces, openSettings, openSwitcher } from "./switcher.js";

const HOME = "home";
const initials = (name) =>
  name
    .split(/\s+/)
    .map((w) => [...w][0] || "")
    .join("")
    .slice(0, 3);
const sum = (list, key) => list.reduce((n, c) => n + store.unreadOf(c.id)[key], 0);

export class Sidebar {
  /** `on` has open(channelId) and be(person). */
  constructor(on) {
    this.on = on;
    this.place = null; // a guild's id, or "home" for direct messages
    this.settings = { dmsOpen: true };
    this.rail = h("nav", { class: "rail", "aria-label": "Servers" });
    this.head = h("header", { class: "side-head" });
    this.list = h("nav", { class: "channel-list", "aria-label": "Channels", "data-testid": "channels" });
    this.foot = h("footer", { class: "side-foot" });
    this.element = h(
      "aside",
      { class: "side", id: "side", "aria-label": "Channels and people" },
      this.rail,
      h("div", { class: "side-main" }, this.head, this.list, this.foot),
    );
    for (const topic of ["world", "channels", "unread", "bot"]) store.on(topic, () => this.draw());
    store.on("others", () => this.drawFoot());
  }

  /** Marks the open channel and shows the place that it belongs to. */
  select(channel) {
    this.channel = channel;
    this.place = store.guildOf(channel)?.id || HOME;
    this.draw();
  }

  goto(place) {
    this.place = place;
    this.draw();
    const guild = store.guilds.find((g) => g.id === place);
    const last = this.last?.(place);
    const first = guild ? this.textChannels(guild)[0] : store.dms[0];
    const target = (last && store.channel(last)) || first;
    if (target) this.on.open(target.id, { keepDrawer: true });
  }

  draw() {
    if (!store.me) return;
    const key = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.drawRail();
    this.drawHead();
    fill(this.list, this.place === HOME ? this.directMessages() : this.guildChannels());
    this.drawFoot();
    if (key) this.element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  drawRail() {
    const home = this.railButton(HOME, "Direct Messages", icon("chat", 24), store.dms);
    const guilds = store.guilds.map((g) =>
      this.railButton(g.id, g.name, initials(g.name), [...g.channels, ...g.threads]),
    );
    fill(this.rail, home, h("hr"), guilds);
  }

  railButton(place, name, face, channels) {
    const mentions = sum(channels, "mentions");
    const unread = sum(channels, "count") > 0;
    const here = this.place === place;
    return h(
      "button",
      {
        type: "button",
        class: `rail-button${here ? " current" : ""}${unread ? " unread" : ""}`,
        title: name,
        "aria-current": here ? "true" : undefined,
        "aria-label": `${name}${mentions ? `, ${mentionsInWords(mentions)}` : unread ? ", unread messages" : ""}`,
        onclick: () => this.goto(place),
        data: { key: `rail-${place}` },
        "data-testid": "rail",
      },
      h("span", { class: "rail-face" }, face),
      badge(mentions),
    );
  }

  drawHead() {
    const guild = store.guilds.find((g) => g.id === this.place);
    fill(this.head, h("h2", {}, guild ? guild.name : "Direct Messages"));
  }

  textChannels(guild) {
    return guild.channels
      .filter((c) => c.type === TEXT || c.type === NEWS)
      .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  }

  guildChannels() {
    const guild = store.guilds.find((g) => g.id === this.place);
    if (!guild) return [];
    const categories = guild.channels.filter((c) => c.type === CATEGORY).sort((a, b) => a.position - b.position);
    const text = this.textChannels(guild);
    const under = (id) =>
      text.filter((c) => (c.parent_id || null) === id).map((c) => this.channelWithThreads(c, guild));
    return [under(null), categories.map((c) => h("section", {}, h("h3", { class: "category" }, c.name), under(c.id)))];
  }

  channelWithThreads(channel, guild) {
    const open = guild.threads.filter((t) => t.parent_id === channel.id && (!archived(t) || t.id === this.channel?.id));
    open.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
    return h(
      "div",
      { class: "channel-group" },
      this.row(channel, "hash"),
      open.length > 0 &&
        h(
          "div",
          { class: "threads" },
          open.map((t) => this.row(t, "thread")),
        ),
    );
  }

  row(channel, kind, face = null) {
    const { count, mentions } = store.unreadOf(channel.id);
    const here = channel.id === this.channel?.id;
    const name = store.channelName(channel);
    const words = kind === "thread" ? `${name}, thread` : name;
    return h(
      "button",
      {
        type: "button",
        class: `channel ${kind}${here ? " current" : ""}${count && !here ? " unread" : ""}`,
        "aria-current": here ? "page" : undefined,
        "aria-label": `${words}${mentions ? `, ${mentionsInWords(mentions)}` : count && !here ? ", unread" : ""}`,
        onclick: () => this.on.open(channel.id),
        data: { key: channel.id, channelId: channel.id },
        "data-testid": "channel",
      },
      face || (kind === "thread" ? h("span", { class: "bend", "aria-hidden": "true" }) : icon("hash", 20)),
      h("span", { class: "channel-name" }, name),
      badge(mentions),
    );
  }

  directMessages() {
    const rows = [...store.dms]
      .sort((a, b) => Number(BigInt(b.last_message_id || b.id) - BigInt(a.last_message_id || a.id) > 0n) * 2 - 1)
      .map((dm) => this.row(dm, "dm", avatar(store.user(store.otherSide(dm)?.id) || store.otherSide(dm), "small")));
    const talking = new Set(store.dms.map((d) => store.otherSide(d)?.id));
    const others = [store.bot, ...store.people].filter((u) => u && u.id !== store.me.id && !talking.has(u.id));
    const start = others.map((user) =>
      h(
        "button",
        {
          type: "button",
          class: "channel dm fresh",
          onclick: () => this.startDm(user),
          data: { key: `dm-${user.id}` },
          "data-testid": "start-dm",
          "aria-label": `Message ${store.nameOf(user)}`,
        },
        avatar(user, "small"),
        h("span", { class: "channel-name" }, store.nameOf(user)),
        icon("plus", 16),
      ),
    );
    return [rows, start.length > 0 && h("section", {}, h("h3", { class: "category" }, "Start a Conversation"), start)];
  }

  async startDm(user) {
    try {
      const channel = await api.post("dm", { as: store.me.id, user: user.id });
      store.putChannel(channel);
      this.on.open(channel.id);
    } catch (error) {
      notice(error.message);
    }
  }

  drawFoot() {
    if (!store.me) return;
    const be = (person) => this.on.be(person);
    const name = store.me.global_name || store.me.username;
    const key = this.foot.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const swap = iconButton("swap", "Switch Person", () => openSwitcher(swap, be), {
      class: "icon-button",
      data: { key: "swap" },
    });
    const gear = iconButton("sliders", "Settings", () => openSettings(gear, this.settings), {
      class: "icon-button",
      data: { key: "gear" },
    });
    const me = h(
      "div",
      { class: "me", "data-testid": "me" },
      avatar(store.me),
      h("span", { class: "me-text" }, h("strong", {}, name), h("span", { class: "muted" }, store.me.username)),
      swap,
      gear,
    );
    fill(this.foot, faces(be), me);
    if (key) this.foot.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}
