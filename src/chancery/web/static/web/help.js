// The rules beside the table: a requested paragraph opens here, and the places it names
// can be highlighted on the board.
"use strict";
(() => {
  const box = document.getElementById("rules");
  const place = document.getElementById("rules-text");
  if (!box) return;
  let loading = null;

  async function load() {
    const answer = await fetch(box.dataset.help, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const sections = [...page.querySelectorAll("main.help section")];
    place.replaceChildren(...sections.map((section) => document.adoptNode(section)));
    mark(place);
  }

  // Names of places on the board: the beginning of their titles.
  function mark(root) {
    const names = new Map();
    for (const one of document.querySelectorAll("#frame [data-target]")) {
      const title = one.querySelector("title");
      const name = title ? title.textContent.split(/[♠♣♥♦,;(]/)[0].trim() : "";
      if (name.length > 3 && !names.has(name)) names.set(name, one.dataset.target);
    }
    if (!names.size) return;
    const longest = [...names.keys()].sort((one, other) => other.length - one.length);
    const quoted = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const known = new RegExp(`(?<!\\p{L})(${quoted.join("|")})(?!\\p{L})`, "gu");
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parts = text.nodeValue.split(known);
      if (parts.length === 1) continue;
      const made = parts.map((part, index) => {
        if (index % 2 === 0) return part;
        const name = document.createElement("span");
        name.className = "name";
        name.dataset.light = names.get(part);
        name.textContent = part;
        return name;
      });
      text.replaceWith(...made);
    }
  }

  async function open(rule) {
    box.open = true;
    loading ??= load().catch(() => (loading = null));
    await loading;
    for (const lit of place.querySelectorAll(".asked")) lit.classList.remove("asked");
    const found = rule && place.querySelector(`[id="${CSS.escape(rule)}"]`);
    const paragraph = found && found.closest("p");
    if (!paragraph) return;
    paragraph.classList.add("asked");
    place.scrollTop += paragraph.getBoundingClientRect().top - place.getBoundingClientRect().top;
    box.scrollIntoView({ block: "nearest" });
  }

  box.addEventListener("toggle", () => box.open && !loading && open(""));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.rule");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    open(decodeURIComponent(new URL(link.href).hash.slice(1)));
  });
})();
