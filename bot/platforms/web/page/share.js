// Sharing by the device's dialog, else by the clipboard, else by a text to copy.

import { word } from "/page/words.js";

const { inside } = document.documentElement.dataset;

// Share a line, with a picture where the device takes one; `button` shows that it was copied.
export async function share(text, url, button, picture) {
  const line = [text, inside ? "" : url].filter(Boolean).join("\n");
  const files = picture && navigator.canShare ? [await file(picture)] : [];
  const data = navigator.canShare?.({ files }) ? { text: line, files } : { text: line };
  if (navigator.share) return navigator.share(data).catch(() => {});
  if (!navigator.clipboard) return prompt(button.textContent, line);
  await navigator.clipboard.writeText(line);
  button.textContent = word("elsewhere-copied");
}

async function file(picture) {
  const image = await (await fetch(picture)).blob();
  return new File([image], "tetradka.png", { type: image.type });
}
