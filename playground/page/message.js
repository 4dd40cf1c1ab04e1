// One message: who, when, what; with what it answers to, its parts, and what became of presses on it.

import { api } from "./api.js";
import { components } from "./components.js";
import { h, icon } from "./dom.js";
import { embedView } from "./embeds.js";
import { interactions } from "./interactions.js";
import { markdown, plainText } from "./markdown.js";
import { attachments } from "./media.js";
import { appTag, avatar } from "./people.js";
import { notice } from "./popover.js";
import { EPHEMERAL, LOADING, V2, isThread, sentAt, store } from "./store.js";
import { clock, fullTime, sameDay, whenSent } from "./time.js";

const GROUP_FOR = 7 * 60 * 1000;
const ORDINARY = [0, 19, 20, 23, undefined];
const SYSTEM = {
  3: "started a call.",
  4: (m) => `changed the channel name: ${m.content}`,
  6: "pinned a message to this channel.",
  7: "joined the server.",
  18: (m) => `started a thread: ${m.content}`,
  21: "began this thread with a message that was deleted.",
};

/** True when `message` continues what the author of `previous` said, so that it needs no head of its own. */
export function continues(message, previous) {
  if (!previous || !ORDINARY.includes(previous.type) || !ORDINARY.includes(message.type)) return false;
  if (message.author?.id !== previous.author?.id || message.type === 19 || commandOf(message)) return false;
  if (Boolean(message.flags & EPHEMERAL) !== Boolean(previous.flags & EPHEMERAL)) return false;
  const [a, b] = [sentAt(previous), sentAt(message)];
  return sameDay(a, b) && b - a < GROUP_FOR;
}

function commandOf(message) {
  const by = message.interaction_metadata || message.interaction;
  if (!by || by.type !== 2) return null;
  return { user: by.user || store.user(by.user_id), name: by.name || message.interaction?.name || "" };
}

function commandLine(message, guild) {
  const used = commandOf(message);
  if (!used?.user) return null;
  return h(
    "div",
    { class: "reply-line" },
    avatar(store.user(used.user.id) || used.user, "tiny"),
    h("span", { class: "reply-author" }, store.nameOf(used.user, guild)),
    used.name ? [" used ", h("span", { class: "command-name" }, `/${used.name}`)] : " used a command",
  );
}

function replyLine(message, guild) {
  if (message.type !== 19 && !message.referenced_message) return null;
  const to = message.referenced_message || store.message(message.channel_id, message.message_reference?.message_id);
  if (!to) return h("div", { class: "reply-line muted" }, "Original message was deleted");
  const text = plainText((to.content || firstText(to.components) || "a picture").slice(0, 200), {
    guild,
    nested: true,
  });
  const jump = () => store.emit("jump", to.id);
  return h(
    "button",
    { type: "button", class: "reply-line", onclick: jump },
    avatar(store.user(to.author?.id) || to.author, "tiny"),
    h("span", { class: "reply-author" }, `@${store.nameOf(to.author, guild)}`),
    " ",
    h("span", { class: "reply-text" }, text),
  );
}

function firstText(list) {
  for (const c of list || []) {
    const text = c.content || firstText(c.components);
    if (text) return text;
  }
  return "";
}

function head(message, guild) {
  const time = sentAt(message);
  const color = store.colorOf(message.author?.id, guild);
  return h(
    "div",
    { class: "message-head" },
    h(
      "span",
      { class: "author", style: color ? { "--name": color } : {}, data: { user: message.author?.id } },
      store.nameOf(message.author, guild),
    ),
    appTag(message.author),
    h("time", { class: "muted sent", datetime: new Date(time).toISOString(), title: fullTime(time) }, whenSent(time)),
  );
}

function thinking(message, guild) {
  return h(
    "div",
    { class: "thinking", "data-testid": "thinking" },
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    `${store.nameOf(message.author, guild)} is thinking…`,
  );
}

