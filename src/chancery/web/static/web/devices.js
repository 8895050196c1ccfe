// Push notifications on this device: registered by a button, shown in the list, and removed when
// its owner logs out here.
"use strict";
(() => {
  const place = document.getElementById("devices");
  const add = document.getElementById("device-add");
  const said = document.getElementById("device-said");
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const { key, add: path, token, on, unable, denied, lost } = place.dataset;
  const say = (text) => (said.textContent = text);

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
      one.charCodeAt(0),
    );
  const same = (one, other) => one.length === other.length && one.every((n, i) => n === other[i]);

  // The push subscription of this browser, if it was made for the site's current key.
  async function subscription() {
    const { pushManager } = await navigator.serviceWorker.ready;
    const found = await pushManager.getSubscription();
    const made = found && found.options && found.options.applicationServerKey;
    if (!made || same(new Uint8Array(made), bytes(key))) return found;
    await found.unsubscribe();
    return null;
  }

  async function begin() {
    const { pushManager } = await navigator.serviceWorker.ready;
    const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    const found = (await subscription()) ?? (await pushManager.subscribe(wanted));
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    headers.Accept = "application/json";
    const body = JSON.stringify(found.toJSON());
    const answer = await fetch(path, { method: "POST", headers, body }).catch(() => null);
    if (!answer) throw new Error(lost);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    location.assign(told.go);
    location.reload(); // the same address, but for what comes after the #
  }

  add.querySelector("button").addEventListener("click", async ({ target }) => {
    target.disabled = true;
    say("");
    try {
      if ((await Notification.requestPermission()) === "granted") await begin();
      else say(denied);
    } catch (error) {
      say(error instanceof DOMException ? unable : error.message);
    }
    target.disabled = false;
  });

  // A device in the list is notified; one that was removed elsewhere may register again.
  function known(found) {
    const all = [...place.querySelectorAll("[data-device]")];
    const row = found && all.find((one) => one.dataset.device === found.endpoint);
    add.hidden = Boolean(row);
    if (!row) return;
    row.querySelector("em").hidden = false;
    row.querySelector("form").addEventListener("submit", () => found.unsubscribe());
    say(on);
    const leaving = document.getElementById("device-leave");
    const box = leaving.querySelector("input");
    [box.value, box.disabled, leaving.hidden] = [found.endpoint, false, false];
  }

  if (!able) say(unable);
  else if (Notification.permission === "denied") say(denied);
  else {
    add.hidden = false;
    subscription().then(known, () => {});
  }
})();
