// Drawers around a table: the story unfolds on a small screen, and a key closes
// what is open.
"use strict";
(() => {
  const page = document.querySelector("main.table");
  const button = document.getElementById("story-open");
  button.addEventListener("click", () => {
    const open = page.classList.toggle("story-open");
    button.setAttribute("aria-expanded", String(open));
    document.dispatchEvent(new Event("unfolded"));
  });
  // The drawers that are used least are behind one more button: on a small screen, and where they
  // do not fit one row.
  const more = document.getElementById("more-drawers");
  if (more) {
    const bar = more.parentElement;
    const drawers = [...bar.querySelectorAll(":scope > details")];
    const fit = () => {
      bar.classList.remove("many");
      const tops = drawers.map((one) => one.offsetTop);
      bar.classList.toggle("many", Math.max(...tops) - Math.min(...tops) > 8);
    };
    more.hidden = false;
    fit();
    addEventListener("resize", fit);
    more.addEventListener("click", () => {
      const open = more.parentElement.classList.toggle("open");
      more.setAttribute("aria-expanded", String(open));
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const drawer = document.querySelector(".drawers > details[name][open]");
    if (!drawer) return;
    const inside = drawer.contains(document.activeElement);
    drawer.open = false;
    if (inside) drawer.querySelector("summary").focus();
  });
  // A finished story opens at its end.
  const told = document.querySelector("#seen .log");
  const toTheEnd = () => told && (told.scrollTop = told.scrollHeight);
  document.addEventListener("unfolded", toTheEnd);
  toTheEnd();
})();
