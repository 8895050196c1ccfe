// The lobby stays up to date, and says in its title whether somebody is waited for.
"use strict";
(() => {
  const lobby = document.getElementById("lobby");
  const lists = document.getElementById("lists");
  const EVERY = 10_000; // milliseconds
  let before = lists.innerHTML;
  let turns = null;

  async function look() {
    const answer = await fetch(lobby.dataset.part, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const found = await answer.json();
    if (found.lists !== before) {
      before = found.lists;
      lists.innerHTML = found.lists;
      document.dispatchEvent(new Event("shown"));
    }
    document.title = `${found.turns.length ? "● " : ""}${lobby.dataset.title}`;
    for (const one of found.turns)
      if (turns && !turns.includes(one)) Notify.turn(one, `${lobby.dataset.turn}: ${one}`);
    turns = found.turns;
  }
  const again = () => look().catch(() => {});
  setInterval(again, EVERY);
  document.addEventListener("visibilitychange", () => !document.hidden && again());
})();
