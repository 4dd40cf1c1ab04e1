// Things that float: popovers beside their button (a sheet from below on a phone), and short notices.

import { fill, h, isNarrow } from "./dom.js";

let current = null;

/** Closes the popover that is open, if any. */
export function closePopover(restoreFocus = true) {
  current?.close(restoreFocus);
}

function place(box, anchor) {
  const a = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = window.innerHeight - a.bottom;
  const top = below >= height + 8 || below > a.top ? a.bottom + 4 : Math.max(8, a.top - height - 4);
  box.style.top = `${Math.min(top, Math.max(8, window.innerHeight - height - 8))}px`;
  box.style.left = `${Math.max(8, Math.min(a.left, window.innerWidth - width - 8))}px`;
}

/**
 * Opens `content` beside `anchor`. Escape, a press elsewhere and `close()` end it; the focus goes back to the anchor.
 * `onclose` runs once.
 */
export function openPopover(anchor, content, { label, onclose, role = "dialog", matchWidth = false } = {}) {
  closePopover(false);
  const sheet = isNarrow();
  const box = h("div", { class: sheet ? "popover sheet" : "popover", role, "aria-label": label }, content);
  const shade = h("div", {
    class: sheet ? "shade dim" : "shade",
    onpointerdown: (e) => {
      e.preventDefault();
      close();
    },
  });
  // Inside a modal dialog everything outside it is inert, so the popover must live in it.
  const host = anchor.closest("dialog") || document.body;
  host.append(shade, box);
  if (matchWidth) box.style.minWidth = `${anchor.offsetWidth}px`;
  if (!sheet) place(box, anchor);
  anchor.setAttribute("aria-expanded", "true");

  function close(restoreFocus = true) {
    if (current?.box !== box) return;
    current = null;
    box.remove();
    shade.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (restoreFocus && anchor.isConnected) anchor.focus();
    onclose?.();
  }
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  current = { box, close };
  const first = box.querySelector("[autofocus], input, [tabindex='0'], button, a[href]");
  first?.focus({ preventScroll: true });
  return {
    box,
    close,
    replace: (...nodes) => {
      fill(box, ...nodes);
      if (!sheet) place(box, anchor);
    },
  };
}

window.addEventListener("resize", () => {
  // A phone's keyboard resizes the window; that must not close a sheet with a search field.
  if (current && !isNarrow()) closePopover(false);
});

let noticeTimer = 0;

/** A sentence at the top of the page for some seconds: what went wrong, or that all is well again. */
export function notice(text, { kind = "error", seconds = 6 } = {}) {
  const node = document.getElementById("notice");
  node.className = `notice ${kind}`;
  fill(node, text);
  node.hidden = false;
  clearTimeout(noticeTimer);
  if (seconds) noticeTimer = setTimeout(() => (node.hidden = true), seconds * 1000);
}

export function hideNotice() {
  document.getElementById("notice").hidden = true;
}
