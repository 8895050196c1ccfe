// Orders by destination: click a piece, then where it should go; the path is shown before it is
// taken. The server says which places can be reached and with what consequences.
"use strict";
const Orders = ({ call, act, seat, say }) => {
  const frame = document.getElementById("frame");
  const place = document.getElementById("orders");
  if (!frame || !place) return { begin: () => false, pick: () => false, end: () => {} };
  const way = document.getElementById("part-way");
  const SVG = "http://www.w3.org/2000/svg";
  let found = null; // what the server offered
  let chosen = null; // the order whose way is shown
  let step = null; // the action that goes step by step instead
  let asked = 0;
  let waited = null; // the answer to who else marches, or with how many
  let later = []; // what was done meanwhile: it waits for that answer
  const marked = new Map(); // places that can be chosen, with their own attributes

  const make = (name, given = {}, ...inside) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };

  async function ask(key) {
    const turn = ++asked;
    const query = new URLSearchParams({ from: key, seat: String(seat()) });
    const answer = await call(`orders?${query}`);
    return turn === asked ? answer.orders : undefined; // something else was asked since
  }

  // Start with the piece at a place; false if there is nothing to order.
  async function begin(key, plain) {
    const fresh = await ask(key);
    if (fresh === undefined) return true;
    if (!fresh || !fresh.orders.length) return false;
    end();
    step = plain;
    const held = document.activeElement.closest("#part-question");
    show(fresh);
    Herald.say([found.title]);
    // this replaces the answers: focus that was on one of them moves here
    if (held) document.getElementById("goal").focus({ preventScroll: true });
    return true;
  }

  function show(fresh) {
    const before = chosen && chosen.target;
    found = fresh;
    chosen = null;
    for (const order of found.orders)
      for (const spot of spots(order.target)) {
        const label = [order.label, ...order.notes].join(". ");
        const given = { tabindex: "0", role: "button", "aria-label": label };
        const own = Object.keys(given).map((name) => [name, spot.getAttribute(name)]);
        if (!marked.has(spot)) marked.set(spot, own);
        for (const [name, value] of Object.entries(given)) spot.setAttribute(name, value);
        spot.classList.add("is-goal");
      }
    Board.veil("is-veiled", [...marked.keys()]);
    place.hidden = false;
    write();
    if (before) pick(before, false);
  }

  const spots = (target) =>
    [...frame.querySelectorAll(`[data-target="${CSS.escape(target)}"]`)];

  function unmark() {
    Board.veil("is-veiled", []);
    for (const [spot, own] of marked) {
      spot.classList.remove("is-goal", "is-chosen");
      for (const [name, value] of own)
        if (value === null) spot.removeAttribute(name);
        else spot.setAttribute(name, value);
    }
    marked.clear();
    way.replaceChildren();
  }

  function write() {
    const parts = [make("p", { class: "prompt", tabindex: "-1" }, found.title)];
    for (const { title, options } of found.variants) {
      const box = make("select", { "aria-label": title });
      for (const { key, label, chosen: selected } of options) {
        const option = make("option", { value: key }, label);
        option.selected = selected;
        box.append(option);
      }
      box.addEventListener("change", () => vary(box.value));
      parts.push(make("label", { class: "row" }, `${title} `, box));
    }
    const ends = make("select", { id: "goal", "aria-label": say.goal });
    ends.append(make("option", { value: "" }, say.goal));
    for (const order of found.orders) {
      const option = make("option", { value: order.target }, order.label);
      option.selected = order === chosen;
      ends.append(option);
    }
    ends.addEventListener("change", () => pick(ends.value, false));
    parts.push(make("label", { class: "row" }, ends));
    if (chosen) {
      const notes = make("ul");
      for (const note of chosen.notes) notes.append(make("li", {}, note));
      if (chosen.notes.length) parts.push(notes);
    }
    const buttons = make("div", { class: "group" });
    if (chosen) {
      const go = make("button", { type: "button", class: "main", id: "go" }, say.go);
      go.addEventListener("click", take);
      buttons.append(go);
    }
    if (step) {
      const by = make("button", { type: "button", class: "quiet", id: "step" }, say.step);
      by.addEventListener("click", () => {
        const action = step;
        end();
        act([action]);
      });
      buttons.append(by);
    }
    const leave = make("button", { type: "button", class: "quiet", id: "cancel" }, say.cancel);
    leave.addEventListener("click", end);
    buttons.append(leave);
    parts.push(buttons);
    // arrow keys within a list keep the focus in it
    const held = place.contains(document.activeElement) && document.activeElement.ariaLabel;
    place.replaceChildren(...parts);
    if (held) [...place.querySelectorAll("select")].find((one) => one.ariaLabel === held)?.focus();
  }

  async function vary(key) {
    const mine = ask(key).catch(() => null);
    waited = mine;
    const fresh = await mine;
    if (waited !== mine) return;
    waited = null;
    if (!found || fresh === undefined) return;
    const meanwhile = later;
    later = [];
    if (!fresh) return write(); // as it was: the boxes must not say what is not so
    const [before, at] = [chosen, document.activeElement];
    unmark();
    chosen = before;
    show(fresh);
    if (marked.has(at)) at.focus({ preventScroll: true }); // for a moment it was none to go to
    for (const doing of meanwhile) doing();
  }

  // Click on a destination: the first click shows its path, the second one takes it; single steps
  // are taken at once.
  function pick(target, clicked = true) {
    if (!found) return false;
    const order = found.orders.find((one) => one.target === target);
    if (!order) return false;
    if (waited) {
      later.push(() => pick(target, clicked));
      return true;
    }
    if (!order.final && (order === chosen || (clicked && found.at_once))) {
      chosen = order;
      take();
      return true;
    }
    chosen = order;
    for (const spot of frame.querySelectorAll(".is-chosen")) spot.classList.remove("is-chosen");
    for (const spot of spots(target)) spot.classList.add("is-chosen");
    draw(order.way);
    write();
    Herald.say([order.label, ...order.notes]);
    const go = document.getElementById("go");
    // a repeated Enter must not confirm anything final
    const there = order.final ? place.querySelector(".prompt") : go;
    if (!document.activeElement.matches("#orders select")) there.focus({ preventScroll: true });
    go.scrollIntoView({ block: "nearest" });
    return true;
  }

  function draw(points) {
    const ground = frame.querySelector("svg");
    const made = document.createElementNS(SVG, "svg");
    made.setAttribute("viewBox", ground.getAttribute("viewBox"));
    for (const kind of ["way-under", "way"]) {
      const line = document.createElementNS(SVG, "polyline");
      line.setAttribute("points", points.map((point) => point.join(",")).join(" "));
      line.setAttribute("class", kind);
      made.append(line);
    }
    way.replaceChildren(made);
  }

  function take() {
    if (waited) {
      later.push(take);
      return;
    }
    if (!chosen) return; // they cannot go there
    const actions = chosen.actions;
    end();
    act(actions);
  }

  function end() {
    asked++;
    unmark();
    found = chosen = step = waited = null;
    later = [];
    // focus that was here returns to the question
    if (place.contains(document.activeElement))
      document.getElementById("part-question").focus({ preventScroll: true });
    place.hidden = true;
    place.replaceChildren();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && found) end();
  });
  return { begin, pick, end };
};
