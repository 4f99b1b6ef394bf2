// The page's own texts in the reader's language; the bot's messages arrive translated.

import { WORDS } from "/page/catalogue.js";

export { WORDS };

const spoken = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag in WORDS);
let language = spoken ?? "en";

// The language sent to the bot; one that it does not support leaves the choice to the channel.
export const reader = spoken ?? navigator.language;

export function speak(chosen) {
  if (!(chosen in WORDS) || chosen === language) return false;
  language = chosen;
  translate(document);
  return true;
}

function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (_, key) => fields[key]);
}

export function word(key, fields = {}) {
  return fill(WORDS[language][key] ?? key, fields);
}

// A text with plural forms; from 100 on they repeat with each hundred.
export function counted(key, n) {
  const { forms, of } = WORDS[language][key];
  return fill(forms[of[n < 100 ? n : 100 + (n % 100)]], { n });
}

export function translate(root) {
  root.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) element.ariaLabel = word(element.dataset.label);
  for (const element of root.querySelectorAll("[data-title]")) element.title = word(element.dataset.title);
  for (const element of root.querySelectorAll("[data-placeholder]")) {
    element.placeholder = word(element.dataset.placeholder);
  }
}
