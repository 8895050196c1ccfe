// The link of an invitation, copied by a button; where that is not allowed it is selected, to be
// copied by hand. Either is said aloud.
"use strict";
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  event.preventDefault();
  const place = button.parentElement;
  const said = place.querySelector("[role=status]");
  let field = place.querySelector("input");
  const link = field ? field.value : button.href;
  said.textContent = ""; // said once more if it is pressed once more
  try {
    await navigator.clipboard.writeText(link);
    said.textContent = button.dataset.copied;
  } catch {
    if (!field) {
      field = document.createElement("input");
      field.readOnly = true;
      field.value = link;
      field.setAttribute("aria-label", button.textContent.trim());
      said.before(field);
    }
    field.focus();
    field.select();
    said.textContent = button.dataset.byHand;
  }
});
