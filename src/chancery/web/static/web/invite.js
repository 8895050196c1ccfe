// The link of an invitation, copied by a button; where that is not allowed it is selected.
"use strict";
for (const place of document.querySelectorAll(".invite")) {
  const link = place.querySelector("input");
  const said = place.querySelector("[role=status]");
  link.addEventListener("focus", () => link.select());
  place.querySelector("button").addEventListener("click", async () => {
    said.textContent = ""; // said once more if it is pressed once more
    try {
      await navigator.clipboard.writeText(link.value);
      said.textContent = place.dataset.copied;
    } catch {
      link.focus();
      link.select();
      said.textContent = place.dataset.byHand;
    }
  });
}
