// A bot's form: old text inputs in rows, and labels with text inputs, selects, radio buttons and checkboxes.

import { api } from "./api.js";
import { append, fill, h, iconButton, uid } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./selects.js";
import { store } from "./store.js";

/** A field is {customId, node, value(), problem()}; problem() is a sentence or null. */
function textInput(component, id) {
  const long = component.style === 2;
  const input = h(long ? "textarea" : "input", {
    id,
    class: "text-input",
    type: long ? undefined : "text",
    rows: long ? 4 : undefined,
    autocomplete: "off",
    placeholder: component.placeholder,
    value: component.value || "",
    "aria-required": component.required === false ? undefined : "true",
    maxlength: component.max_length || 4000,
    data: { customId: component.custom_id },
  });
  const problem = () => {
    const length = input.value.length;
    if (component.required !== false && !input.value.trim()) return "This field is required.";
    if (length && component.min_length && length < component.min_length)
      return `Write at least ${component.min_length} characters.`;
    return null;
  };
  return { customId: component.custom_id, node: input, value: () => input.value, problem, focus: () => input.focus() };
}

function selectField(component, id, context, label) {
  const node = selectMenu(component, { ...context }, null, { label });
  node.id = id;
  const min = component.required === false ? 0 : (component.min_values ?? 1);
  const problem = () => (node.values().length < min ? (min > 1 ? `Choose at least ${min}.` : "Make a choice.") : null);
  return { customId: component.custom_id, node, value: () => node.values(), problem, focus: () => node.focus() };
}

function choiceRow(kind, name, option, checked) {
  const input = h("input", { type: kind, name, value: option.value, checked });
  const description = option.description && h("span", { class: "muted" }, option.description);
  return h(
    "label",
    { class: "choice" },
    input,
    h("span", { class: "choice-text" }, h("span", {}, option.label), description),
  );
}

function choiceGroup(component, kind, label) {
  const name = uid("group");
  const rows = (component.options || []).map((o) => choiceRow(kind, name, o, Boolean(o.default)));
  const node = h(
    "div",
    {
      class: "choices",
      role: kind === "radio" ? "radiogroup" : "group",
      "aria-label": label,
      data: { customId: component.custom_id },
    },
    rows,
  );
  const checked = () => [...node.querySelectorAll("input:checked")].map((i) => i.value);
  const needs = component.required === false ? 0 : kind === "radio" ? 1 : (component.min_values ?? 1);
  const problem = () => {
    const count = checked().length;
    if (count < needs) return needs > 1 ? `Choose at least ${needs}.` : "Make a choice.";
    if (kind === "checkbox" && component.max_values && count > component.max_values)
      return `Choose at most ${component.max_values}.`;
    return null;
  };
  const value = () => (kind === "radio" ? (checked()[0] ?? null) : checked());
  return { customId: component.custom_id, node, value, problem, focus: () => node.querySelector("input")?.focus() };
}

function checkbox(component, id, label) {
  const input = h("input", {
    type: "checkbox",
    id,
    checked: Boolean(component.default),
    "aria-label": label,
    data: { customId: component.custom_id },
  });
  return {
    customId: component.custom_id,
    node: h("span", { class: "choice" }, input),
    value: () => input.checked,
    problem: () => null,
    focus: () => input.focus(),
  };
}

function makeField(component, context, label) {
  const id = uid("field");
  switch (component.type) {
    case 4:
      return { ...textInput(component, id), id };
    case 21:
      return choiceGroup(component, "radio", label);
    case 22:
      return choiceGroup(component, "checkbox", label);
    case 23:
      return { ...checkbox(component, id, label), id };
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return { ...selectField(component, id, context, label), id };
    default:
      return null;
  }
}

function labelled(text, description, field, required) {
  const error = h("p", { class: "field-error", role: "alert" });
  field.show = (words) => fill(error, words || "");
  const caption = h(
    field.id ? "label" : "div",
    { class: required ? "field-label required" : "field-label", for: field.id },
    text,
  );
  // What was wrong is taken back as soon as it is touched.
  const again = () => fill(error);
  return h(
    "div",
    { class: "field", "data-testid": "field", oninput: again, onchange: again, onclick: again },
    caption,
    description && h("p", { class: "muted" }, description),
    field.node,
    error,
  );
}

function part(component, context, fields) {
  if (component.type === 10) return h("div", { class: "text-display" }, markdown(component.content, context));
  const inner = component.type === 18 ? component.component : (component.components || [])[0];
  const text = component.type === 18 ? component.label : inner?.label;
  const field = inner && makeField(inner, context, text);
  if (!field) return h("p", { class: "muted" }, "This part of the form cannot be shown here.");
  fields.push(field);
  return labelled(
    text,
    component.type === 18 ? component.description : null,
    field,
    inner.required !== false && inner.type !== 23,
  );
}

/** Opens the form of a MODAL event. */
export function openModal({ interaction, data }, context) {
  document.querySelector("dialog.modal")?.close();
  const fields = [];
  const id = interaction?.id || interaction;
  const title = uid("title");
  const submit = h("button", { type: "submit", class: "button primary" }, "Submit");
  const error = h("p", { class: "field-error", role: "alert" });
  const close = () => dialog.close();
  const form = h(
    "form",
    { novalidate: true },
    h("header", {}, h("h2", { id: title }, data.title), iconButton("close", "Close", close)),
    h(
      "div",
      { class: "modal-body" },
      (data.components || []).map((c) => part(c, context, fields)),
    ),
    h(
      "footer",
      {},
      error,
      h("button", { type: "button", class: "button secondary", onclick: close }, "Cancel"),
      submit,
    ),
  );
  const dialog = h("dialog", { class: "modal", "aria-labelledby": title, "data-testid": "modal" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problems = fields.map((f) => f.problem());
    fields.forEach((f, i) => f.show(problems[i]));
    const first = problems.findIndex(Boolean);
    if (first >= 0) return void fields[first].focus();
    submit.disabled = true;
    fill(error);
    try {
      await api.post("modal", {
        as: store.me.id,
        interaction: id,
        fields: Object.fromEntries(fields.map((f) => [f.customId, f.value()])),
      });
      close();
    } catch (problem) {
      append(error, problem.message);
      submit.disabled = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}
