// This tab's identity: a seat outlives its tab, two open tabs are two people, and a link moves a seat to a device.

import { COMMANDS } from "/page/catalogue.js";
import { attempt, ofBrowser, ofTab } from "/page/storage.js";

const KEPT = 10;
const LOCK = "tetradka-seated";
const LONGEST_WITH_LOCKS = 3000;
const LONGEST_WITHOUT = 150;
const LONGEST_NAME = 32;
const { inside } = document.documentElement.dataset;
const tabs = new BroadcastChannel("tetradka-tabs");
let tab = null;
let stand = null;

export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function seats() {
  const stored = ofBrowser.read("seats");
  return Array.isArray(stored) ? stored.filter(isSeat) : [];
}

function isSeat(stored) {
  return typeof stored?.token === "string" && typeof stored?.name === "string";
}

function take(seat) {
  tab = seat;
  const others = seats().filter(({ token }) => token !== seat.token);
  ofBrowser.write("seats", [seat, ...others].slice(0, KEPT));
  ofTab.write("seat", seat);
  hold();
  return seat;
}

// Each tab with a seat holds a shared lock, which the browser releases however the tab is closed.
function hold() {
  if (stand || !navigator.locks) return;
  const until = new Promise((free) => (stand = free));
  navigator.locks.request(LOCK, { mode: "shared" }, () => until);
}

// A link is opened once: its seat is removed from the address, where others could see it.
function brought() {
  const found = /^#seat=(\w{16,200})\.(.+)$/.exec(location.hash);
  if (!found || inside) return null;
  history.replaceState(null, "", location.pathname);
  const name = (attempt(() => decodeURIComponent(found[2])) ?? "").trim().slice(0, LONGEST_NAME);
  return name ? { token: found[1], name } : null;
}

async function fromLink(mine, choose) {
  const link = brought();
  if (!link || !mine || link.token === mine.token) return link;
  return (await choose(mine.name, link.name)) ? link : null;
}

// Another tab with the seat answers, or its lock is free; without locks (on http) no answer means that it is free.
function anybodyElse() {
  const asking = new AbortController();
  return new Promise((answer) => {
    tabs.onmessage = ({ data }) => data === "taken" && answer(true);
    tabs.postMessage("who");
    const free = navigator.locks?.request(LOCK, { signal: asking.signal }, () => answer(false));
    free?.catch(() => {});
    setTimeout(() => answer(Boolean(free)), free ? LONGEST_WITH_LOCKS : LONGEST_WITHOUT);
  }).finally(() => asking.abort());
}

function listen() {
  tabs.onmessage = ({ data }) => data === "who" && tab && tabs.postMessage("taken");
}

export const identity = {
  // Return the seat of the link, of this tab, or the last one that no open tab uses; else null.
  // `choose` asks a user with one name whether to continue under the other.
  async arrive(choose) {
    const stored = ofTab.read("seat");
    const kept = isSeat(stored) ? stored : null;
    const mine = (await fromLink(kept ?? seats()[0], choose)) ?? kept;
    const last = mine ?? (seats().length && !(await anybodyElse()) ? seats()[0] : null);
    listen();
    return last ? take(last) : null;
  },

  // Take the browser's former seat of that name, else rename this tab's seat, else create one.
  sit(name, guest = false) {
    const known = seats().find((seat) => seat.name.toLowerCase() === name.toLowerCase());
    return take({ ...(known ?? tab ?? { token: freshId() }), name, guest });
  },

  get guest() {
    return tab?.guest ?? false;
  },

  forget() {
    ofBrowser.write("seats", seats().filter(({ token }) => token !== tab.token));
    ofTab.remove("seat");
    stand?.();
    stand = tab = null;
  },

  speaks(language) {
    take({ ...tab, language });
  },

  get name() {
    return tab?.name ?? "";
  },

  get seat() {
    return tab;
  },

  get names() {
    return seats().map(({ name }) => name);
  },

  link(channel) {
    return `${location.origin}/c/${encodeURIComponent(channel)}#seat=${tab.token}.${encodeURIComponent(tab.name)}`;
  },
};

function solo() {
  const stored = ofBrowser.read("solo");
  if (/^[0-9a-f]{12}$/.test(stored)) return stored;
  ofBrowser.write("solo", freshId().slice(0, 12));
  return ofBrowser.read("solo");
}

// Return the words of the address: a command and its arguments, or the folder of a channel and its name.
function words() {
  return location.pathname.split("/").filter(Boolean);
}

// Inside another platform the only channel is that of its chat, and the page must not change the address. Puzzles, the
// daily and lessons have places of their own, each a channel of this browser alone.
export const place = {
  // Return the command whose place this is, or "".
  get own() {
    return (!inside && COMMANDS.find((name) => words()[0] === name)) || "";
  },
  // Return what the address asks for as a command.
  get line() {
    return `/${words().join(" ")}`;
  },
  // Let the address name the exercise on the board, given the command that answers it, so that it can be shared.
  follow(answers) {
    const [, name, rest] = /^\/(\w+) ((?:[a-z]+ )?\d+)/.exec(answers) ?? [];
    if (this.own && name === this.own) history.replaceState(null, "", `/${name}/${rest.replace(" ", "/")}`);
  },
  get home() {
    return ofTab.read("home") || `/c/play-${solo()}`;
  },
  go(path) {
    if (this.isNamed) ofTab.write("home", location.pathname);
    history.pushState(null, "", path);
  },
  get channel() {
    if (inside) return inside;
    if (this.own) return `${this.own}-${solo()}`;
    const [folder, channel] = words();
    return folder === "c" && channel ? decodeURIComponent(channel) : "lobby";
  },
  get isNamed() {
    return location.pathname.startsWith("/c/");
  },
  set channel(channel) {
    if (!inside && !this.own) history.replaceState(null, "", `/c/${encodeURIComponent(channel)}`);
  },
};
