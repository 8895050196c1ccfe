// Dials: choose a number with a control instead of from a long list. The button beside a dial is
// the action for the chosen number. Where numbers can be added up, each click on the place on the
// board adds one; clicks in quick succession are sent as one action.
"use strict";
const Dials = (() => {
  const places = (dial) => JSON.parse(dial.dataset.places);
  const range = (dial) => dial.querySelector("input");

  function stand(dial, place) {
    const all = places(dial);
    const at = Math.min(Math.max(0, place), all.length - 1);
    const [value, text, label, preview, final] = all[at];
    range(dial).value = at;
    range(dial).setAttribute("aria-valuetext", value);
    dial.querySelector("output").textContent = value;
    const button = dial.querySelector("[data-act]");
    button.dataset.act = text;
    const note = document.createElement("small");
    note.textContent = preview;
    button.classList.toggle("final", final);
    const mark = document.createElement("span");
    mark.className = "mark-final";
    mark.textContent = " ◆";
    button.replaceChildren(label, ...(final ? [mark] : []), ...(preview ? [note] : []));
    dial.querySelector(".less").disabled = at === 0;
    dial.querySelector(".more").disabled = at === all.length - 1;
    if (dial.matches(".step")) button.title = label;
  }

  // The preview of a stepper stands in one place below all of them, so that none changes size.
  function consequence(dial) {
    const place = dial.parentElement.querySelector(".stepped");
    if (!place || !dial.matches(".step")) return;
    const button = dial.querySelector("[data-act]");
    const note = button.querySelector("small")?.textContent ?? "";
    const strong = document.createElement("b");
    strong.textContent = button.title;
    place.replaceChildren(strong, note ? ` ${note}` : "");
  }
  for (const kind of ["focusin", "mouseover"])
    document.addEventListener(kind, ({ target }) => {
      const dial = target.closest && target.closest(".dial.step");
      if (dial) consequence(dial);
    });
  function turn(dial, way) {
    stand(dial, Number(range(dial).value) + way);
    consequence(dial);
  }
  // Set the dial that holds an action to it and return its button; null if no dial does.
  function turnedTo(action) {
    for (const dial of document.querySelectorAll("#part-question .dial")) {
      const at = places(dial).findIndex(([, text]) => text === action);
      if (at < 0) continue;
      stand(dial, at);
      return dial.querySelector("[data-act]");
    }
    return null;
  }

  document.addEventListener("input", ({ target }) => {
    const dial = target.closest(".dial");
    if (dial) turn(dial, 0);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".dial .less, .dial .more");
    if (button) turn(button.closest(".dial"), button.matches(".more") ? 1 : -1);
  });
  document.addEventListener("keydown", (event) => {
    const dial = event.target.closest && event.target.closest(".dial");
    if (!dial || event.target !== range(dial) || event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) dial.querySelector("[data-act]").click();
  });

  // Keep the focus on the same dial after the question has changed.
  function refresh() {
    for (const dial of document.querySelectorAll(".dial")) stand(dial, Number(range(dial).value));
    for (const place of document.querySelectorAll(".stepped"))
      consequence(place.parentElement.querySelector(".dial.step"));
  }

  // -- counting clicks -----------------------------------------------------------------------
  const PAUSE = 350; // milliseconds after which clicks are one action
  let pending = null;
  const badge = document.createElement("output");
  badge.className = "adding";
  badge.hidden = true;
  document.body.append(badge);

  // Add or remove one at a place; the total is sent after a pause.
  function add(dial, spot, way, send) {
    const target = dial.dataset.for;
    if (pending && pending.target !== target) flush();
    const all = places(dial);
    pending ??= { target, at: -1 };
    pending.at = Math.min(pending.at + way, all.length - 1);
    clearTimeout(pending.timer);
    pending.send = send;
    pending.act = pending.at < 0 ? null : all[pending.at];
    pending.timer = setTimeout(flush, PAUSE);
    show(spot);
  }
  function show(spot) {
    badge.hidden = !pending.act;
    if (!pending.act) return;
    badge.textContent = `+${pending.act[0]}`;
    if (!spot) return;
    const box = spot.getBoundingClientRect();
    badge.style.left = `${box.x + box.width / 2}px`;
    badge.style.top = `${box.y}px`;
  }
  function flush() {
    if (!pending) return;
    const { act, send, timer } = pending;
    clearTimeout(timer);
    drop();
    if (act) send(act[1]);
  }
  function drop() {
    if (pending) clearTimeout(pending.timer);
    pending = null;
    badge.hidden = true;
  }
  const adding = (target) => pending !== null && pending.target === target;
  return { refresh, turn, turnedTo, add, adding, drop };
})();
