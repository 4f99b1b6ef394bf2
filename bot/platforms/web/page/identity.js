// Who this tab is: two tabs are two people, and a reloaded tab is the same one.

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const identity = {
  get token() {
    const token = sessionStorage.getItem("token") ?? fresh();
    sessionStorage.setItem("token", token);
    return token;
  },
  get name() {
    return sessionStorage.getItem("name") ?? "";
  },
  set name(name) {
    sessionStorage.setItem("name", name);
  },
};

export const place = {
  get channel() {
    const [, folder, channel] = location.pathname.split("/");
    return folder === "c" && channel ? decodeURIComponent(channel) : "lobby";
  },
  set channel(channel) {
    history.replaceState(null, "", `/c/${encodeURIComponent(channel)}`);
  },
};

export const freshId = fresh;
