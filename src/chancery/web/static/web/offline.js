// The offline page: applies the reader's theme, and reloads when the network is back.
"use strict";
(() => {
  const LOOKS = 4000; // milliseconds: a network that says it is back may take a moment longer
  const theme = Kept.get("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  if (location.pathname === "/offline") return; // it stands in place of no other page

  async function look() {
    if (!navigator.onLine || document.hidden) return;
    const found = await fetch("/offline", { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (found) location.reload();
  }
  addEventListener("online", look);
  setInterval(look, LOOKS);
})();
