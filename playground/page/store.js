// What this person knows of the world, and how events change it. No drawing happens here: views subscribe.

import { idTime } from "./time.js";

export const TEXT = 0,
  DM = 1,
  CATEGORY = 4,
  NEWS = 5,
  THREADS = [10, 11, 12];
export const EPHEMERAL = 1 << 6,
  LOADING = 1 << 7,
  V2 = 1 << 15;
const SEND = 1n << 11n,
  SEND_IN_THREADS = 1n << 38n,
  ADMIN = 1n << 3n,
  MANAGE_THREADS = 1n << 34n;

export const isThread = (channel) => THREADS.includes(channel?.type);
export const isDm = (channel) => channel?.type === DM || channel?.type === 3;
export const isEphemeral = (message) => Boolean((message.flags || 0) & EPHEMERAL);
export const archived = (thread) => thread.archived ?? thread.thread_metadata?.archived ?? false;
export const locked = (thread) => thread.locked ?? thread.thread_metadata?.locked ?? false;

class Store {
  constructor() {
    this.listeners = new Map();
    this.reset();
  }

  reset() {
    this.me = null;
    this.people = [];
    this.bot = null;
    this.botGone = false;
    this.guilds = [];
    this.dms = [];
    this.read = {};
    this.unread = {};
    this.commands = [];
    this.messages = new Map(); // channel id -> messages, oldest first
    this.reachedStart = new Set(); // channels whose first message is here
    this.typing = new Map(); // channel id -> Map(user id -> until)
  }

  on(topic, listener) {
    if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
    this.listeners.get(topic).add(listener);
  }

  emit(topic, data) {
    for (const listener of this.listeners.get(topic) || []) listener(data);
  }

  load(world) {
    this.reset();
    this.emit("me");
    this.refresh(world);
  }

  /** Takes over all but the messages, which stay as they are known. */
  refresh(world) {
    this.me = world.me;
    this.people = world.people || [];
    this.bot = world.bot || null;
    this.botGone = world.bot ? world.bot.online === false : true;
    this.guilds = (world.guilds || []).map((g) => ({ members: [], roles: [], channels: [], threads: [], ...g }));
    this.dms = world.dms || [];
    this.read = world.read || {};
    this.unread = world.unread || {};
    this.commands = world.commands || [];
    this.emit("world");
  }

  // ---- look-ups

  channels() {
    return [...this.guilds.flatMap((g) => [...g.channels, ...g.threads]), ...this.dms];
  }

  channel(id) {
    return this.channels().find((c) => c.id === id) || null;
  }

  guildOf(channel) {
    if (!channel || isDm(channel)) return null;
    return this.guilds.find((g) => g.channels.includes(channel) || g.threads.includes(channel)) || null;
  }

  member(guild, userId) {
    return guild?.members.find((m) => m.user?.id === userId) || null;
  }

  user(id) {
    if (id === this.me?.id) return this.me;
    if (id === this.bot?.id) return this.bot;
    const known = this.people.find((p) => p.id === id);
    if (known) return known;
    for (const guild of this.guilds) {
      const member = this.member(guild, id);
      if (member) return member.user;
    }
    return this.dms.flatMap((d) => d.recipients || []).find((u) => u.id === id) || null;
  }

  /** The name that the others see here. */
  nameOf(user, guild = this.guilds[0]) {
    if (!user) return "Unknown User";
    return this.member(guild, user.id)?.nick || user.global_name || user.username;
  }

  /** The colour of the highest coloured role, or null. */
  colorOf(userId, guild) {
    const ids = this.member(guild, userId)?.roles || [];
    const roles = (guild?.roles || []).filter((r) => ids.includes(r.id) && (r.color || r.colors?.primary_color));
    roles.sort((a, b) => b.position - a.position);
    const color = roles[0]?.color || roles[0]?.colors?.primary_color;
    return color ? `#${color.toString(16).padStart(6, "0")}` : null;
  }

  otherSide(dm) {
    const others = (dm.recipients || []).filter((u) => u.id !== this.me?.id);
    return others[0] || null;
  }

  channelName(channel) {
    if (!channel) return "unknown";
    return isDm(channel) ? channel.name || this.nameOf(this.otherSide(channel)) : channel.name;
  }

  may(channel, bit) {
    const owner = isThread(channel) && channel.my_permissions === undefined ? this.channel(channel.parent_id) : channel;
    if (!owner || owner.my_permissions === undefined) return true;
    const mine = BigInt(owner.my_permissions);
    return Boolean(mine & ADMIN) || Boolean(mine & bit);
  }

  maySpeak(channel) {
    if (!channel || isDm(channel)) return true;
    if (isThread(channel) && locked(channel)) return this.may(channel, MANAGE_THREADS);
    return this.may(channel, isThread(channel) ? SEND_IN_THREADS : SEND);
  }

  mayManage(thread) {
    return thread.owner_id === this.me?.id || this.may(thread, MANAGE_THREADS);
  }

  mentionsMe(message, guild) {
    if (message.author?.id === this.me?.id) return false;
    if (message.mention_everyone || (message.mentions || []).some((u) => u.id === this.me?.id)) return true;
    const mine = this.member(guild, this.me?.id)?.roles || [];
    return (message.mention_roles || []).some((id) => mine.includes(id));
  }

