// Cards of tables: texts are loaded when a card is visible; texts and board are refreshed when its
// table has changed.
"use strict";
const Cards = (() => {
  const known = new Map(); // by table: how far it was, and what was said then
  const board = (card) => card.querySelector(".small-board .live");

  // Texts that were loaded before are shown at once, and the board is not fetched again.
  function dress(place) {
    for (const card of place.querySelectorAll("[data-card]")) {
      const found = known.get(card.dataset.slug);
      if (!found) continue;
      card.querySelector(".words").innerHTML = found.words;
      const live = board(card);
      if (live && found.src) live.setAttribute("src", found.src);
    }
  }

  async function ask(card) {
    const answer = await fetch(card.dataset.card, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { version, words } = await answer.json();
    const before = known.get(card.dataset.slug);
    // a stream counts talk as well: keep the version that it has reported
    const newest = Math.max(version, before?.version ?? 0);
    known.set(card.dataset.slug, { ...before, version: newest, words });
    card.querySelector(".words").innerHTML = words;
    document.dispatchEvent(new Event("told"));
  }

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      if (!known.has(target.dataset.slug)) ask(target).catch(() => {});
    }
  });
  function look() {
    for (const card of document.querySelectorAll("[data-card]")) seen.observe(card);
  }

  // The next board is loaded before the old one is removed.
  function redraw(card, version) {
    const live = board(card);
    if (!live) return;
    const next = new Image();
    next.onload = () => {
      live.src = next.src;
      known.set(card.dataset.slug, { ...known.get(card.dataset.slug), src: live.getAttribute("src") });
    };
    next.src = `${live.getAttribute("src").split("?")[0]}?v=${version}`;
  }

  // Note the version of a table: if its card shows an older one, it is refreshed.
  function renew(slug, version) {
    const found = known.get(slug);
    if (!found || found.version >= version) return; // not looked at yet, or nothing new
    found.version = version;
    const card = document.getElementById(`card-${slug}`);
    if (!card || !card.dataset.card) return;
    redraw(card, version);
    ask(card).catch(() => {});
  }

  look();
  return { dress, look, renew };
})();
