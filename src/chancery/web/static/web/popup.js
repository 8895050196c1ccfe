// The popup beside what was pressed: a choice between several answers, or the confirmation of a
// final one with its consequence. It never opens under the pointer, its buttons are not focused at
// once, and it does not cover the highlighted places of the board.
"use strict";
const Popup = (() => {
  const place = document.getElementById("choice");
  const inside = document.getElementById("choices");
  const cancel = place.querySelector(".leave");
  const [GAP, EDGE] = [10, 8];
  let spot = null; // what it stands beside
  let stays = false; // also while something else is pressed
  let gone = null;

  const make = (name, given = {}, ...within) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    made.append(...within);
    return made;
  };

  const meets = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom
    && other.top < one.bottom;
  const within = (low, value, high) => Math.max(low, Math.min(value, high));

  // Place it next to the spot, without covering what was pressed or highlighted places.
  function stand(pressed) {
    const { style } = place;
    style.left = style.top = "";
    const at = spot.getBoundingClientRect();
    const { width, height } = place.getBoundingClientRect();
    const [across, down] = [
      within(EDGE, at.left, innerWidth - width - EDGE),
      within(EDGE, at.top, innerHeight - height - EDGE),
    ];
    const right = [at.right + GAP, down];
    const left = [at.left - GAP - width, down];
    const below = [across, at.bottom + GAP];
    const above = [across, at.top - GAP - height];
    const order = spot.closest(".ask") ? [below, above, left, right] : [right, left, above, below];
    const boxes = order.map(([x, y]) => ({ left: x, top: y, right: x + width, bottom: y + height }));
    const fits = (box) =>
      box.left >= EDGE && box.top >= EDGE && box.right <= innerWidth - EDGE
      && box.bottom <= innerHeight - EDGE && !meets(box, pressed);
    const shown = [...document.querySelectorAll("#frame .is-focus")]
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.width);
    const clear = (box) => fits(box) && !shown.some((one) => meets(box, one));
    const corner = pressed.top > innerHeight / 2 ? EDGE : innerHeight - height - EDGE;
    const best = boxes.find(clear) ?? boxes.find(fits) ?? { left: across, top: corner };
    style.left = `${best.left}px`;
    style.top = `${best.top}px`;
  }

  // `pressed`: the bounding box of what was pressed, if it is not the spot itself.
  function open(beside, contents, { pressed, keeps = false, closed = null, focus } = {}) {
    close();
    [spot, stays, gone] = [beside, keeps, closed];
    cancel.hidden = contents.some((one) => one.querySelector(".leave"));
    inside.replaceChildren(...contents);
    place.show();
    stand(pressed ?? beside.getBoundingClientRect());
    (focus?.() ?? inside).focus({ preventScroll: true });
  }

  function close() {
    if (!place.open) return;
    place.close();
    inside.replaceChildren();
    const then = gone;
    spot = gone = null;
    then?.();
  }

  // Close without choosing; the focus returns to where it was.
  function leave() {
    const [back, held] = [spot, place.contains(document.activeElement)];
    close();
    if (held && back?.isConnected) back.focus({ preventScroll: true });
  }
  cancel.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && place.open) leave();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (place.open && !stays && !place.contains(target) && !spot.contains(target)) close();
  });

  // Ask for confirmation of an irreversible answer.
  function confirm(beside, { title, notes, does, leaves, go, pressed, keeps, closed }) {
    const button = make("button", { type: "button", class: "main", id: "confirm" }, does);
    button.addEventListener("click", () => {
      close();
      go();
    });
    const back = make("button", { type: "button", class: "quiet leave" });
    back.textContent = leaves ?? cancel.textContent.trim();
    back.addEventListener("click", leave);
    const buttons = make("div", { class: "group" }, button, back);
    const told = notes.filter(Boolean).map((note) => make("p", { class: "consequence" }, note));
    const asked = make("p", { class: "prompt", id: "choice-title" }, title);
    open(beside, [asked, ...told, buttons], { pressed, keeps, closed });
  }

  return { open, close, confirm, isOpen: () => place.open, spot: () => spot };
})();
