// Emoji of buttons and options: a Unicode character, or the name of a server's own emoji.

export function emojiText(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : emoji.name || "";
}
