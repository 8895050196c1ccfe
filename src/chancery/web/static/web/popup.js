// The popup beside what was pressed: a choice between several answers, or the confirmation of a
// final one with its consequence. It never opens under the pointer, its buttons are not focused at
// once, and it does not cover the highlighted places of the board.
"use strict";
const Popup = (() => {
  const popup = document.getElementById("choice");
  const content = document.getElementById("choices");
  const cancel = popup.querySelector(".leave");
  const [GAP, EDGE] = [10, 8];
  let spot = null; // the element beside which it is shown
  let isPersistent = false; // it stays open while something else is pressed
  let onClosed = null;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const meets = (first, second) =>
    first.left < second.right && second.left < first.right && first.top < second.bottom
    && second.top < first.bottom;
  const within = (low, value, high) => Math.max(low, Math.min(value, high));

  // Place it next to the spot, without covering what was pressed or highlighted places.
  function position(pressed) {
    const { style } = popup;
    style.left = style.top = "";
    const at = spot.getBoundingClientRect();
    const { width, height } = popup.getBoundingClientRect();
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
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width);
    const clear = (box) => fits(box) && !shown.some((other) => meets(box, other));
    const corner = pressed.top > innerHeight / 2 ? EDGE : innerHeight - height - EDGE;
    const best = boxes.find(clear) ?? boxes.find(fits) ?? { left: across, top: corner };
    style.left = `${best.left}px`;
    style.top = `${best.top}px`;
  }

  // `pressed`: the bounding box of what was pressed, if it is not the spot itself.
  function open(beside, contents, { pressed, persistent = false, closed = null, focus } = {}) {
    close();
    [spot, isPersistent, onClosed] = [beside, persistent, closed];
    cancel.hidden = contents.some((element) => element.querySelector(".leave"));
    content.replaceChildren(...contents);
    popup.show();
    position(pressed ?? beside.getBoundingClientRect());
    (focus?.() ?? content).focus({ preventScroll: true });
  }

  function close() {
    if (!popup.open) return;
    popup.close();
    content.replaceChildren();
    const callback = onClosed;
    spot = onClosed = null;
    callback?.();
  }

  // Close without choosing; the focus returns to where it was.
  function leave() {
    const [back, hadFocus] = [spot, popup.contains(document.activeElement)];
    close();
    if (hadFocus && back?.isConnected) back.focus({ preventScroll: true });
  }
  cancel.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && popup.open) leave();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (popup.open && !isPersistent && !popup.contains(target) && !spot.contains(target)) close();
  });

  // Ask for confirmation of an irreversible answer.
  function confirm(beside, { title, notes, label, cancelLabel, go, pressed, persistent, closed }) {
    const button = make("button", { type: "button", class: "main", id: "confirm" }, label);
    button.addEventListener("click", () => {
      close();
      go();
    });
    const back = make("button", { type: "button", class: "quiet leave" });
    back.textContent = cancelLabel ?? cancel.textContent.trim();
    back.addEventListener("click", leave);
    const buttons = make("div", { class: "group" }, button, back);
    const consequences = notes.filter(Boolean).map((note) => make("p", { class: "consequence" }, note));
    const prompt = make("p", { class: "prompt", id: "choice-title" }, title);
    open(beside, [prompt, ...consequences, buttons], { pressed, persistent, closed });
  }

  return { open, close, confirm, isOpen: () => popup.open, spot: () => spot };
})();
