// Search the rules: paragraphs that contain all words, or a § number; and highlight in the
// table of contents which chapter is being read.
"use strict";
(() => {
  const box = document.querySelector(".search-rules");
  if (!box) return;
  const field = document.getElementById("search-rules");
  const contents = document.getElementById("contents");
  const found = box.querySelector("output");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const sections = [...document.querySelectorAll("main.help section")].map((one) => ({
    one,
    title: plain(one.querySelector("h2").textContent),
    entry: contents.querySelector(`a[href="#${CSS.escape(one.id)}"]`),
  }));
  const paragraphs = [...document.querySelectorAll("main.help section > p")].map((one) => {
    const before = one.previousElementSibling;
    const picture = before && before.matches("figure") ? before : null;
    return { one, picture, text: plain(one.textContent + (picture ? picture.textContent : "")) };
  });

  // Highlight the words without changing the DOM.
  function mark(words) {
    if (!CSS.highlights) return;
    CSS.highlights.delete("found");
    const ranges = [];
    for (const { one } of words.length ? paragraphs : []) {
      if (one.hidden) continue;
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = plain(walker.currentNode.data);
        if (text.length !== walker.currentNode.length) continue; // the letters are not one to one
        for (const word of words)
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + word.length);
            ranges.push(range);
          }
      }
    }
    if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
  }

  function sift() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { one, picture, text } of paragraphs) {
      one.hidden = !words.every((word) => text.includes(word));
      if (picture) picture.hidden = one.hidden;
      n += !one.hidden;
    }
    for (const { one, title, entry } of sections) {
      const named = words.length && words.every((word) => title.includes(word));
      one.hidden = !named && !one.querySelector(":scope > p:not([hidden])");
      if (named)
        for (const part of one.children) {
          n += part.hidden && part.matches("p");
          part.hidden = false;
        }
      if (entry) entry.parentElement.hidden = one.hidden;
    }
    found.textContent = !words.length ? "" : n ? `${n} §` : found.dataset.none;
    mark(words);
  }

  // Beside the text there is room for the contents; above it they open by a tap.
  const wide = matchMedia("(width >= 60rem)");
  const fit = () => (contents.open = wide.matches);
  wide.addEventListener("change", fit);
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) contents.open = false;
  });
  fit();

  const seen = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      const now = sections.find(({ one }) => seen.has(one));
      for (const { one, entry } of sections)
        if (entry) entry.toggleAttribute("aria-current", now && one === now.one);
      if (now && now.entry) now.entry.setAttribute("aria-current", "true");
    },
    { rootMargin: "-15% 0px -60%" },
  );
  for (const { one } of sections) watch.observe(one);

  box.hidden = false;
  field.addEventListener("input", sift);
  sift();
})();
