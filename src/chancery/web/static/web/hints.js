// Hints: what a bot would do in one's place, step by step on the board, and why.
"use strict";
const Hints = ({ call, act, seat, failed, glide, done }) => {
  const place = document.getElementById("advice");
  let found = null;

  const make = (name, given = {}, html = "") => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    made.innerHTML = html;
    return made;
  };

  function advised(shown) {
    place.hidden = !shown;
    place.closest(".table").classList.toggle("is-advised", shown);
  }

  async function ask() {
    try {
      found = await call("hint", { seat: String(seat()) });
    } catch (error) {
      failed(error);
      return;
    }
    const list = make("ol");
    for (const { label } of found.steps) list.append(make("li", {}, label));
    const reasons = make("ul", { class: "reasons" });
    for (const reason of found.reasons) reasons.append(make("li", {}, reason));
    const title = make("p", { class: "prompt" });
    title.textContent = found.title;
    const doing = make("div", { class: "group" });
    const does = make("button", { type: "button", class: "main", id: "hint-does" });
    does.textContent = place.dataset.does;
    does.addEventListener("click", take);
    const leave = make("button", { type: "button", class: "quiet" });
    leave.textContent = place.dataset.close;
    leave.addEventListener("click", end);
    doing.append(does, leave);
    place.replaceChildren(title, list, doing, reasons); // what comes first, then why
    advised(true);
    place.scrollIntoView({ block: "nearest" });
    // the numbers are those of the list: a step without a place of its own has none on the board
    const steps = found.steps
      .map((step, number) => ({ ...step, number: number + 1 }))
      .filter(({ target, number }) => target && target !== found.steps[number - 2]?.target);
    Marks.point(steps.map(({ target }) => target), steps);
    if (steps.length) glide(steps.map(({ target }) => target));
    does.focus({ preventScroll: true });
  }

  function take() {
    const actions = found.steps.map((step) => step.act);
    end();
    act(actions);
  }

  function end() {
    if (!found) return;
    found = null;
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
