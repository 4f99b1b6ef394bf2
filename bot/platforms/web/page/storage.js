// The browser's storage; if it is unavailable or full, the tab remembers until it is closed.

function storage(name) {
  const unstored = new Map();
  return {
    // Return the stored value, or an earlier version's text that is not JSON; null if there is none.
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

    // A checkbox keeps its state over a reload; `changed` may correct it.
    remember(id, changed = () => {}) {
      const box = document.getElementById(id);
      box.checked = Boolean(this.read(id));
      box.addEventListener("change", async () => {
        await changed(box);
        if (box.checked) this.write(id, 1);
        else this.remove(id);
      });
    },
  };
}

export function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export const ofBrowser = storage("localStorage");
export const ofTab = storage("sessionStorage");
