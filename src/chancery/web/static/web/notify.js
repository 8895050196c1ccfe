// Notify the reader of his turn while the page is open in the background.
"use strict";
const Notify = (() => {
  const place = document.getElementById("notify");
  const able = "Notification" in window && window.isSecureContext;
  const granted = () => able && Notification.permission === "granted";
  const wanted = () => granted() && Kept.get("notify") === "yes";

  function show() {
    if (!place || !able) return;
    place.hidden = false;
    place.querySelector("button").hidden = wanted() || Notification.permission === "denied";
    const told = wanted() ? place.dataset.on : "";
    place.querySelector("span").textContent =
      Notification.permission === "denied" ? place.dataset.denied : told;
  }
  if (place) {
    place.querySelector("button").addEventListener("click", async () => {
      const said = await Notification.requestPermission();
      if (said === "granted") Kept.set("notify", "yes");
      show();
    });
  }
  show();

  // Once for each turn, and only while the page is hidden.
  function turn(key, text, address) {
    if (!document.hidden || !wanted()) return;
    try {
      const icon = "/static/web/icon.svg";
      const shown = new Notification("Chancery", { body: text, tag: `chancery-${key}`, icon });
      shown.onclick = () => {
        window.focus();
        if (address) location.href = address;
        shown.close();
      };
    } catch {
      // browsers of phones have no notifications of pages: push reaches the device (devices.js)
    }
  }
  return { turn };
})();
