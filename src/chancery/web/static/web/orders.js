// Orders by destination: click a piece, then where it should go; the path is shown before it is
// taken. The server says which places can be reached and with what consequences.
"use strict";
const Orders = ({ call, act, seat, say }) => {
  const frame = document.getElementById("frame");
  const panel = document.getElementById("orders");
  if (!frame || !panel) return { begin: () => false, pick: () => false, end: () => {} };
  const pathLayer = document.getElementById("part-way");
  const SVG = "http://www.w3.org/2000/svg";
  let offer = null; // the orders that the server offers
  let chosen = null; // the order whose path is shown
  let step = null; // the action for going step by step instead
  let latestRequest = 0;
  let variant = null; // the pending request for another variant: other companions or numbers
  let queued = []; // clicks that wait for its answer
  const marked = new Map(); // destinations on the board, with their own attributes

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  async function ask(key) {
    const number = ++latestRequest;
    const query = new URLSearchParams({ from: key, seat: String(seat()) });
    const answer = await call(`orders?${query}`);
    return number === latestRequest ? answer.orders : undefined; // else it is outdated
  }

  // Start with the piece at a place; false if there is nothing to order.
  async function begin(key, plain) {
    const fresh = await ask(key);
    if (fresh === undefined) return true;
    if (!fresh || !fresh.orders.length) return false;
    end();
    step = plain;
    const hadFocus = document.activeElement.closest("#part-question");
    show(fresh);
    Herald.say([offer.title]);
    // this replaces the answers: if one of them had the focus, it moves here
    if (hadFocus) document.getElementById("goal").focus({ preventScroll: true });
    return true;
  }

  function show(fresh) {
    const before = chosen && chosen.target;
    offer = fresh;
    chosen = null;
    for (const order of offer.orders)
      for (const spot of spots(order.target)) {
        const label = [order.label, ...order.notes].join(". ");
        const attributes = { tabindex: "0", role: "button", "aria-label": label };
        const own = Object.keys(attributes).map((name) => [name, spot.getAttribute(name)]);
        if (!marked.has(spot)) marked.set(spot, own);
        for (const [name, value] of Object.entries(attributes)) spot.setAttribute(name, value);
        spot.classList.add("is-goal");
      }
    Board.veil("is-veiled", [...marked.keys()]);
    panel.hidden = false;
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
    pathLayer.replaceChildren();
  }

  function write() {
    const parts = [make("p", { class: "prompt", tabindex: "-1" }, offer.title)];
    for (const { title, options } of offer.variants) {
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
    for (const order of offer.orders) {
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
    // arrow keys within a list must keep the focus in it
    const focused = panel.contains(document.activeElement) && document.activeElement.ariaLabel;
    panel.replaceChildren(...parts);
    if (focused)
      [...panel.querySelectorAll("select")].find(({ ariaLabel }) => ariaLabel === focused)?.focus();
  }

  async function vary(key) {
    const request = ask(key).catch(() => null);
    variant = request;
    const fresh = await request;
    if (variant !== request) return;
    variant = null;
    if (!offer || fresh === undefined) return;
    const clicks = queued;
    queued = [];
    if (!fresh) return write(); // the boxes show the former variant again
    const [before, focused] = [chosen, document.activeElement];
    unmark();
    chosen = before;
    show(fresh);
    if (marked.has(focused)) focused.focus({ preventScroll: true }); // lost while it was unmarked
    for (const click of clicks) click();
  }

  // Click on a destination: the first click shows its path, the second one takes it; single steps
  // are taken at once.
  function pick(target, clicked = true) {
    if (!offer) return false;
    const order = offer.orders.find((candidate) => candidate.target === target);
    if (!order) return false;
    if (variant) {
      queued.push(() => pick(target, clicked));
      return true;
    }
    if (!order.final && (order === chosen || (clicked && offer.at_once))) {
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
    const next = order.final ? panel.querySelector(".prompt") : go;
    if (!document.activeElement.matches("#orders select")) next.focus({ preventScroll: true });
    go.scrollIntoView({ block: "nearest" });
    return true;
  }

  function draw(points) {
    const ground = frame.querySelector("svg");
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", ground.getAttribute("viewBox"));
    for (const kind of ["way-under", "way"]) {
      const line = document.createElementNS(SVG, "polyline");
      line.setAttribute("points", points.map((point) => point.join(",")).join(" "));
      line.setAttribute("class", kind);
      picture.append(line);
    }
    pathLayer.replaceChildren(picture);
  }

  function take() {
    if (variant) {
      queued.push(take);
      return;
    }
    if (!chosen) return; // the new variant cannot go there
    const actions = chosen.actions;
    end();
    act(actions);
  }

  function end() {
    latestRequest++;
    unmark();
    offer = chosen = step = variant = null;
    queued = [];
    // focus that was here returns to the question
    if (panel.contains(document.activeElement))
      document.getElementById("part-question").focus({ preventScroll: true });
    panel.hidden = true;
    panel.replaceChildren();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && offer) end();
  });
  return { begin, pick, end };
};