  message(channelId, id) {
    return (this.messages.get(channelId) || []).find((m) => m.id === id) || null;
  }

  unreadOf(id) {
    return this.unread[id] || { count: 0, mentions: 0 };
  }

  // ---- events

  apply(type, data) {
    const handler = this[`on_${type}`];
    if (handler) handler.call(this, data);
    this.emit("event", { type, data });
  }

  on_MESSAGE_CREATE(message) {
    const list = this.messages.get(message.channel_id);
    const channel = this.channel(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    this.typing.get(message.channel_id)?.delete(message.author?.id);
    if (list && !list.some((m) => m.id === message.id)) {
      list.push(message);
      list.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
      this.emit("message", message);
    }
    this.emit("typing");
  }

  /** Shows a message as it is now (null: it is gone) where others refer to it: in replies, at the head of its thread. */
  follow(id, now) {
    for (const list of this.messages.values())
      for (const [index, other] of list.entries()) {
        if (other.referenced_message?.id !== id) continue;
        list[index] = { ...other, referenced_message: now };
        this.emit("message", list[index]);
      }
  }

  on_MESSAGE_UPDATE(message) {
    if (message.author) this.follow(message.id, message);
    const list = this.messages.get(message.channel_id) || [];
    const index = list.findIndex((m) => m.id === message.id);
    if (index < 0) return;
    // A full message replaces the old one, so that a key which is gone (like "interaction_pending") is gone.
    list[index] = message.author ? message : { ...list[index], ...message };
    this.emit("message", list[index]);
  }

  on_MESSAGE_DELETE({ id, channel_id }) {
    this.follow(id, null);
    const list = this.messages.get(channel_id) || [];
    const index = list.findIndex((m) => m.id === id);
    if (index >= 0) list.splice(index, 1);
    this.emit("removed", { id, channel_id });
  }

  upsert(list, item) {
    const old = list.find((c) => c.id === item.id);
    if (old) Object.assign(old, item);
    else list.push(item);
  }

  putChannel(channel) {
    if (isDm(channel)) this.upsert(this.dms, channel);
    else {
      const guild = this.guilds.find((g) => g.id === channel.guild_id) || this.guilds[0];
      if (!guild) return;
      if (isThread(channel) && channel.thread_metadata) {
        channel.archived = channel.thread_metadata.archived;
        channel.locked = channel.thread_metadata.locked;
      }
      this.upsert(isThread(channel) ? guild.threads : guild.channels, channel);
    }
    this.emit("channels", channel);
  }

  dropChannel({ id }) {
    for (const guild of this.guilds) {
      guild.channels = guild.channels.filter((c) => c.id !== id);
      guild.threads = guild.threads.filter((c) => c.id !== id && c.parent_id !== id);
    }
    this.dms = this.dms.filter((c) => c.id !== id);
    delete this.unread[id];
    this.emit("channels");
  }

  on_CHANNEL_CREATE(c) {
    this.putChannel(c);
  }
  on_CHANNEL_UPDATE(c) {
    this.putChannel(c);
  }
  on_CHANNEL_DELETE(c) {
    this.dropChannel(c);
  }
  on_THREAD_CREATE(c) {
    this.putChannel(c);
  }
  on_THREAD_UPDATE(c) {
    this.putChannel(c);
  }
  on_THREAD_DELETE(c) {
    this.dropChannel(c);
  }

  on_THREAD_MEMBERS_UPDATE({ id, added_members = [], removed_member_ids = [] }) {
    const thread = this.channel(id);
    if (!thread) return;
    if (added_members.some((m) => m.user_id === this.me?.id)) thread.member = true;
    if (removed_member_ids.includes(this.me?.id)) thread.member = false;
    this.emit("channels", thread);
  }

  on_UNREAD({ channel, count, mentions }) {
    this.unread[channel] = { count, mentions };
    this.emit("unread");
  }

  on_TYPING(data) {
    const channel = data.channel_id || data.channel;
    const user = data.user_id || data.user;
    if (user === this.me?.id) return;
    if (!this.typing.has(channel)) this.typing.set(channel, new Map());
    this.typing.get(channel).set(user, Date.now() + 9000);
    this.emit("typing");
  }

  on_COMMANDS(data) {
    this.commands = Array.isArray(data) ? data : data?.commands || this.commands;
    this.emit("commands");
  }

  on_READY_BOT(data) {
    if (data?.id) this.bot = { ...this.bot, ...data };
    this.botGone = false;
    this.emit("bot");
  }

  on_BOT_GONE() {
    this.botGone = true;
    this.emit("bot");
  }

  /** Puts fetched messages in front of (or in place of) those known. */
  putMessages(channelId, fetched, { older = false, limit = 50 } = {}) {
    if (fetched.length < limit) this.reachedStart.add(channelId);
    const known = this.messages.get(channelId) || [];
    const ids = new Set(fetched.map((m) => m.id));
    this.messages.set(channelId, older ? [...fetched, ...known.filter((m) => !ids.has(m.id))] : fetched);
  }
}

export const store = new Store();
export const sentAt = (message) => (message.timestamp ? Date.parse(message.timestamp) : idTime(message.id));
