// The page inside another platform's chat: what its bridge says of who opened it buys a seat, and the page begins there.

import { make } from "/page/elements.js";
import { speak, word } from "/page/words.js";

const { base } = document.documentElement.dataset;

// What was said once counts once: a page that is loaded anew keeps the seat that it bought.
export async function sitDown(said, language) {
  speak(language);
  if (sessionStorage.getItem("said") !== said) {
    const answer = await fetch(`${base}/seat`, { method: "POST", body: said }).catch(() => null);
    if (!answer?.ok) return refuse();
    sessionStorage.setItem("seat", JSON.stringify(await answer.json()));
    sessionStorage.setItem("said", said);
  }
  await import("/page/main.js");
}

export function refuse() {
  document.body.prepend(make("p", { className: "no-script", role: "alert", textContent: word("seat-lost") }));
}
