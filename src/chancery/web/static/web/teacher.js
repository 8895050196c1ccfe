// The teacher beside the table: shows one remark at a time and points at what it is about. The
// server decides what is taught and expected.
"use strict";
const Teacher = ({ slug, board, acknowledge, lookBack }) => {
  const section = document.getElementById("part-teacher");
  if (!section) return { update: () => {}, showObjection: () => false, clearObjection: () => {} };
  let lesson = ""; // the remarks on the page, as the server names them
  let lastQuestion = null; // the question that was open at the last update
  let index = 0; // of the remark that is shown
  let lastRemark = ""; // the remark that the board was moved for
  const PROGRESS = `taught ${slug}`; // where the reader continues after a reload

  const box = () => section.querySelector(".teacher");
  const remarks = () => [...section.querySelectorAll(".remark")];
  const button = (selector) => section.querySelector(selector);

  // Called when the page has changed: new remarks start from the first, and with a new question the
  // teacher is scrolled into view. `again`: the board has been moved since.
  function update(question, again = false) {
    const current = box();
    if (!current) {
      if (lesson) {
        Marks.clear();
        board.outline([]);
      }
      lesson = lastRemark = "";
      return;
    }
    if (current.dataset.teacher !== lesson) begin(current.dataset.teacher);
    if (question !== lastQuestion) {
      clearObjection();
      const column = section.closest(".ask");
      column.scrollTop += section.getBoundingClientRect().top - column.getBoundingClientRect().top;
    }
    lastQuestion = question;
    show(again);
  }

  // Start at the first remark, at the one noted in this browser, or, after an undo, at the last.
  function begin(name) {
    const number = (key) => Number(key.split(".").at(-2) ?? 0);
    const isEarlier = number(name) < number(lesson);
    const [noted, progress] = (Kept.get(PROGRESS) ?? "").split(" ");
    lesson = name;
    index = isEarlier ? Infinity : noted === lesson ? Number(progress) || 0 : 0;
    clearObjection();
    lastQuestion = null;
  }

  function show(again = false) {
    const all = remarks();
    box().dataset.told = ""; // without it the style sheet shows the first remark only
    index = Math.max(0, Math.min(index, all.length - 1));
    Kept.set(PROGRESS, `${lesson} ${index}`);
    const isLast = index >= all.length - 1;
    all.forEach((remark, number) => (remark.hidden = number !== index));
    const praise = all.length ? button(".praise") : null;
    if (praise) praise.hidden = index > 0;
    button('[data-remark="-1"]').hidden = index === 0;
    button('[data-remark="1"]').hidden = isLast;
    const helpButton = button("[data-show]");
    if (helpButton) helpButton.hidden = !isLast || !all.length;
    const lastButton = button("[data-last]"); // only one button to go on at a time
    if (lastButton) lastButton.hidden = !isLast;
    const points = all.length ? all[index].dataset.points.split(" ").filter(Boolean) : [];
    Marks.point(points);
    const remark = `${lesson} ${index}`;
    // the board is moved once for each remark: the reader may have moved it elsewhere since
    const moves = remark !== lastRemark || (again && points.length);
    if (!moves) board.outline(points);
    else if (!board.lead(points)) lookBack();
    lastRemark = remark;
    if (all.length && isLast) scrollToExpected();
  }

  const allButtons = () => [...document.querySelectorAll("#part-question [data-act]")];
  const expected = () => new Set(box().dataset.wanted.split("|"));
  const expectedButtons = () => allButtons().filter(({ dataset }) => expected().has(dataset.act));

  // Set dials to the expected number.
  function turnDials() {
    for (const dial of document.querySelectorAll("#part-question .dial")) {
      const position = JSON.parse(dial.dataset.places).findIndex(([, text]) => expected().has(text));
      if (position >= 0) Dials.turn(dial, position - Number(dial.querySelector("input").value));
    }
  }

  // Scroll to a single expected button that has no place on the board.
  function scrollToExpected() {
    const [only, ...others] = expectedButtons();
    if (!only || others.length || only.dataset.for || !only.checkVisibility()) return;
    only.scrollIntoView({ block: "nearest" });
  }

  // Show the teacher's reply to an unexpected action; return whether there is a teacher.
  function showObjection(text) {
    if (!box()) return false;
    clearObjection();
    const paragraph = document.createElement("p");
    paragraph.className = "objection";
    paragraph.textContent = text;
    box().prepend(paragraph);
    paragraph.scrollIntoView({ block: "nearest" });
    return true;
  }
  function clearObjection() {
    for (const paragraph of section.querySelectorAll(".objection")) paragraph.remove();
  }

  // Highlight the expected actions, on the board and among the buttons.
  function help() {
    turnDials();
    const buttons = expectedButtons();
    const areFolded = buttons.length && buttons.every((one) => !one.checkVisibility());
    if (areFolded) buttons[0].closest("details")?.setAttribute("open", "");
    for (const one of allButtons()) one.classList.toggle("is-wanted", buttons.includes(one));
    buttons[0]?.scrollIntoView({ block: "nearest" });
    const places = buttons.map(({ dataset }) => dataset.for).filter(Boolean);
    if (places.length) {
      Marks.point(places);
      board.lead(places);
    }
  }

  section.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-remark]");
    if (step) {
      index += Number(step.dataset.remark);
      clearObjection();
      acknowledge(); // going on implies that what lies over the board has been read
      show();
      const visible = [...section.querySelectorAll("[data-remark]")].find(({ hidden }) => !hidden);
      if (step.hidden) (visible ?? button("[data-show]:not([hidden])"))?.focus();
    }
    if (target.closest("[data-show]")) help();
  });
  return { update, showObjection, clearObjection };
};
