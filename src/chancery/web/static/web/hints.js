// Hints: what a bot would do in the player's place, idea by idea: the march of one army, or one
// purchase, with its reason and its path on the board. Ideas that cannot be undone are confirmed.
"use strict";
const Hints = ({ call, act, seat, failed, glide, done }) => {
  const place = document.getElementById("advice");
  const { does, all, next, back, sure, close, final } = place.dataset;
  let ideas = []; // those that are left; the first is shown
  let told = null; // what was found: its title, and all ideas
  let acting = false;

  const make = (name, given = {}, html = "") => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    made.innerHTML = html;
    return made;
  };
  function button(text, doing, given = { class: "quiet" }) {
    const made = make("button", { type: "button", ...given });
    made.textContent = text;
    made.addEventListener("click", doing);
    return made;
  }

  function advised(shown) {
    place.hidden = !shown;
    place.closest(".table").classList.toggle("is-advised", shown);
  }

  async function ask() {
    try {
      told = await call("hint", { seat: String(seat()) });
    } catch (error) {
      failed(error);
      return;
    }
    ideas = told.ideas;
    show();
  }

  function present(idea, buttons, asks = false) {
    const title = make("p", { class: "prompt" });
    title.textContent = told.title;
    if (told.ideas.length > 1) {
      const count = make("span", { class: "hint" });
      count.textContent = ` ${told.ideas.length - ideas.length + 1}/${told.ideas.length}`;
      title.append(count);
    }
    const parts = [title, make("p", { class: "idea" }, idea.text)];
    if (idea.reason) parts.push(make("p", { class: "reasons" }, idea.reason));
    if (asks) {
      if (idea.preview) parts.push(make("p", { class: "consequence" }, idea.preview));
      const note = make("p", { class: "consequence" });
      note.textContent = final;
      parts.push(note);
    }
    const doing = make("div", { class: "group" });
    doing.append(...buttons);
    place.replaceChildren(...parts, doing);
    advised(true);
    place.scrollIntoView({ block: "nearest" });
    glide(idea.way);
    if (idea.marches) {
      Board.outline(idea.way.slice(-1)); // the line shows the rest
      Marks.trace(idea.way);
    } else Marks.point(idea.way);
    buttons[0].focus({ preventScroll: true });
  }

  // The number of ideas before the first that cannot be undone.
  function free() {
    const at = ideas.findIndex((idea) => idea.final);
    return at < 0 ? ideas.length : at;
  }

  function show() {
    const buttons = [button(does, take, { class: "main", id: "hint-does" })];
    if (free() > 1)
      buttons.push(button(all.replace("{n}", free()), takeAll, { class: "quiet", id: "hint-all" }));
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
    send(free());
  }
  function pass() {
    ideas = ideas.slice(1);
    show();
  }

  // Play the first ideas; then the next one is shown.
  async function send(n) {
    const [chosen, left] = [ideas.slice(0, n), ideas.slice(n)];
    acting = true;
    Marks.clear();
    let went = false;
    try {
      went = await act(chosen.flatMap((idea) => idea.acts));
    } finally {
      acting = false;
    }
    ideas = left;
    if (!went || !left.length) end();
    else if (left[0].final) confirm();
    else show();
  }

  function end() {
    if (!told || acting) return;
    told = null;
    ideas = [];
    advised(false);
    place.replaceChildren();
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
