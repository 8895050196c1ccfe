// Search the rules: paragraphs that contain all words, or a § number; and highlight in the
// table of contents which chapter is being read.
"use strict";
(() => {
  const box = document.querySelector(".search-rules");
  if (!box) return;
  const field = document.getElementById("search-rules");
  const contents = document.getElementById("contents");
  const count = box.querySelector("output");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const sections = [...document.querySelectorAll("main.help section")].map((section) => ({
    section,
    title: plain(section.querySelector("h2").textContent),
    entry: contents.querySelector(`a[href="#${CSS.escape(section.id)}"]`),
  }));
  const paragraphs = [...document.querySelectorAll("main.help section > p")].map((paragraph) => {
    const before = paragraph.previousElementSibling;
    const picture = before && before.matches("figure") ? before : null;
    const text = plain(paragraph.textContent + (picture ? picture.textContent : ""));
    return { paragraph, picture, text };
  });

  // Highlight the words without changing the DOM.
  function mark(words) {
    if (!CSS.highlights) return;
    CSS.highlights.delete("found");
    const ranges = [];
    for (const { paragraph } of words.length ? paragraphs : []) {
      if (paragraph.hidden) continue;
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
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
    for (const { paragraph, picture, text } of paragraphs) {
      paragraph.hidden = !words.every((word) => text.includes(word));
      if (picture) picture.hidden = paragraph.hidden;
      n += !paragraph.hidden;
    }
    for (const { section, title, entry } of sections) {
      const named = words.length && words.every((word) => title.includes(word));
      section.hidden = !named && !section.querySelector(":scope > p:not([hidden])");
      if (named)
        for (const part of section.children) {
          n += part.hidden && part.matches("p");
          part.hidden = false;
        }
      if (entry) entry.parentElement.hidden = section.hidden;
    }
    count.textContent = !words.length ? "" : n ? `${n} §` : count.dataset.none;
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

  const visible = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      const current = sections.find(({ section }) => visible.has(section));
      for (const { section, entry } of sections)
        if (entry) entry.toggleAttribute("aria-current", current && section === current.section);
      if (current && current.entry) current.entry.setAttribute("aria-current", "true");
    },
    { rootMargin: "-15% 0px -60%" },
  );
  for (const { section } of sections) watch.observe(section);

  box.hidden = false;
  field.addEventListener("input", sift);
  sift();
})();
