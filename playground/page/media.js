// Pictures and files: galleries, thumbnails, file cards, and the lightbox in which a picture opens large.

import { fill, h, icon, iconButton, isNarrow } from "./dom.js";
import { safeUrl } from "./inline.js";

const IMAGE = /\.(png|jpe?g|gif|webp|avif|bmp)$/i;

export function isImage(media) {
  if (media.content_type) return media.content_type.startsWith("image/");
  return IMAGE.test((media.filename || media.url || "").split("?")[0]);
}

/** Same-origin addresses load; anything else is refused by the page's policy, and its alt text is shown. */
function source(media) {
  const url = safeUrl(
    media.proxy_url && new URL(media.proxy_url, location.href).host === location.host ? media.proxy_url : media.url,
  );
  if (!url) return "";
  const parsed = new URL(url);
  const mine =
    ["127.0.0.1", "localhost", "[::1]"].includes(parsed.hostname) && parsed.pathname.startsWith("/attachments/");
  return mine ? parsed.pathname + parsed.search : url;
}

/** A picture as a button that opens the lightbox at it. */
function picture(media, alt, open, { spoiler } = {}) {
  const img = h("img", {
    src: source(media),
    alt: alt || "",
    width: media.width,
    height: media.height,
    loading: "lazy",
    decoding: "async",
  });
  const props = {
    type: "button",
    class: "picture",
    "aria-label": alt ? `Open picture: ${alt}` : "Open picture",
    onclick: () => open(),
    "data-testid": "picture",
  };
  if (media.width && media.height) props.style = { "aspect-ratio": `${media.width} / ${media.height}` };
  const button = h(
    "button",
    props,
    img,
    alt && h("span", { class: "alt-tag", "aria-hidden": "true", title: alt }, "ALT"),
  );
  return spoiler ? veiled(button) : button;
}

function veiled(button) {
  const veil = h("button", { type: "button", class: "veil" }, h("span", {}, "Spoiler"));
  veil.addEventListener("click", () => veil.remove());
  return h("span", { class: "veiled" }, button, veil);
}

/** Items of a gallery: [{media, description, spoiler}]. */
export function gallery(items) {
  const views = items
    .filter((i) => i.media?.url)
    .map((i) => ({ src: source(i.media), alt: i.description || "", media: i.media }));
  return h(
    "div",
    { class: "gallery", data: { count: Math.min(items.length, 10) }, "data-testid": "gallery" },
    items.map((item, index) => picture(item.media || {}, item.description, () => lightbox(views, index), item)),
  );
}

export function thumbnail(item) {
  const view = { src: source(item.media || {}), alt: item.description || "", media: item.media || {} };
  const node = picture(item.media || {}, item.description, () => lightbox([view], 0), item);
  return h("span", { class: "thumbnail" }, node);
}

function size(bytes) {
  if (bytes === undefined || bytes === null) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  const unit = bytes < 1048576 ? [1024, "KB"] : [1048576, "MB"];
  return `${(bytes / unit[0]).toFixed(2)} ${unit[1]}`;
}

/** A card with name and size; the name downloads the file. */
export function fileCard(file) {
  const url = safeUrl(source(file) || file.url || "");
  const name = file.filename || file.name || (url || "").split("/").pop().split("?")[0] || "file";
  return h(
    "div",
    { class: "file-card", "data-testid": "file" },
    icon("file", 28),
    h(
      "span",
      { class: "file-text" },
      url ? h("a", { href: url, download: name }, name) : name,
      h("span", { class: "muted" }, size(file.size)),
    ),
  );
}

/** What is attached to an ordinary message, without what its embeds already show. */
export function attachments(message) {
  const used = new Set((message.embeds || []).flatMap((e) => [e.image?.url, e.thumbnail?.url]));
  const loose = (message.attachments || []).filter((a) => !used.has(a.url));
  const images = loose
    .filter(isImage)
    .map((a) => ({ media: a, description: a.description, spoiler: a.filename?.startsWith("SPOILER_") }));
  const files = loose.filter((a) => !isImage(a));
  return [images.length > 0 && gallery(images), files.map(fileCard)];
}

// ---- the lightbox

