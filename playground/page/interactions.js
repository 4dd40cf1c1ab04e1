// Presses on components: which of them wait for the bot, and which failed.

import { api } from "./api.js";
import { notice } from "./popover.js";
import { store } from "./store.js";

const GIVE_UP = 5000; // the server says after 3 s that the bot did not answer; this is for a lost word

class Interactions {
  constructor() {
    this.pending = new Map(); // message id -> {custom_id, timer}
    this.failed = new Map(); // message id -> sentence
    store.on("event", ({ type, data }) => this.event(type, data));
    store.on("me", () => {
      this.pending.forEach(({ timer }) => clearTimeout(timer));
      this.pending.clear();
      this.failed.clear();
    });
  }

  pendingOn(messageId) {
    return this.pending.get(messageId)?.custom_id || null;
  }

  /** Presses a button or commits a select; the component shows that it waits until the bot has answered. */
  async press(message, customId, values) {
    if (this.pending.has(message.id)) return;
    if (this.failed.delete(message.id)) this.redraw(message.id, message.channel_id);
    const timer = setTimeout(() => this.settle(message.id), GIVE_UP);
    this.pending.set(message.id, { custom_id: customId, timer, channel: message.channel_id });
    store.emit("waiting", message.id);
    const body = { as: store.me.id, channel: message.channel_id, message: message.id, custom_id: customId };
    if (values) body.values = values;
    try {
      await api.post("press", body);
    } catch (error) {
      this.settle(message.id);
      notice(error.message);
    }
  }

  settle(messageId) {
    const waiting = this.pending.get(messageId);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.pending.delete(messageId);
    store.emit("waiting", messageId);
  }

  settleAll() {
    for (const id of [...this.pending.keys()]) this.settle(id);
  }

  redraw(messageId, channelId) {
    const message = store.message(channelId, messageId);
    if (message) store.emit("message", message);
  }

  event(type, data) {
    if (type === "MESSAGE_UPDATE" || type === "MESSAGE_DELETE") this.settle(data.id);
    else if (type === "MODAL") this.settleAll();
    else if (type === "MESSAGE_CREATE") this.answered(data);
    else if (type === "INTERACTION_DONE") this.settle(data.message);
    else if (type === "INTERACTION_FAILED") this.fail(data);
  }

  /** A new message that answers my press settles it, wherever the bot wrote it. */
  answered(message) {
    const by = message.interaction_metadata;
    if (!by || (by.user?.id || by.user_id) !== store.me?.id) return;
    const source = by.interacted_message_id || message.message_reference?.message_id;
    if (source) this.settle(source);
    else this.settleAll();
  }

  fail({ message }) {
    const id = message?.id || message;
    if (!id) return;
    const channel = this.pending.get(id)?.channel;
    this.failed.set(id, "This interaction failed");
    this.settle(id);
    if (channel) this.redraw(id, channel);
  }
}

export const interactions = new Interactions();
