// The badge in the header of every page: turns and invitations, refreshed while it is visible.
"use strict";
(() => {
  const badge = document.getElementById("badge");
  if (!badge.dataset.badge) return; // nobody whom the house knows
  const EVERY = 30_000; // milliseconds
  const SOON = 1_000; // after something on the page has changed
  const REST = 20_000; // between two looks: who plays fast need not be told after every move
  const TURN = 4_000; // the same where it has become, or is no longer, the reader's turn
  let before = null;
  let soon;
  let looked = -Infinity;

  async function look() {
    clearTimeout(soon);
    soon = undefined;
    if (document.hidden) return;
    looked = performance.now();
    const answer = await fetch(badge.dataset.badge, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const found = (await answer.json()).badge;
    if (found !== before) badge.innerHTML = before = found;
  }
  const again = () => look().catch(() => {});
  setInterval(again, EVERY);
  document.addEventListener("visibilitychange", again);
  // a move of this player or another may have changed whose turn it is
  document.addEventListener("shown", ({ detail }) => {
    if (detail?.turn) clearTimeout(soon);
    else if (soon !== undefined) return;
    const rest = detail?.turn ? TURN : REST;
    soon = setTimeout(again, Math.max(SOON, looked + rest - performance.now()));
  });
})();
