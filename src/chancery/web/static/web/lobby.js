// Keep the lobby up to date, and show in its title whether it is the reader's turn somewhere.
"use strict";
(() => {
  const lobby = document.getElementById("lobby");
  const lists = document.getElementById("lists");
  const EVERY = 10_000; // milliseconds
  let before = null;
  let turns = null;

  function show(html) {
    before = html;
    const fresh = document.createElement("div");
    fresh.innerHTML = html;
    Cards.dress(fresh);
    morph(lists, fresh.innerHTML);
    document.dispatchEvent(new Event("shown"));
  }

  async function look() {
    const answer = await fetch(lobby.dataset.part, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const found = await answer.json();
    if (found.lists !== before) show(found.lists);
    Cards.look(); // also for those that were not answered before
    for (const [slug, version] of Object.entries(found.versions)) Cards.renew(slug, version);
    document.title = `${found.turns.length ? "● " : ""}${lobby.dataset.title}`;
    for (const one of found.turns)
      if (turns && !turns.includes(one)) Notify.turn(one, `${lobby.dataset.turn}: ${one}`);
    turns = found.turns;
  }
  const again = () => look().catch(() => {});
  setInterval(again, EVERY);
  document.addEventListener("visibilitychange", () => !document.hidden && again());

  // Empty filters are left out of the address.
  lists.addEventListener("change", ({ target: { form } }) => {
    if (!form || form.id !== "filters") return;
    for (const one of form.elements) one.disabled = !one.value;
    form.submit();
  });
})();
