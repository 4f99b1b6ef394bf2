// What the browser stores for the page; where it stores nothing or is full, the tab remembers until it is closed.

function storage(name) {
  const unstored = new Map();
  return {
    // What was written, or the text of an earlier version that is no JSON; null for nothing.
    read(key) {
      if (unstored.has(key)) return unstored.get(key);
      const text = attempt(() => window[name].getItem(key)) ?? null;
      return attempt(() => JSON.parse(text)) ?? text;
    },

    write(key, value) {
      unstored.set(key, value);
      attempt(() => {
        window[name].setItem(key, JSON.stringify(value));
        unstored.delete(key);
      });
    },

    remove(key) {
      unstored.delete(key);
      attempt(() => window[name].removeItem(key));
    },

    // A box that stays checked over a reload.
    remember(key, box) {
      if (box.checked) this.write(key, 1);
      else this.remove(key);
    },
  };
}

function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export const ofBrowser = storage("localStorage");
export const ofTab = storage("sessionStorage");
