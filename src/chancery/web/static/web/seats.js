// The choice of a seat on the front page: options limit which seats there are.
"use strict";
(() => {
  function sift(form) {
    for (const seat of form.querySelectorAll("[data-without]")) {
      const gone = seat.dataset.without.split(" ").some((choice) => {
        const [name, value] = choice.split("=");
        return form.elements[name].value === value;
      });
      seat.hidden = seat.disabled = gone;
      if (gone && seat.selected) form.elements.seat.value = "";
    }
  }
  for (const form of document.querySelectorAll(".at-once")) {
    form.addEventListener("change", () => sift(form));
    addEventListener("pageshow", () => sift(form)); // who comes back finds what he had chosen
    sift(form);
  }
})();
