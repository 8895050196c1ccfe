// Marks: outline the places that a remark or hint is about. Steps on the board are numbered and
// joined by a line.
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

  // The centre of a place in the coordinates of the board; null if it is not on the board.
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

  // Mark places; `steps`: each with its number, and whether it continues the one before.
  function point(targets, steps = null) {
    clear();
    for (const target of targets)
      for (const spot of spots(target)) {
        spot.classList.add("is-pointed");
        pointed.push(spot);
      }
    if (!layer || !ground || !steps) return;
    const found = targets.map(middle);
    const made = make("svg", { viewBox: ground.getAttribute("viewBox"), class: "marks" });
    found.forEach((spot, number) => {
      const before = found[number - 1];
      if (!spot || !before || !steps[number].onward) return;
      const line = { x1: before.x, y1: before.y, x2: spot.x, y2: spot.y, class: "marks-way" };
      made.append(make("line", line));
    });
    found.forEach((spot, number) => {
      if (!spot) return;
      // the same size on the screen at any zoom
      const place = make("g", { transform: `translate(${spot.x} ${spot.y})` });
      const sized = make("g", { class: "marks-at" });
      sized.append(make("circle", { cx: 13, cy: -13, r: 9, class: "marks-disc" }));
      const label = { x: 13, y: -13, "font-size": 12, class: "marks-number" };
      sized.append(make("text", label, String(steps[number].number)));
      place.append(sized);
      made.append(place);
    });
    layer.replaceChildren(made);
  }

  // The path of something that moves, with an arrow at its end; not drawn for less than two places.
  function trace(way) {
    clear();
    if (!layer || !ground) return;
    const found = way.map(middle).filter(Boolean);
    if (found.length < 2) return;
    const made = make("svg", { viewBox: ground.getAttribute("viewBox"), class: "marks" });
    const points = found.map(({ x, y }) => `${x},${y}`).join(" ");
    made.append(make("polyline", { points, class: "marks-way" }));
    const [from, to] = found.slice(-2);
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const end = make("g", { transform: `translate(${to.x} ${to.y}) rotate(${angle})` });
    const sized = make("g", { class: "marks-at" });
    sized.append(make("path", { d: "M2 0L-14 -8L-10 0L-14 8Z", class: "marks-disc" }));
    end.append(sized);
    made.append(end);
    layer.replaceChildren(made);
  }

  return { point, trace, clear };
})();
