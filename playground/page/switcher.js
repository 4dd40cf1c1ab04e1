// Who one is: a row of faces to be somebody else at once, the full list, a new person, and personal settings.

import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { avatar, badge, mentionsInWords, watch } from "./people.js";
import { closePopover, notice, openPopover } from "./popover.js";
import { store } from "./store.js";
import { THEMES, setTheme, theme } from "./theme.js";

const nameOf = (person) => person.global_name || person.username;

/** The faces at the foot of the sidebar. `be(person)` switches. */
export function faces(be) {
  const one = (person, index) => {
    const mine = person.id === store.me?.id;
    const count = mine ? 0 : watch.mentions(person.id);
    const called = count ? `, ${mentionsInWords(count)}` : "";
    return h(
      "button",
      {
        type: "button",
        class: mine ? "face current" : "face",
        "aria-label": `Be ${nameOf(person)}${called}`,
        "aria-pressed": String(mine),
        "data-testid": "face",
        title: `${nameOf(person)}${index < 9 ? ` (Alt+${index + 1})` : ""}`,
        onclick: () => !mine && be(person),
        data: { key: `face-${person.id}` },
      },
      avatar(person, "small"),
      badge(count),
    );
  };
  return h("div", { class: "faces", role: "group", "aria-label": "People you can be" }, store.people.map(one));
}

function personRow(person, be) {
  const mine = person.id === store.me?.id;
  const address = `?as=${encodeURIComponent(person.username)}`;
  return h(
    "div",
    { class: "person-row" },
    h(
      "button",
      {
        type: "button",
        class: "person",
        "aria-pressed": String(mine),
        onclick: () => {
          closePopover();
          if (!mine) be(person);
        },
        "data-testid": "person",
      },
      avatar(person, "small"),
      h("span", { class: "person-name" }, nameOf(person)),
      badge(mine ? 0 : watch.mentions(person.id)),
      mine && icon("check", 18),
    ),
    h(
      "a",
      {
        class: "icon-button",
        href: address,
        target: "_blank",
        rel: "opener",
        title: `Open as ${nameOf(person)} in a New Tab`,
        "aria-label": `Open as ${nameOf(person)} in a New Tab`,
      },
      icon("link", 18),
    ),
  );
}

function newPerson(be) {
  const input = h("input", {
    class: "text-input",
    type: "text",
    placeholder: "Name of a new person",
    maxlength: 32,
    "aria-label": "Name of a new person",
    autocomplete: "off",
  });
  const add = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    try {
      const person = await api.addPerson(name);
      closePopover();
      be(person);
    } catch (error) {
      notice(error.message);
    }
  };
  return h(
    "form",
    { class: "new-person", onsubmit: add },
    input,
    h("button", { type: "submit", class: "button secondary" }, "Add"),
  );
}

/** The list of people, beside `anchor`. */
export function openSwitcher(anchor, be) {
  const content = h(
    "div",
    { class: "switcher", "data-testid": "switcher" },
    h("h2", {}, "Who You Are"),
    h("p", { class: "muted" }, "Be somebody else in this tab, or open another person in a tab of their own."),
    store.people.map((p) => personRow(p, be)),
    newPerson(be),
  );
  openPopover(anchor, content, { label: "Switch person" });
}

/** Theme and direct messages. */
export function openSettings(anchor, settings) {
  const radios = THEMES.map(([value, label]) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "theme", value, checked: theme() === value, onchange: () => setTheme(value) }),
      label,
    ),
  );
  const dms = h("input", { type: "checkbox", role: "switch", checked: settings.dmsOpen });
  dms.addEventListener("change", async () => {
    try {
      await api.post("settings", { as: store.me.id, dms_open: dms.checked });
      settings.dmsOpen = dms.checked;
    } catch (error) {
      dms.checked = !dms.checked;
      notice(error.message);
    }
  });
  const content = h(
    "div",
    { class: "settings", "data-testid": "settings" },
    h("h2", {}, "Settings"),
    h("fieldset", {}, h("legend", {}, "Theme"), radios),
    h(
      "fieldset",
      {},
      h("legend", {}, "Privacy"),
      h("label", { class: "choice" }, dms, "Allow direct messages from the server's members and apps"),
    ),
  );
  openPopover(anchor, content, { label: "Settings" });
}
