// Overlays of the board, switched by buttons or keys.
"use strict";
const Overlays = ({ call, seat, since }) => {
  const frame = document.getElementById("frame");
  const place = document.getElementById("part-overlay");
  const buttons = [...document.querySelectorAll("[data-overlay]")];
  if (!frame || !place) return { refresh: () => {} };
  const board = frame.firstElementChild;
  let shown = null;
  let asked = 0;

  async function refresh() {
    const turn = ++asked;
    for (const button of buttons) {
      const on = button.dataset.overlay === shown;
      button.setAttribute("aria-pressed", String(on));
      board.classList.toggle(`shows-${button.dataset.overlay}`, on);
    }
    if (shown === null) {
      place.replaceChildren();
      return;
    }
    const query = new URLSearchParams({ name: shown });
    if (seat() !== null) query.set("seat", String(seat()));
    if (since() !== null) query.set("since", String(since()));
    const found = await call(`overlay?${query}`).catch(() => null);
    if (turn === asked) place.innerHTML = (found && found.overlay) || "";
  }

  function toggle(name) {
    shown = shown === name ? null : name;
    refresh();
  }

  for (const button of buttons)
    button.addEventListener("click", () => toggle(button.dataset.overlay));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) return;
    const button = buttons.find((one) => one.dataset.overlay === event.key.toLowerCase());
    if (button) toggle(button.dataset.overlay);
    else if (event.key === "Escape" && shown !== null) toggle(shown);
  });
  return { refresh: () => shown !== null && refresh() };
};
