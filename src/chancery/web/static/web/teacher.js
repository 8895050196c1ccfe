// The teacher beside the table: remarks one by one, each pointing at its subject. The server
// decides what is taught and expected.
"use strict";
const Teacher = ({ slug, board, read, rest }) => {
  const place = document.getElementById("part-teacher");
  if (!place) return { tell: () => {}, object: () => false, hush: () => {} };
  let key = "";
  let asked = null; // the question that was open then
  let at = 0;
  let told = ""; // the remark that the board was led to
  const kept = `taught ${slug}`; // how far one has read: who comes back goes on there

  const box = () => place.querySelector(".teacher");
  const remarks = () => [...place.querySelectorAll(".remark")];
  const button = (selector) => place.querySelector(selector);

  // The page has changed: a new remark starts from its beginning, and with a new question the
  // teacher is brought into view. `again`: the board has been moved since.
  function tell(question, again = false) {
    const now = box();
    if (!now) {
      if (key) {
        Marks.clear();
        board.outline([]);
      }
      key = told = "";
      return;
    }
    if (now.dataset.teacher !== key) {
      const before = Number(key.split(".").at(-2) ?? 0);
      key = now.dataset.teacher;
      const [noted, upTo] = (Kept.get(kept) ?? "").split(" ");
      const heard = Number(key.split(".").at(-2)) < before; // of what is heard again, the end
      at = heard ? Infinity : noted === key ? Number(upTo) || 0 : 0;
      hush();
      asked = null;
    }
    if (question !== asked) {
      hush();
      const column = place.closest(".ask");
      column.scrollTop += place.getBoundingClientRect().top - column.getBoundingClientRect().top;
    }
    asked = question;
    show(again);
  }

  function show(again = false) {
    const all = remarks();
    box().dataset.told = ""; // until then only the first is shown
    at = Math.max(0, Math.min(at, all.length - 1));
    Kept.set(kept, `${key} ${at}`);
    all.forEach((one, number) => (one.hidden = number !== at));
    const praise = all.length ? button(".praise") : null;
    if (praise) praise.hidden = at > 0; // read by then
    button('[data-remark="-1"]').hidden = at === 0;
    button('[data-remark="1"]').hidden = at >= all.length - 1;
    const helps = button("[data-show]");
    if (helps) helps.hidden = at < all.length - 1 || !all.length;
    const leaves = button("[data-last]"); // one thing to go on with at a time
    if (leaves) leaves.hidden = at < all.length - 1;
    const points = all.length ? all[at].dataset.points.split(" ").filter(Boolean) : [];
    Marks.point(points);
    const now = `${key} ${at}`;
    // the same remark moves nothing again: the reader may be looking at something else
    const moves = now !== told || (again && points.length);
    if (!moves) board.outline(points);
    else if (!board.lead(points)) rest(); // what the one before was about is not looked at any more
    told = now;
    if (at === all.length - 1) reach();
  }

  const wanted = () => new Set(box().dataset.wanted.split("|"));
  const wantedButtons = () => {
    const buttons = [...document.querySelectorAll("#part-question [data-act]")];
    return buttons.filter((one) => wanted().has(one.dataset.act));
  };

  // Set a dial to the expected number.
  function turnDials() {
    for (const dial of document.querySelectorAll("#part-question .dial")) {
      const meant = JSON.parse(dial.dataset.places).findIndex(([, text]) => wanted().has(text));
      if (meant >= 0) Dials.turn(dial, meant - Number(dial.querySelector("input").value));
    }
  }

  // Bring an expected button that has no place on the board into view.
  function reach() {
    const [only, ...others] = wantedButtons();
    if (!only || others.length || only.dataset.for || !only.checkVisibility()) return;
    only.scrollIntoView({ block: "nearest" });
  }

  // Another action was played: the teacher replies, and nothing has changed.
  function object(text) {
    if (!box()) return false;
    hush();
    const said = document.createElement("p");
    said.className = "objection";
    said.textContent = text;
    box().prepend(said);
    said.scrollIntoView({ block: "nearest" });
    return true;
  }
  function hush() {
    for (const one of place.querySelectorAll(".objection")) one.remove();
  }

  // Highlight the expected actions, on the board and among the buttons.
  function help() {
    turnDials();
    const buttons = [...document.querySelectorAll("#part-question [data-act]")];
    const found = wantedButtons();
    const fold = found.length && found.every((one) => !one.checkVisibility());
    if (fold) found[0].closest("details")?.setAttribute("open", "");
    for (const one of buttons) one.classList.toggle("is-wanted", found.includes(one));
    found[0]?.scrollIntoView({ block: "nearest" });
    const places = found.map((one) => one.dataset.for).filter(Boolean);
    if (places.length) {
      Marks.point(places);
      board.lead(places);
    }
  }

  place.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-remark]");
    if (step) {
      at += Number(step.dataset.remark);
      hush();
      read(); // who listens on has read what lies over the board
      show();
      const left = [...place.querySelectorAll("[data-remark]")].find((one) => !one.hidden);
      if (step.hidden) (left ?? button("[data-show]:not([hidden])"))?.focus();
    }
    if (target.closest("[data-show]")) help();
  });
  return { tell, object, hush };
};