/** Shows views [{src, alt, media}] from `index` on. Tap or Enter zooms, pinch and drag work, arrows go on. */
export function lightbox(views, index) {
  const img = h("img", { class: "lightbox-image", draggable: "false" });
  const stage = h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "Picture. Enter zooms." }, img);
  const caption = h("p", { class: "caption" });
  const count = h("span", { class: "count" });
  const original = h(
    "a",
    {
      class: "icon-button",
      target: "_blank",
      rel: "noopener noreferrer",
      title: "Open Original",
      "aria-label": "Open Original",
    },
    icon("link"),
  );
  const close = () => dialog.close();
  const bar = h("div", { class: "lightbox-bar" }, count, original, iconButton("close", "Close", close));
  const several = views.length > 1;
  const step = (by) => show((index + by + views.length) % views.length);
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": "Picture", "data-testid": "lightbox" },
    stage,
    bar,
    caption,
    several && iconButton("left", "Previous", () => step(-1), { class: "icon-button previous" }),
    several && iconButton("right", "Next", () => step(1), { class: "icon-button next" }),
  );
  const zoom = zoomable(stage, img, close);
  function show(next) {
    index = next;
    const view = views[index];
    img.src = view.src;
    img.alt = view.alt;
    original.href = view.src;
    fill(caption, view.alt);
    caption.hidden = !view.alt;
    fill(count, several ? `${index + 1} of ${views.length}` : "");
    zoom.reset();
  }
  dialog.addEventListener("keydown", (event) => {
    if (several && event.key === "ArrowRight") step(1);
    if (several && event.key === "ArrowLeft") step(-1);
    if (event.key === "Enter" && event.target === stage) zoom.toggle();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  show(index);
  dialog.showModal();
  stage.focus();
}

/** Zoom and pan by pointers: a tap toggles, two fingers pinch, a drag moves the enlarged picture, the wheel zooms. */
function zoomable(stage, img, close) {
  let scale = 1,
    x = 0,
    y = 0,
    moved = 0,
    spread = 0;
  const fingers = new Map();
  const apply = () => {
    const limitX = Math.max(0, (img.offsetWidth * scale - stage.clientWidth) / 2);
    const limitY = Math.max(0, (img.offsetHeight * scale - stage.clientHeight) / 2);
    x = Math.max(-limitX, Math.min(limitX, x));
    y = Math.max(-limitY, Math.min(limitY, y));
    img.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    stage.classList.toggle("zoomed", scale > 1);
    stage.dataset.scale = scale.toFixed(2);
  };
  const zoomTo = (next, atX = 0, atY = 0) => {
    const clamped = Math.max(1, Math.min(6, next));
    x = atX - ((atX - x) * clamped) / scale;
    y = atY - ((atY - y) * clamped) / scale;
    scale = clamped;
    apply();
  };
  const fromCenter = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  };
  // Enlarged, a picture is at its own size, and on a phone at least 2.5 times what fits.
  const large = () => Math.max(isNarrow() ? 2.5 : 1.5, img.naturalWidth / (img.offsetWidth || 1));
  const toggle = (at = [0, 0]) => (scale > 1 ? reset() : zoomTo(large(), ...at));
  function reset() {
    scale = 1;
    x = y = 0;
    apply();
  }
  const gap = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  stage.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    stage.setPointerCapture(event.pointerId);
    if (fingers.size === 1) moved = 0;
    if (fingers.size === 2) spread = gap();
  });
  stage.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    fingers.set(event.pointerId, event);
    moved += Math.abs(event.clientX - last.clientX) + Math.abs(event.clientY - last.clientY);
    if (fingers.size === 2) {
      const now = gap();
      zoomTo((scale * now) / (spread || now), ...fromCenter(event));
      spread = now;
    } else if (scale > 1) {
      x += event.clientX - last.clientX;
      y += event.clientY - last.clientY;
      apply();
    }
  });
  const up = (event) => {
    const single = fingers.size === 1 && event.type === "pointerup";
    fingers.delete(event.pointerId);
    if (!single || moved > 8) return;
    const onImage = document.elementsFromPoint(event.clientX, event.clientY).includes(img);
    if (onImage) toggle(fromCenter(event));
    else close();
  };
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoomTo(scale * (event.deltaY < 0 ? 1.2 : 1 / 1.2), ...fromCenter(event));
    },
    { passive: false },
  );
  return { reset, toggle };
}
