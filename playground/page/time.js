// Times as Discord shows them, in the reader's own language and zone.

import { h } from "./dom.js";

const EPOCH = 1420070400000; // the first millisecond of Discord's ids
const format = (options) => new Intl.DateTimeFormat(undefined, options);
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Milliseconds since 1970 in which an id was made. */
export const idTime = (id) => Number(BigInt(id) >> 22n) + EPOCH;

/** "in 2 days", "3 minutes ago". */
export function relative(seconds, now = Date.now() / 1000) {
  const delta = Math.round(seconds - now);
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  for (const [unit, size] of UNITS) {
    if (Math.abs(delta) >= size) return words.format(Math.round(delta / size), unit);
  }
  return words.format(0, "second");
}

/** The element for <t:seconds:style>. Relative ones are kept right by `tick`. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", {}, "Invalid Date");
  const live = style === "R";
  const text = live ? relative(seconds) : format(STYLES[style] || STYLES.f).format(date);
  const props = { class: "timestamp", datetime: date.toISOString(), title: format(STYLES.F).format(date) };
  if (live) props.data = { relative: seconds };
  return h("time", props, text);
}

function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}
setInterval(tick, 1000);

export const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();
export const dayName = (time) => format({ dateStyle: "long" }).format(new Date(time));
export const clock = (time) => format(STYLES.t).format(new Date(time));
export const fullTime = (time) => format(STYLES.F).format(new Date(time));

/** "Today at 15:04", "Yesterday at 9:00", "11/30/2026, 9:00": what stands beside an author. */
export function whenSent(time) {
  const now = Date.now();
  if (sameDay(time, now)) return `Today at ${clock(time)}`;
  if (sameDay(time, now - 86400000)) return `Yesterday at ${clock(time)}`;
  return format(STYLES.s).format(new Date(time));
}