function dismissLine(message) {
  const dismiss = async () => {
    if (!message.local) {
      try {
        await api.post("dismiss", { as: store.me.id, message: message.id });
      } catch (error) {
        notice(error.message);
        return;
      }
    }
    store.on_MESSAGE_DELETE(message);
  };
  return h(
    "div",
    { class: "only-you", "data-testid": "only-you" },
    icon("eye", 16),
    "Only you can see this",
    " • ",
    h("button", { type: "button", class: "text-button", onclick: dismiss }, "Dismiss message"),
  );
}

function threadCard(message) {
  const id = message.thread?.id;
  const thread = id && (store.channel(id) || message.thread);
  if (!thread) return null;
  const count = thread.message_count;
  return h(
    "button",
    { type: "button", class: "thread-card", data: { openChannel: id }, "data-testid": "thread-card" },
    icon("thread", 18),
    h("span", { class: "thread-name" }, thread.name),
    h(
      "span",
      { class: "thread-go" },
      count ? `${count} ${count === 1 ? "Message" : "Messages"}` : "See Thread",
      icon("right", 14),
    ),
  );
}

function body(message, context) {
  const waiting = message.interaction_pending || message.flags & LOADING;
  if (waiting && !message.content && !message.components?.length) return thinking(message, context.guild);
  const edited =
    message.edited_timestamp &&
    message.content &&
    h("span", { class: "edited", title: fullTime(Date.parse(message.edited_timestamp)) }, "(edited)");
  const parts = h(
    "div",
    { class: "content", "data-testid": "content" },
    message.content && h("div", { class: "markup" }, markdown(message.content, context), edited),
    !(message.flags & V2) && attachments(message),
    (message.embeds || []).map((e) => embedView(e, context)),
    message.components?.length > 0 && h("div", { class: "components" }, components(message.components, context)),
  );
  return parts;
}

function systemMessage(message, { guild, channel }) {
  const words = SYSTEM[message.type];
  const text =
    typeof words === "function" ? words(message) : words || message.content || "did something that is not shown here.";
  const starter = message.type === 21 && message.referenced_message;
  if (starter) return messageView(starter, null, { guild, channel });
  return h(
    "article",
    { class: "message system", data: { messageId: message.id }, "data-testid": "message" },
    h("span", { class: "gutter" }, icon(message.type === 18 ? "thread" : "right", 18)),
    h(
      "div",
      { class: "message-main" },
      h("strong", {}, store.nameOf(message.author, guild)),
      ` ${text} `,
      h("time", { class: "muted sent" }, whenSent(sentAt(message))),
      threadCard(message),
    ),
  );
}

/** The element of a message. `previous` is the one above it, or null. */
export function messageView(message, previous, { guild, channel }) {
  if (!ORDINARY.includes(message.type)) return systemMessage(message, { guild, channel });
  const first = !continues(message, previous);
  const context = { guild, channel, message };
  const failed = interactions.failed.get(message.id);
  const css = ["message", first ? "first" : "more"];
  if (message.flags & EPHEMERAL) css.push("ephemeral");
  else if (store.mentionsMe(message, guild)) css.push("mentioned");
  const time = sentAt(message);
  const view = h(
    "article",
    {
      class: css.join(" "),
      tabindex: "-1",
      "aria-label": `${store.nameOf(message.author, guild)}, ${whenSent(time)}`,
      data: { messageId: message.id },
      "data-testid": "message",
    },
    first && (commandLine(message, guild) || replyLine(message, guild)),
    first
      ? h("span", { class: "gutter" }, avatar(store.user(message.author?.id) || message.author))
      : h("time", { class: "gutter hover-time" }, clock(time)),
    h(
      "div",
      { class: "message-main" },
      first && head(message, guild),
      body(message, context),
      !isThread(channel) && threadCard(message),
      failed && h("div", { class: "failed", role: "alert" }, icon("warn", 16), failed),
      message.flags & EPHEMERAL ? dismissLine(message) : null,
    ),
  );
  return view;
}
