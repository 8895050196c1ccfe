// Hints: what a bot would do in the player's place, idea by idea: the march of one army, or one
// purchase, with its reason and its path on the board. Ideas that cannot be undone are confirmed.
"use strict";
const Hints = ({ call, act, seat, failed, glide, done }) => {
  const panel = document.getElementById("advice");
  const { does, all, first, next, back, sure, close, final } = panel.dataset;
  let ideas = []; // that remain; the first is shown
  let hint = null; // the answer of the server: a title, and all ideas
  let acting = false;

  const make = (name, attributes = {}, html = "") => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.innerHTML = html;
    return element;
  };
  function button(text, onClick, attributes = { class: "quiet" }) {
    const element = make("button", { type: "button", ...attributes });
    element.textContent = text;
    element.addEventListener("click", onClick);
    return element;
  }

  function showPanel(shown) {
    panel.hidden = !shown;
    panel.closest(".table").classList.toggle("is-advised", shown);
  }

  async function ask() {
    try {
      hint = await call("hint", { seat: String(seat()) });
    } catch (error) {
      failed(error);
      return;
    }
    ideas = hint.ideas;
    show();
  }

  function present(idea, buttons, confirms = false) {
    const title = make("p", { class: "prompt" });
    title.textContent = hint.title;
    if (hint.ideas.length > 1) {
      const count = make("span", { class: "hint" });
      count.textContent = ` ${hint.ideas.length - ideas.length + 1}/${hint.ideas.length}`;
      title.append(count);
    }
    const parts = [title, make("p", { class: "idea" }, idea.text)];
    if (idea.reason) parts.push(make("p", { class: "reasons" }, idea.reason));
    if (confirms) {
      if (idea.preview) parts.push(make("p", { class: "consequence" }, idea.preview));
      const note = make("p", { class: "consequence" });
      note.textContent = final;
      parts.push(note);
    }
    const group = make("div", { class: "group" });
    group.append(...buttons);
    panel.replaceChildren(...parts, group);
    showPanel(true);
    panel.scrollIntoView({ block: "nearest" });
    glide(idea.way);
    if (idea.marches) {
      Board.outline(idea.way.slice(-1)); // the line shows the rest
      Marks.trace(idea.way);
    } else Marks.point(idea.way);
    buttons[0].focus({ preventScroll: true });
  }

  // The number of ideas before the first that cannot be undone.
  function countRevocable() {
    const index = ideas.findIndex((idea) => idea.final);
    return index < 0 ? ideas.length : index;
  }

  function show() {
    const buttons = [button(does, take, { class: "main", id: "hint-does" })];
    const n = countRevocable();
    const several = n < ideas.length ? first : all; // what cannot be undone is confirmed on its own
    if (n > 1) buttons.push(button(several.replace("{n}", n), takeAll, { class: "quiet", id: "hint-all" }));
    if (ideas.length > 1) buttons.push(button(next, pass));
    buttons.push(button(close, end));
    present(ideas[0], buttons);
  }

  // An idea that cannot be undone: its consequence, and an unfocused button to confirm it.
  function confirm() {
    const yes = button(sure, () => send(1), { class: "main", id: "hint-sure" });
    present(ideas[0], [button(back, show), yes], true);
  }

  function take() {
    if (ideas[0].final) confirm();
    else send(1);
  }
  function takeAll() {
    send(countRevocable());
  }
  function pass() {
    ideas = ideas.slice(1);
    show();
  }

  // Play the first ideas; then the next one is shown.
  async function send(n) {
    const [chosen, remaining] = [ideas.slice(0, n), ideas.slice(n)];
    acting = true;
    Marks.clear();
    let isPlayed = false;
    try {
      isPlayed = await act(chosen.flatMap((idea) => idea.acts));
    } finally {
      acting = false;
    }
    ideas = remaining;
    if (!isPlayed || !remaining.length) end();
    else if (remaining[0].final) confirm();
    else show();
  }

  function end() {
    if (!hint || acting) return;
    hint = null;
    ideas = [];
    showPanel(false);
    panel.replaceChildren();
    Marks.clear();
    done();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#hint")) ask();
  });
  return { end };
};
