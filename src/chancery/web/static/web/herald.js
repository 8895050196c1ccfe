// Announcements for screen readers: every event and every question once; and keys that move the
// focus to the parts of the table.
"use strict";
const Herald = (() => {
  const place = document.getElementById("said");
  const $ = (id) => document.getElementById(id);
  const heard = new Map(); // by the seat looked through: the last line of the story
  let asked = "";
  let chosen = ""; // what the reader has just done

  // The text of an element, without pictures and links to the rules.
  function words(one) {
    const copy = one.cloneNode(true);
    for (const mute of copy.querySelectorAll("svg, .rule")) mute.remove();
    return copy.textContent.trim().replace(/\s+/g, " ");
  }

  function say(texts) {
    const lines = texts.filter(Boolean).map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    });
    if (lines.length) place.replaceChildren(...lines);
  }

  const question = () =>
    [...document.querySelectorAll("#part-question :is(.prompt, .outcome)")].map(words).join(" ");

  const chose = (text) => (chosen = text);

  // Announce new lines of the story, and the question if it is another one. A step of a choice may
  // change neither: then announce that it was taken. During playback lines that are to come are
  // not told yet; `more` is told after the lines.
  function tell(seat, more = []) {
    const story = [...document.querySelectorAll("#part-log .log > li:not(.to-come)")];
    const last = story.at(-1)?.value ?? 0;
    const since = heard.get(seat) ?? last;
    const isPartial = document.querySelector("#part-log .to-come") !== null;
    heard.set(seat, isPartial ? Math.max(since, last) : last);
    const fresh = story.filter((line) => line.value > since).map(words);
    const now = question();
    const told = [...fresh, ...more, ...(now === asked ? [] : [now])];
    say(told.length ? told : [chosen]);
    asked = now;
    chosen = "";
  }

  // -- keyboard shortcuts to parts of the page -------------------------------------------------
  let wanted = false; // the position comes only when it is asked for
  function position() {
    $("position").open = true;
    wanted = !$("part-position").textContent.trim();
    if (!wanted) $("in-words").focus();
  }
  document.addEventListener("shown", () => wanted && position());
  const PLACES = {
    1: () => $("part-question").focus(),
    2: position,
    3: () => $("part-hand").focus(),
    4: () => document.querySelector("#part-log .log")?.focus(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=range]), textarea, select")) return;
    const lead = PLACES[event.key];
    if (!lead) return;
    event.preventDefault();
    lead();
  });
  return { chose, say, tell };
})();
