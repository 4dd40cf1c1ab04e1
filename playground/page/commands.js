// The bot's commands as a person types them: one line for each subcommand, with its options.

import { isDm, store } from "./store.js";

export const STRING = 3,
  INTEGER = 4,
  BOOLEAN = 5,
  USER = 6,
  CHANNEL = 7,
  ROLE = 8,
  MENTIONABLE = 9,
  NUMBER = 10,
  ATTACHMENT = 11;
const SUB = 1,
  GROUP = 2;

function lines(command, options, path, description) {
  const subs = (options || []).filter((o) => o.type === SUB || o.type === GROUP);
  if (subs.length) return subs.flatMap((s) => lines(command, s.options, [...path, s.name], s.description));
  const sorted = [...(options || [])].sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)));
  return [{ command, path, full: [command.name, ...path].join(" "), description, options: sorted }];
}

/** A command may be limited to servers or to direct messages. */
function usable(command, channel) {
  if (command.type !== undefined && command.type !== 1) return false;
  if (command.contexts)
    return command.contexts.includes(isDm(channel) ? (store.otherSide(channel)?.id === store.bot?.id ? 1 : 2) : 0);
  return !(isDm(channel) && command.dm_permission === false);
}

/** Every command line that can be used in a channel, sorted by name. */
export function commandLines(channel) {
  const usableHere = store.commands.filter((c) => usable(c, channel));
  return usableHere.flatMap((c) => lines(c, c.options, [], c.description)).sort((a, b) => a.full.localeCompare(b.full));
}

/** Lines that fit what was typed after the slash, best first. */
export function matching(all, typed) {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return all;
  const rank = (line) => {
    if (line.full.startsWith(wanted)) return 0;
    if (line.full.split(" ").some((word) => word.startsWith(wanted))) return 1;
    if (line.full.includes(wanted)) return 2;
    return line.description?.toLowerCase().includes(wanted) ? 3 : 9;
  };
  return all
    .map((line) => [rank(line), line])
    .filter(([r]) => r < 9)
    .sort((a, b) => a[0] - b[0])
    .map(([, line]) => line);
}

/** The line that a text names in full, with what follows it; null when there is none. */
export function typedLine(all, text) {
  const words = text.replace(/^\//, "");
  const fits = all.filter((l) => words.toLowerCase() === l.full || words.toLowerCase().startsWith(`${l.full} `));
  const line = fits.sort((a, b) => b.full.length - a.full.length)[0];
  return line ? { line, rest: words.slice(line.full.length + 1) } : null;
}

/** "c4 with:horse d5" -> { before: "c4", pairs: [["with", "horse d5"]] }: what is typed, by the options that it names. */
export function splitOptions(line, rest) {
  const names = line.options.map((o) => o.name);
  const found = [];
  const pattern = /(?:^|\s)([\p{L}\p{N}_-]+):/gu;
  for (const match of rest.matchAll(pattern))
    if (names.includes(match[1]))
      found.push({ name: match[1], start: match.index, end: match.index + match[0].length });
  const before = rest.slice(0, found[0]?.start ?? rest.length).trim();
  const pairs = found.map((f, i) => [f.name, rest.slice(f.end, found[i + 1]?.start ?? rest.length).trim()]);
  return { before, pairs };
}

/** "to:c4 with:horse d5" -> [["to", "c4"], ["with", "horse d5"]]; text before the first name goes to the first option. */
export function typedOptions(line, rest) {
  const { before, pairs } = splitOptions(line, rest);
  const [first] = line.options;
  return before && first ? [[first.name, before], ...pairs] : pairs;
}

const WHAT = {
  [INTEGER]: "a whole number",
  [NUMBER]: "a number",
  [USER]: "a person",
  [CHANNEL]: "a channel",
  [ROLE]: "a role",
  [MENTIONABLE]: "a person or a role",
  [BOOLEAN]: "True or False",
  [ATTACHMENT]: "a file",
};

/** The value to send for what stands in an option's field, or the reason why there is none. */
export function readValue(option, text, picked) {
  const typed = text.trim();
  if (!typed) return option.required ? { problem: "This option is required. Specify a value." } : {};
  if (picked && picked.label === text) return { value: picked.value };
  if (option.choices?.length) {
    const choice = option.choices.find(
      (c) => c.name.toLowerCase() === typed.toLowerCase() || String(c.value) === typed,
    );
    return choice ? { value: choice.value } : { problem: "This is not one of the choices. Pick one from the list." };
  }
  if (option.type === STRING) return readString(option, text.trim());
  if (option.type === INTEGER || option.type === NUMBER) return readNumber(option, typed);
  if (option.type === BOOLEAN) {
    const value = { true: true, false: false, yes: true, no: false }[typed.toLowerCase()];
    return value === undefined ? { problem: "Give True or False." } : { value };
  }
  return { problem: `Pick ${WHAT[option.type] || "a value"} from the list.` };
}

function readString(option, text) {
  if (option.min_length && text.length < option.min_length)
    return { problem: `Write at least ${option.min_length} characters.` };
  if (option.max_length && text.length > option.max_length)
    return { problem: `Write at most ${option.max_length} characters.` };
  return { value: text };
}

function readNumber(option, text) {
  const value = Number(text.replace(",", "."));
  if (Number.isNaN(value) || (option.type === INTEGER && !Number.isInteger(value)))
    return { problem: `This has to be ${WHAT[option.type]}.` };
  if (option.min_value !== undefined && value < option.min_value)
    return { problem: `The least is ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { problem: `The most is ${option.max_value}.` };
  return { value };
}
