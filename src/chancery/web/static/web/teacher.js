// The teacher beside the table: one remark after the other, each pointing at what it is about.
// What is taught, and what is wanted, the server says.
"use strict";
const Teacher = ({ glide }) => {
  const place = document.getElementById("part-teacher");
  if (!place) return { tell: () => {}, object: () => false };
  let key = "";
  let asked = null; // the question that was open then
  let at = 0;

  const box = () => place.querySelector(".teacher");
  const remarks = () => [...place.querySelectorAll(".remark")];
  const button = (selector) => place.querySelector(selector);

  // What the page shows has changed: a new remark begins at its beginning, and with a new question
  // the teacher is in sight again.
  function tell(question) {
    const now = box();
    if (!now) {
      if (key) Marks.clear();
      key = "";
      return;
    }
    if (now.dataset.teacher !== key) {
      key = now.dataset.teacher;
      at = 0;
      hush();
      asked = null;
    }
    if (question !== asked) {
      const column = place.closest(".ask");
      column.scrollTop += place.getBoundingClientRect().top - column.getBoundingClientRect().top;
    }
    asked = question;
    show();
  }

  function show() {
    const all = remarks();
    box().dataset.told = ""; // until then only the first is shown
    at = Math.max(0, Math.min(at, all.length - 1));
    all.forEach((one, number) => (one.hidden = number !== at));
    button('[data-remark="-1"]').hidden = at === 0;
    button('[data-remark="1"]').hidden = at >= all.length - 1;
    const helps = button("[data-show]");
    if (helps) helps.hidden = at < all.length - 1 || !all.length;
    const points = all.length ? all[at].dataset.points.split(" ").filter(Boolean) : [];
    Marks.point(points);
    if (points.length) glide(points);
  }

  // Something else was done: the teacher answers, and nothing has changed.
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

  // What is wanted is lit, on the board and among the buttons.
  function help() {
    const wanted = new Set(box().dataset.wanted.split("|"));
    const buttons = [...document.querySelectorAll("#part-question [data-act]")];
    const found = buttons.filter((one) => wanted.has(one.dataset.act));
    const fold = found.length && found.every((one) => !one.checkVisibility());
    if (fold) found[0].closest("details")?.setAttribute("open", "");
    for (const one of buttons) one.classList.toggle("is-wanted", found.includes(one));
    found[0]?.scrollIntoView({ block: "nearest" });
    const places = found.map((one) => one.dataset.for).filter(Boolean);
    if (places.length) {
      Marks.point(places);
      glide(places);
    }
  }

  place.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-remark]");
    if (step) {
      at += Number(step.dataset.remark);
      show();
      const left = [...place.querySelectorAll("[data-remark]")].find((one) => !one.hidden);
      if (step.hidden) (left ?? button("[data-show]:not([hidden])"))?.focus();
    }
    if (target.closest("[data-show]")) help();
  });
  return { tell, object };
};
