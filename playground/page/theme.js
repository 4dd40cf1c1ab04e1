// Light, dark, or as the system has it; kept for all tabs of this browser.

const KEY = "playground.theme";
export const THEMES = [
  ["system", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export const theme = () => localStorage.getItem(KEY) || "system";

export function setTheme(name) {
  localStorage.setItem(KEY, name);
  applyTheme();
}

export function applyTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const chosen = theme() === "system" ? (dark ? "dark" : "light") : theme();
  document.documentElement.dataset.theme = chosen;
}

window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
window.addEventListener("storage", (event) => event.key === KEY && applyTheme());
applyTheme();
