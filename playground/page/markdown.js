// Discord's block markdown: code blocks, quotes, headings, small print, lists; the rest is inline.

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = "```";
const LANGUAGE = /^([a-zA-Z0-9_+\-.#]+)\n/;
const LIST = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const EMOJI_ONLY =
  /^(?:\s*(?:\p{Extended_Pictographic}(?:\uFE0F|\u200D|\p{Extended_Pictographic}|\p{Emoji_Modifier})*|\p{Regional_Indicator}{2}))+\s*$/u;

/** The nodes for a text of a message, an embed or a text display. */
export function markdown(text, context = {}) {
  const out = [];
  blocks(String(text ?? ""), context, out);
  if (!context.nested && String(text).length < 60 && EMOJI_ONLY.test(text))
    out.forEach((n) => n.classList?.add("jumbo"));
  return out;
}

function blocks(text, context, out) {
  const whole = context.quoted ? -1 : wholeQuote(text);
  if (whole >= 0) {
    blocks(text.slice(0, whole).replace(/\n$/, ""), context, out);
    const inner = text.slice(whole).replace(/^ *>>> ?/, "");
    out.push(h("blockquote", {}, markdown(inner, { ...context, nested: true, quoted: true })));
    return;
  }
  let rest = text;
  for (let fence = fenceIn(rest); fence; fence = fenceIn(rest)) {
    lines(rest.slice(0, fence.start).replace(/\n$/, ""), context, out);
    out.push(h("pre", { tabindex: "0", "data-language": fence.language }, h("code", {}, fence.code)));
    rest = rest.slice(fence.end).replace(/^\n/, "");
  }
  lines(rest, context, out);
}

/** The first code block of a text, or null. An empty one is none. */
function fenceIn(text) {
  const start = text.indexOf(FENCE);
  const close = start < 0 ? -1 : text.indexOf(FENCE, start + 3);
  if (close < 0) return null;
  const inner = text.slice(start + 3, close);
  const language = LANGUAGE.exec(inner);
  const code = (language ? inner.slice(language[0].length) : inner).replace(/^\n+/, "").trimEnd();
  return code ? { start, end: close + 3, language: language?.[1], code } : null;
}

/** Where ">>> " starts a quote that runs to the end, unless that is inside a code block; -1 otherwise. */
function wholeQuote(text) {
  const start = /^ *>>> ?/m.exec(text);
  if (!start || insideFence(text, start.index)) return -1;
  return start.index;
}

function insideFence(text, index) {
  const before = text.slice(0, index).split("```").length - 1;
  return before % 2 === 1;
}

function lines(text, context, out) {
  if (!text) return;
  const all = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.some((line) => line.trim())) out.push(h("div", { class: "para" }, inline(plain.join("\n"), context)));
    else if (plain.length && out.length) out.push(h("div", { class: "gap" }));
    plain = [];
  };
  for (let i = 0; i < all.length;) {
    const block = blockAt(all, i, context);
    if (block) {
      flush();
      out.push(block.node);
      i = block.next;
    } else plain.push(all[i++]);
  }
  flush();
}

function blockAt(all, i, context) {
  const line = all[i];
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading) {
    // A page has one first heading; those of messages start below it.
    return {
      node: h(`h${heading[1].length + 2}`, { class: `md-h${heading[1].length}` }, inline(heading[2].trim(), context)),
      next: i + 1,
    };
  }
  const small = /^-# +(.+)$/.exec(line);
  if (small) return { node: h("small", {}, inline(small[1], context)), next: i + 1 };
  // Discord knows no quote within a quote.
  if (!context.quoted && (/^> /.test(line) || line === ">")) return quoteAt(all, i, context);
  if (LIST.test(line)) return listAt(all, i, context);
  return null;
}

function quoteAt(all, i, context) {
  const inner = [];
  while (i < all.length && (/^> /.test(all[i]) || all[i] === ">")) inner.push(all[i++].replace(/^> ?/, ""));
  return { node: h("blockquote", {}, markdown(inner.join("\n"), { ...context, nested: true, quoted: true })), next: i };
}

/** Items of one list; deeper ones become lists within the item above. */
function listAt(all, i, context) {
  const [, indent, mark] = LIST.exec(all[i]);
  const ordered = /\d/.test(mark);
  const list = h(ordered ? "ol" : "ul", ordered && parseInt(mark, 10) !== 1 ? { start: parseInt(mark, 10) } : {});
  while (i < all.length) {
    const item = LIST.exec(all[i]);
    if (item && item[1].length >= indent.length + 2 && list.lastChild) {
      const deeper = listAt(all, i, context);
      list.lastChild.append(deeper.node);
      i = deeper.next;
    } else if (
      item &&
      item[1].length >= indent.length &&
      item[1].length < indent.length + 2 &&
      /\d/.test(item[2]) === ordered
    ) {
      list.append(h("li", {}, inline(item[3], context)));
      i += 1;
    } else break;
  }
  return { node: list, next: i };
}

const BLOCKS = "div, p, li, ul, ol, blockquote, pre, small, h3, h4, h5";

/** A text without its marks in one line, for previews and accessible names. */
export function plainText(text, context = {}) {
  const whole = h("div", {}, markdown(text, context));
  for (const block of whole.querySelectorAll(BLOCKS)) block.after(" ");
  return whole.textContent.replace(/\s+/g, " ").trim();
}
