// Select menus of all kinds: they look like Discord's, and open a list to pick from.

import { fill, h, icon, uid } from "./dom.js";
import { emojiText } from "./emoji.js";
import { pickList } from "./picklist.js";
import { closePopover, openPopover } from "./popover.js";
import { isThread, store } from "./store.js";

const WORDS = {
  3: "Make a selection",
  5: "Select a user",
  6: "Select a role",
  7: "Select a user or role",
  8: "Select a channel",
};

const userOption = (user, guild) => ({
  value: user.id,
  label: store.nameOf(user, guild),
  description: user.username,
  user,
});
const roleOption = (role) => ({ value: role.id, label: role.name, icon: "at" });

export function memberOptions(guild, channel) {
  const users = guild ? guild.members.map((m) => m.user) : [...(channel?.recipients || []), store.me];
  const unique = [...new Map(users.filter(Boolean).map((u) => [u.id, u])).values()];
  return unique.map((user) => userOption(user, guild)).sort((a, b) => a.label.localeCompare(b.label));
}

export function roleOptions(guild) {
  return (guild?.roles || []).filter((r) => r.id !== guild.id).map(roleOption);
}

export function channelOptions(guild, types) {
  const all = [...(guild?.channels || []), ...(guild?.threads || [])];
  const fits = (c) => (types?.length ? types.includes(c.type) : true);
  return all.filter(fits).map((c) => ({ value: c.id, label: c.name, icon: isThread(c) ? "thread" : "hash" }));
}

function optionsOf(component, context) {
  switch (component.type) {
    case 3:
      return component.options || [];
    case 5:
      return memberOptions(context.guild, context.channel);
    case 6:
      return roleOptions(context.guild);
    case 7:
      return [...memberOptions(context.guild, context.channel), ...roleOptions(context.guild)];
    default:
      return channelOptions(context.guild, component.channel_types);
  }
}

function preset(component) {
  if (component.type === 3) return (component.options || []).filter((o) => o.default).map((o) => o.value);
  return (component.default_values || []).map((v) => v.id);
}

function summary(options, values, placeholder) {
  const chosen = options.filter((o) => values.includes(o.value));
  if (!chosen.length) return h("span", { class: "placeholder" }, placeholder);
  if (chosen.length === 1) {
    const [one] = chosen;
    return h("span", { class: "chosen" }, one.emoji && `${emojiText(one.emoji)} `, one.label);
  }
  return h(
    "span",
    { class: "chips" },
    chosen.map((o) => h("span", { class: "chip" }, o.label)),
  );
}

/**
 * A select menu. `commit(values)` is called once a choice is complete: at once for a single one, at closing for several.
 * Returns the element; `element.values()` tells what is chosen (for modals).
 */
export function selectMenu(component, context, commit, { label, disabled = false, values } = {}) {
  const options = optionsOf(component, context);
  const min = component.min_values ?? 1;
  const max = Math.min(component.max_values ?? 1, options.length || 1);
  const multi = max > 1;
  let chosen = values || preset(component);
  const words = component.placeholder || WORDS[component.type];
  const face = h("span", { class: "select-face" });
  const button = h(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": label || words,
      "aria-disabled": disabled ? "true" : undefined,
      id: uid("select"),
      data: { customId: component.custom_id, focusKey: component.custom_id },
      "data-testid": "select",
    },
    face,
    icon("down", 18),
  );
  if (disabled) button.dataset.off = "yes";
  const draw = () => fill(face, summary(options, chosen, words));

  function open() {
    if (button.getAttribute("aria-disabled")) return;
    const before = chosen.join("\n");
    const picked = (next, done) => {
      chosen = !multi && min === 0 && chosen[0] === next[0] ? [] : next;
      draw();
      if (done) closePopover();
    };
    const onclose = () => {
      if (chosen.join("\n") === before && (multi || !context.always)) return;
      if (chosen.length < min) {
        chosen = before ? before.split("\n") : [];
        draw();
      } else commit?.(chosen);
    };
    const search = component.type !== 3 || options.length > 12;
    const list = pickList({
      options,
      selected: chosen,
      multi,
      max,
      search,
      label: words,
      picked,
      finish: () => closePopover(),
    });
    openPopover(button, list, { label: words, onclose, matchWidth: true });
  }
  button.addEventListener("click", open);
  button.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    open();
  });
  button.values = () => chosen;
  draw();
  return button;
}
