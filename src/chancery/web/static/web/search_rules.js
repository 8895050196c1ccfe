// Search the rules: paragraphs that have all of the words stay; a number is looked for among the §.
"use strict";
(() => {
  const box = document.querySelector(".search-rules");
  if (!box) return;
  const field = document.getElementById("search-rules");
  const found = box.querySelector("output");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const paragraphs = [...document.querySelectorAll("main.help section > p")].map((one) => ({
    one,
    text: plain(one.textContent),
  }));

  function sift() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { one, text } of paragraphs) {
      one.hidden = !words.every((word) => text.includes(word));
      n += !one.hidden;
    }
    for (const section of document.querySelectorAll("main.help section"))
      section.hidden = !section.querySelector(":scope > p:not([hidden])");
    found.textContent = !words.length ? "" : n ? `${n} §` : found.dataset.none;
  }

  box.hidden = false;
  field.addEventListener("input", sift);
  sift();
})();
