// Embeds, as Discord lays them out.

import { h } from "./dom.js";
import { inline, outLink } from "./inline.js";
import { markdown } from "./markdown.js";
import { gallery, thumbnail } from "./media.js";
import { whenSent } from "./time.js";

function title(embed, context) {
  if (!embed.title) return null;
  const words = inline(embed.title, context);
  return h("div", { class: "embed-title" }, embed.url ? outLink(embed.url, words) : words);
}

function author(embed) {
  if (!embed.author?.name) return null;
  return h(
    "div",
    { class: "embed-author" },
    embed.author.url ? outLink(embed.author.url, embed.author.name) : embed.author.name,
  );
}

function fields(embed, context) {
  if (!embed.fields?.length) return null;
  const one = (f) =>
    h(
      "div",
      { class: f.inline ? "embed-field inline" : "embed-field" },
      h("div", { class: "embed-field-name" }, inline(f.name, context)),
      h("div", { class: "embed-field-value" }, markdown(f.value, { ...context, nested: true })),
    );
  return h("div", { class: "embed-fields" }, embed.fields.map(one));
}

function footer(embed) {
  const parts = [embed.footer?.text, embed.timestamp && whenSent(Date.parse(embed.timestamp))].filter(Boolean);
  return parts.length ? h("div", { class: "embed-footer" }, parts.join(" • ")) : null;
}

export function embedView(embed, context) {
  const style = embed.color ? { "--accent": `#${embed.color.toString(16).padStart(6, "0")}` } : {};
  return h(
    "div",
    { class: "embed", style, "data-testid": "embed" },
    h(
      "div",
      { class: "embed-main" },
      h(
        "div",
        { class: "embed-body" },
        author(embed),
        title(embed, context),
        embed.description &&
          h("div", { class: "embed-description" }, markdown(embed.description, { ...context, nested: true })),
        fields(embed, context),
      ),
      embed.thumbnail?.url && thumbnail({ media: embed.thumbnail, description: embed.thumbnail.description }),
    ),
    embed.image?.url && gallery([{ media: embed.image, description: embed.image.description }]),
    footer(embed),
  );
}
