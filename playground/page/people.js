// Faces and names, and the watch over the other people of this machine: who has been called meanwhile.

import { Events, api } from "./api.js";
import { h } from "./dom.js";
import { store } from "./store.js";

const COLORS = ["#5865f2", "#2d7d46", "#b5541c", "#a12d6b", "#19718c", "#7a5cc4", "#8a6d1a", "#b03a3a"];

function ownColor(user) {
  const color = user?.avatar_color;
  if (typeof color === "number") return `#${color.toString(16).padStart(6, "0")}`;
  if (/^#[0-9a-f]{3,8}$/i.test(color || "")) return color;
  return COLORS[Number(BigInt(user?.id || 0) % BigInt(COLORS.length))];
}

/** The letters in a round face, light or dark after the colour's brightness. */
export function avatar(user, size = "") {
  const name = user?.global_name || user?.username || "?";
  const color = ownColor(user);
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) || 0);
  const ink = r * 0.299 + g * 0.587 + b * 0.114 > 150 ? "#1c1d22" : "#ffffff";
  const letters = [...name][0]?.toUpperCase() || "?";
  return h(
    "span",
    { class: `avatar ${size}`, style: { "--face": color, "--ink": ink }, "aria-hidden": "true" },
    letters,
  );
}

/** "1 mention", "2 mentions". */
export const mentionsInWords = (count) => `${count} ${count === 1 ? "mention" : "mentions"}`;

export function badge(count) {
  if (!count) return null;
  return h(
    "span",
    { class: "badge", "data-testid": "badge", title: mentionsInWords(count) },
    count > 99 ? "99+" : count,
  );
}

/** Discord marks bots beside their name. */
export const appTag = (user) => (user?.bot ? h("span", { class: "app-tag" }, "APP") : null);

/** Counts the mentions of everybody else, so that a person who plays several sees whom to be next. */
class Watch {
  constructor() {
    this.streams = new Map();
    this.unread = new Map(); // person -> {channel: {count, mentions}}
  }

  /** Watches exactly the given people. */
  set(ids) {
    for (const [id, stream] of this.streams) {
      if (ids.includes(id)) continue;
      stream.close();
      this.streams.delete(id);
      this.unread.delete(id);
    }
    for (const id of ids) if (!this.streams.has(id)) this.start(id);
  }

  start(id) {
    let since = {}; // what was heard while the world was being fetched is newer than it
    const load = async () => {
      since = {};
      const world = await api.world(id).catch(() => null);
      if (world && this.streams.has(id)) this.unread.set(id, { ...world.unread, ...since });
      store.emit("others");
    };
    const event = (type, data) => {
      if (type !== "UNREAD") return;
      since[data.channel] = data;
      this.unread.set(id, { ...this.unread.get(id), ...since });
      store.emit("others");
    };
    this.streams.set(id, new Events(id, { event, open: load }));
  }

  /** How often this person was called in what they have not read. */
  mentions(id) {
    const unread = id === store.me?.id ? store.unread : this.unread.get(id) || {};
    return Object.values(unread).reduce((sum, u) => sum + (u.mentions || 0), 0);
  }
}

export const watch = new Watch();
