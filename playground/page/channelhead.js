// The bar above the messages: which channel, its topic, its threads, the members, light or dark.

import { api } from "./api.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { inline } from "./inline.js";
import { appTag, avatar } from "./people.js";
import { closePopover, notice, openPopover } from "./popover.js";
import { archived, isDm, isThread, locked, store } from "./store.js";
import { setTheme } from "./theme.js";
import { openSwitcher } from "./switcher.js";

async function act(channel, action) {
  closePopover();
  try {
    await api.post("thread", { as: store.me.id, channel: channel.id, action });
    if (action === "join" || action === "leave") channel.member = action === "join";
    store.emit("channels", channel);
  } catch (error) {
    notice(error.message);
  }
}

function threadMenu(anchor, thread) {
  const item = (name, label, action) =>
    h(
      "button",
      { type: "button", class: "menu-item", role: "menuitem", onclick: () => act(thread, action) },
      icon(name, 18),
      label,
    );
  const items = [
    thread.member ? item("left", "Leave Thread", "leave") : item("plus", "Join Thread", "join"),
    store.mayManage(thread) &&
      (archived(thread) ? item("archive", "Reopen Thread", "unarchive") : item("archive", "Close Thread", "archive")),
    store.mayManage(thread) && item("trash", "Delete Thread", "delete"),
  ];
  openPopover(anchor, h("div", { class: "menu" }, items), { label: "Thread", role: "menu" });
}

function threadList(anchor, channel, open) {
  const all = (store.guildOf(channel)?.threads || []).filter((t) => t.parent_id === channel.id);
  const row = (t) =>
    h(
      "button",
      {
        type: "button",
        class: "menu-item",
        onclick: () => {
          closePopover();
          open(t.id);
        },
        "data-testid": "thread-row",
      },
      icon(locked(t) ? "lock" : "thread", 18),
      h("span", { class: "channel-name" }, t.name),
    );
  const group = (title, list) =>
    list.length > 0 && h("section", {}, h("h3", { class: "category" }, title), list.map(row));
  const content = h(
    "div",
    { class: "menu wide" },
    h("h2", {}, "Threads"),
    group(
      "Active Threads",
      all.filter((t) => !archived(t)),
    ),
    group("Closed Threads", all.filter(archived)),
    !all.length && h("p", { class: "muted" }, "There are no threads here yet."),
  );
  openPopover(anchor, content, { label: "Threads" });
}

export class ChannelHead {
  /** `on` has open(id), drawer(), members() and be(person). */
  constructor(on) {
    this.on = on;
    this.element = h("header", { class: "head" });
    for (const topic of ["channels", "world", "others"]) store.on(topic, () => this.channel && this.draw(this.channel));
  }

  draw(channel) {
    this.channel = store.channel(channel.id) || channel;
    const thread = isThread(this.channel);
    const parent = thread && store.channel(this.channel.parent_id);
    const menu = iconButton("menu", "Open Channel List", () => this.on.drawer(), {
      class: "icon-button drawer-button",
      "aria-controls": "side",
      "data-testid": "drawer",
    });
    const threads = iconButton("thread", "Threads", () => threadList(threads, this.channel, this.on.open), {
      class: "icon-button",
    });
    const more = iconButton("more", "Thread Options", () => threadMenu(more, this.channel), { class: "icon-button" });
    const dark = document.documentElement.dataset.theme === "dark";
    const theme = iconButton(
      dark ? "sun" : "moon",
      dark ? "Use Light Theme" : "Use Dark Theme",
      () => {
        setTheme(dark ? "light" : "dark");
        this.draw(this.channel);
      },
      { class: "icon-button", "data-testid": "theme" },
    );
    const me = h(
      "button",
      {
        type: "button",
        class: "face head-face",
        "aria-label": `You are ${store.nameOf(store.me)}. Switch person`,
        onclick: () => openSwitcher(me, this.on.be),
        "data-testid": "head-face",
      },
      avatar(store.me, "small"),
    );
    fill(
      this.element,
      menu,
      this.title(thread, parent),
      h(
        "div",
        { class: "head-tools" },
        thread && more,
        !thread && !isDm(this.channel) && threads,
        !isDm(this.channel) &&
          iconButton("people", "Members", () => this.on.members(), { class: "icon-button members-button" }),
        theme,
        me,
      ),
    );
  }

  title(thread, parent) {
    const { channel } = this;
    const kind = isDm(channel) ? "at" : thread ? "thread" : "hash";
    const topic =
      channel.topic &&
      h("span", { class: "topic", title: channel.topic }, inline(channel.topic, { guild: store.guildOf(channel) }));
    const up = parent && [
      h("button", { type: "button", class: "parent", onclick: () => this.on.open(parent.id) }, parent.name),
      icon("right", 14),
    ];
    return h(
      "div",
      { class: "head-title" },
      icon(kind, 22),
      up,
      h("h1", { "data-testid": "title" }, store.channelName(channel)),
      isDm(channel) && appTag(store.otherSide(channel)),
      topic,
    );
  }
}

/** The members of a server by their highest role that is shown apart. */
export function memberPanel(guild) {
  if (!guild) return null;
  const hoisted = guild.roles.filter((r) => r.hoist).sort((a, b) => b.position - a.position);
  const groupOf = (m) => hoisted.find((r) => m.roles?.includes(r.id))?.name || (m.user.bot ? "Apps" : "Members");
  const groups = new Map();
  for (const member of guild.members) {
    const name = groupOf(member);
    groups.set(name, [...(groups.get(name) || []), member]);
  }
  const row = (m) => {
    const color = store.colorOf(m.user.id, guild);
    const away = m.user.id === store.bot?.id && store.botGone;
    return h(
      "div",
      { class: away ? "member away" : "member" },
      avatar(store.user(m.user.id) || m.user, "small"),
      h("span", { class: "author", style: color ? { "--name": color } : {} }, store.nameOf(m.user, guild)),
      appTag(m.user),
    );
  };
  return [...groups].map(([name, members]) =>
    h("section", {}, h("h3", { class: "category" }, `${name} (${members.length})`), members.map(row)),
  );
}
