// Marks: what lies in the hand or on the stage is pointed at; on the board, which glides to what
// it shows, several steps are numbered and a line leads from one to the next.
"use strict";
const Marks = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const layer = document.getElementById("part-marks");
  const ground = document.querySelector("#ground svg");
  const PLACES = ":is(#frame, #part-panels, #part-hand, #part-stage)";
  let pointed = [];

  const spots = (target) =>
    [...document.querySelectorAll(`${PLACES} [data-target="${CSS.escape(target)}"]`)];

  function clear() {
    for (const spot of pointed) spot.classList.remove("is-pointed");
    pointed = [];
    if (layer) layer.replaceChildren();
  }

  // The middle of a place in the coordinates of the board; null: it is not on it.
  function middle(target) {
    const spot = spots(target).find((one) => one.closest("#frame") && one.checkVisibility());
    const turned = spot && ground && ground.getScreenCTM();
    if (!turned) return null;
    const box = spot.getBoundingClientRect();
    const spotted = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    return spotted.matrixTransform(turned.inverse());
  }

  function make(name, given, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // Point at places; `onward`: as steps, each of which goes on from the one before or not.
  function point(targets, onward = null) {
    clear();
    for (const target of targets)
      for (const spot of spots(target)) {
        spot.classList.add("is-pointed");
        pointed.push(spot);
      }
    if (!layer || !ground || !onward) return;
    const found = targets.map(middle);
    const [, , width] = ground.getAttribute("viewBox").split(" ").map(Number);
    const unit = width / 100;
    const made = make("svg", { viewBox: ground.getAttribute("viewBox"), class: "marks" });
    found.forEach((spot, number) => {
      const before = found[number - 1];
      if (!spot || !before || !onward[number]) return;
      const line = { x1: before.x, y1: before.y, x2: spot.x, y2: spot.y, class: "marks-way" };
      made.append(make("line", line));
    });
    found.forEach((spot, number) => {
      if (!spot) return;
      const { x, y } = spot;
      const at = { x: x + unit * 1.6, y: y - unit * 1.6 };
      made.append(make("circle", { cx: at.x, cy: at.y, r: unit * 0.9, class: "marks-disc" }));
      const label = { ...at, "font-size": unit * 1.2, class: "marks-number" };
      made.append(make("text", label, String(number + 1)));
    });
    layer.replaceChildren(made);
  }

  return { point, clear };
})();
