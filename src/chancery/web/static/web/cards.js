// Cards of tables: the words of the game come when a card is looked at, and both words and board
// anew when its table has moved on.
"use strict";
const Cards = (() => {
  const known = new Map(); // by table: how far it was, and what was said then
  const board = (card) => card.querySelector(".small-board .live");

  // What was said of these tables before stands there at once, and the board is not fetched again.
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
    // a stream counts talk as well: what it has told is not forgotten
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

  // The next board is there before the old one goes.
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

  // A table is so far now: if the card shows less, it is renewed.
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
