// The page inside another platform's chat: its bridge's proof of the user is exchanged for a seat.

import { make } from "/page/elements.js";
import { ofTab } from "/page/storage.js";
import { speak, word } from "/page/words.js";

const { base } = document.documentElement.dataset;

// Try the proofs in turn. Each is accepted once, so a reloaded page keeps the seat of this opening.
export async function sitDown(opening, language, ...proofs) {
  speak(language);
  if (ofTab.read("opening") !== opening) {
    const seat = await bought(proofs);
    if (!seat) return refuse();
    ofTab.write("seat", seat);
    ofTab.write("opening", opening);
  }
  await import("/page/main.js");
}

async function bought(proofs) {
  for (const proof of proofs) {
    const answer = await ask(proof).catch(() => null);
    if (answer?.ok) return answer.json();
  }
  return null;
}

async function ask(proof) {
  return fetch(`${base}/seat`, { method: "POST", body: await proof() });
}

export function refuse() {
  document.body.prepend(make("p", { className: "no-script", role: "alert", textContent: word("seat-lost") }));
}
