// Discord's inline markdown: a list of rules, each a sticky pattern and the element it makes.

import { h } from "./dom.js";
import { store } from "./store.js";
import { timestamp } from "./time.js";

const DEPTH = 12; // deeper nesting is shown as typed

/** Only these may become links; a "javascript:" address stays text. */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

export function outLink(url, children, title) {
  const href = safeUrl(url);
  if (!href) return h("span", {}, children);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer", title: title || href }, children);
}

function userMention(id, context) {
  const user = store.user(id);
  const self = id === store.me?.id;
  return h(
    "span",
    { class: self ? "mention self" : "mention", data: { user: id } },
    `@${store.nameOf(user, context.guild)}`,
  );
}

function roleMention(id, context) {
  const role = (context.guild?.roles || []).find((r) => r.id === id);
  const node = h("span", { class: "mention" }, `@${role ? role.name : "deleted-role"}`);
  if (role?.color) node.style.setProperty("--role", `#${role.color.toString(16).padStart(6, "0")}`);
  return node;
}

function channelMention(id) {
  const channel = store.channel(id);
  if (!channel) return h("span", { class: "mention" }, "# No Access");
  return h(
    "button",
    { type: "button", class: "mention link", data: { openChannel: id } },
    `# ${store.channelName(channel)}`,
  );
}

function commandMention(name) {
  return h("button", { type: "button", class: "mention link", data: { openCommand: name } }, `/${name}`);
}

function spoiler(children) {
  const node = h(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show" },
    h("span", {}, children),
  );
  const reveal = (event) => {
    if (node.classList.contains("shown")) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && reveal(event));
  return node;
}

/** `code` ends at the next run of as many backticks. By hand: as a pattern it takes minutes on a wall of backticks. */
function codeAt(text) {
  const at = this.lastIndex;
  if (text[at] !== "`") return null;
  const run = (from) => {
    let to = from;
    while (text[to] === "`") to += 1;
    return to - from;
  };
  const marks = run(at);
  for (let end = text.indexOf("`", at + marks); end >= 0; end = text.indexOf("`", end + run(end))) {
    if (run(end) === marks) return [text.slice(at, end + marks), text.slice(at + marks, end)];
  }
  return [text.slice(at, at + marks)];
}

const nest = (tag, props) => (m, go) => h(tag, props, go(m[1]));

const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [{ exec: codeAt }, (m) => (m.length > 1 ? h("code", {}, m[1].trim() || m[1]) : m[0])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => timestamp(Number(m[1]), m[2])],
  [/<@!?(\d+)>/y, (m, go, context) => userMention(m[1], context)],
  [/<@&(\d+)>/y, (m, go, context) => roleMention(m[1], context)],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:<>\n]{1,100}):\d+>/y, (m) => commandMention(m[1])],
  [/<a?:(\w{2,32}):\d+>/y, (m) => h("span", { class: "custom-emoji", title: `:${m[1]}:` }, `:${m[1]}:`)],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => outLink(m[1], m[1])],
  [
    /\[((?:\\.|[^[\]\\])+)\]\(\s*<?(https?:\/\/[^\s<>()]+(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+"([^"]*)")?\s*\)/y,
    (m, go) => outLink(m[2], go(m[1]), m[3]),
  ],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])!?*_~|]/y, (m) => outLink(m[0], m[0])],
  [/@(?:everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, nest("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, nest("u")],
  [/\*(?![\s*])((?:\\[\s\S]|\*\*[^*]+\*\*|[^*\\])+?)(?<!\s)\*(?!\*)/y, nest("em")],
  [/(?<![\p{L}\p{N}_])_((?:\\[\s\S]|__[^_]+__|[^_\\])+?)_(?![\p{L}\p{N}_])/uy, nest("em")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/y, nest("s")],
  [/\|\|([\s\S]+?)\|\|/y, (m, go) => spoiler(go(m[1]))],
];
const PLAIN = /[^\\`<[h@*_~|]+|[\s\S]/uy;

/** Parses inline markdown to a list of texts and elements. `context` has `guild`. */
export function inline(text, context = {}, depth = 0) {
  if (depth > DEPTH) return [text];
  const go = (inner) => inline(inner, context, depth + 1);
  const out = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) out.push(plain);
    plain = "";
  };
  while (at < text.length) {
    const hit = firstRule(text, at);
    if (hit) {
      const made = hit.make(hit.match, go, context);
      if (typeof made === "string") plain += made;
      else {
        flush();
        out.push(made);
      }
      at += hit.match[0].length;
    } else {
      PLAIN.lastIndex = at;
      const [rest] = PLAIN.exec(text);
      plain += rest;
      at += rest.length;
    }
  }
  flush();
  return out;
}

function firstRule(text, at) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}
