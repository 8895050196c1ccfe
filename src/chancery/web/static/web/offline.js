// The page for when the network is gone: it looks as its reader likes it, and goes away by itself.
"use strict";
(() => {
  const theme = Kept.get("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  addEventListener("online", () => location.reload());
})();
