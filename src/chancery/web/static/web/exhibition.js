// A game of bots on the front page or in the lobby. It continues only while it is watched: the stream is open while
// the board is visible, and closes after a time without input.
"use strict";
(() => {
  const AGAIN = 45_000; // milliseconds between two questions whether another game has begun
  const LONGEST = 600_000; // milliseconds that it goes on for somebody who does nothing
  const PAUSE = 1_500; // milliseconds between two boards
  const place = document.getElementById("exhibition");
  const form = document.getElementById("exhibitions");
  const on = document.getElementById("watch-on");
  let address = place.dataset.open;
  let seen = false;
  let acted = Date.now();
  let stream, clock, rest, newest;

  async function ask() {
    const token = form.elements.csrfmiddlewaretoken.value;
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    const answer = await fetch(address, { method: "POST", headers });
    if (!answer.ok) return;
    const { slug, card } = await answer.json();
    if (!stream) return; // nobody looks any more
    if (place.querySelector("[data-slug]")?.dataset.slug !== slug) place.innerHTML = card;
    Cards.look();
    if (stream.slug !== slug) listen(slug);
  }

  function listen(slug) {
    stream.source?.close();
    const source = new EventSource(`/events?${new URLSearchParams({ t: slug })}`);
    source.onmessage = (message) => {
      newest = JSON.parse(message.data);
      rest ??= setTimeout(renew, PAUSE);
    };
    stream = { slug, source };
  }

  function renew() {
    rest = undefined;
    if (!stream) return;
    if (Date.now() - acted > LONGEST) stop(true);
    else Cards.renew(newest.table, newest.version);
  }

  const look = () => ask().catch(() => {});
  function start() {
    if (stream || !seen || document.hidden || !on.hidden) return;
    acted = Date.now();
    stream = {};
    look();
    clock = setInterval(look, AGAIN);
  }

  function stop(idle = false) {
    if (idle) on.hidden = false;
    stream?.source?.close();
    stream = undefined;
    clearInterval(clock);
  }

  new IntersectionObserver(
    ([{ isIntersecting }]) => {
      seen = isIntersecting;
      if (seen) start();
      else stop();
    },
    { threshold: 0.3 },
  ).observe(place);
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"])
    addEventListener(kind, () => (acted = Date.now()), { passive: true });
  on.addEventListener("click", () => {
    on.hidden = true;
    start();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    address = event.submitter.getAttribute("formaction");
    for (const button of form.querySelectorAll("[formaction]"))
      button.toggleAttribute("aria-current", button === event.submitter);
    event.submitter.setAttribute("aria-current", "true");
    on.hidden = true;
    stop();
    start();
  });
})();
