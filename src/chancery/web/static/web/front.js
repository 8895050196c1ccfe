// Running games and one’s own on the front page: each card follows its table.
"use strict";
(() => {
  const PAUSE = 1_500; // milliseconds between two looks at one table, however fast it goes
  const waiting = new Map(); // by table: the newest version, while its card pauses

  function follow(slug, version) {
    if (waiting.has(slug)) {
      waiting.set(slug, version);
      return;
    }
    Cards.renew(slug, version);
    waiting.set(slug, null);
    setTimeout(() => {
      const newest = waiting.get(slug);
      waiting.delete(slug);
      if (newest !== null) follow(slug, newest);
    }, PAUSE);
  }
  const slugs = [...document.querySelectorAll("li[data-card]")];
  if (!slugs.length) return;
  Live.listen(
    slugs.map((card) => card.dataset.slug),
    { version: follow, lost: () => {}, found: () => {} },
  );
})();
