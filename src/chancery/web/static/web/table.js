// The page of a table: shows what the server sends, and sends clicks. It knows no rules.
"use strict";
(() => {
  const table = document.getElementById("table");
  const slug = table.dataset.slug;
  const $ = (id) => document.getElementById(id);
  let state = JSON.parse($("state").textContent);
  let seat = state.seat;
  let busy = false;

  // -- requests --------------------------------------------------------------------------
  async function call(path, body) {
    const options = { headers: { Accept: "application/json" }, credentials: "same-origin" };
    const base = new Map(texts); // the texts that differences in the answer refer to
    if (body) {
      options.method = "POST";
      options.body = JSON.stringify({ shut: shut().join(" "), have: have(), ...body });
      options.headers["Content-Type"] = "application/json";
      options.headers["X-CSRFToken"] = table.dataset.token;
    }
    const response = await fetch(`/t/${slug}/${path}`, options).catch(() => {
      throw new Error(table.dataset.lost);
    });
    const answer = await response.json();
    if (!response.ok)
      throw Object.assign(new Error(answer.error), { rule: answer.rule, status: response.status });
    for (const [name, part] of Object.entries(answer.parts ?? {}))
      answer.parts[name] = assembled(part, base.get(name));
    return answer;
  }

  // A section arrives as text, or as a difference: ranges (from, to) of the text sent before,
  // and new pieces.
  const assembled = (part, before) =>
    typeof part === "string"
      ? part
      : part.map((piece) => (typeof piece === "string" ? piece : before.slice(...piece))).join("");

  // Tags of the sections that the page has: unchanged ones are not sent again, nor are acknowledged
  // scenes. Where the text was kept, a difference is enough.
  const texts = new Map();
  const have = () => [
    ...Object.entries(state.tags).map(
      ([name, tag]) => `${name}:${tag}${texts.has(name) ? ":text" : ""}`,
    ),
    `seen:${seat ?? "-"}.${Scenes.seen(slug, seat)}`,
  ];

  // Sections in drawers are requested only while the drawer is open.
  const DRAWERS = ["panels", "aid", "position"];
  const shut = () => DRAWERS.filter((name) => !$(`part-${name}`)?.closest("details")?.open);
  function look() {
    if (DRAWERS.some((name) => !(name in state.tags) && !shut().includes(name))) refresh();
  }

  // Show an error with its paragraph. A reason is shown until the next click.
  const moment = (page) => page.question ?? page.version;
  let reasonFor = null;
  function problem(text, rule) {
    const element = $("problem");
    element.textContent = text || "";
    element.hidden = !text;
    reasonFor = null;
    if (!rule) return;
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `${table.dataset.help}#${rule.replaceAll(" ", "_")}`;
    link.textContent = `§${rule}`;
    element.append(" ", link);
  }
  const failed = (error) => {
    if (error.status !== TAUGHT || !teacher.showObjection(error.message)) problem(error.message, error.rule);
  };
  const TAUGHT = 409; // the teacher expects another action

  // One request at a time: a click while an answer is in flight was meant for another page.
  async function oneAtATime(doing) {
    if (busy) return;
    busy = true;
    $("part-question").setAttribute("aria-busy", "true");
    problem("");
    teacher.clearObjection();
    try {
      await doing();
    } finally {
      busy = false;
      $("part-question").removeAttribute("aria-busy");
    }
  }

  // A move that may not have arrived is sent again: an answer to one question counts once.
  async function insist(path, body) {
    for (;;) {
      try {
        const page = await call(path, body);
        problem("");
        return page;
      } catch (error) {
        if (error.status !== undefined) throw error;
        problem(error.message);
        await new Promise((retry) => {
          setTimeout(retry, 1500);
          addEventListener("online", retry, { once: true });
        });
      }
    }
  }

  // Returns whether it was played and the next question is to the same seat.
  async function act(actions) {
    let isPlayed = false;
    await oneAtATime(async () => {
      try {
        const { question } = state;
        scenes.acknowledgeAll(); // acting implies that what was shown has been read
        const button = document.querySelector(
          `#part-question [data-act="${CSS.escape(actions.at(-1))}"]`,
        );
        if (button) Herald.chose(wordsOf(button));
        changed(await insist("act", { seat: String(seat), question, actions }));
        isPlayed = true;
      } catch (error) {
        failed(error);
        await refresh();
      }
    });
    return isPlayed && state.asked.includes(seat);
  }

  const undo = (whole) =>
    oneAtATime(async () => {
      if (!state.undo) return;
      try {
        changed(await call("undo", { seat: String(seat), question: state.undo, whole }));
      } catch (error) {
        failed(error);
        await refresh();
      }
    });

  // Take a chosen card back: the other cards of the choice are chosen again.
  async function putBack(card) {
    const before = state.question;
    const others = card.dataset.back.split("|").filter(Boolean);
    await undo(true);
    if (others.length && state.question !== before) await act(others);
  }

  // Ask why an action is impossible, or what a click on a place may have meant.
  async function why(subject) {
    const current = moment(state);
    let result = null;
    await oneAtATime(async () => {
      try {
        const answer = await call("why", { seat: String(seat), ...subject });
        result = answer.why;
        if (result) problem(result.error, result.rule);
        reasonFor = result && current;
        if (answer.meant) result = { meant: answer.meant };
      } catch (error) {
        failed(error);
        result = error;
      }
    });
    return result;
  }

  // A response requested before an own action may be outdated: it is requested again.
  function changed(page) {
    latestRefresh++;
    playback.skip();
    playback.note(page.told);
    show(page);
    if (pending) refresh();
  }

  // Actions of others are played back at the reader's pace before the present is shown.
  let latest = null; // the page to show when the playback has ended
  async function present(page) {
    latest = page;
    comingScenes = page.scenes ?? comingScenes;
    if (playback.playing()) return; // it is shown at the end of the playback
    const before = state;
    table.classList.toggle("is-playing-back", playback.behind(page.told));
    const wasPlayed = await playback.upTo(page.told);
    settle(wasPlayed && state !== before); // an own action came between
  }
  function settle(isOutdated) {
    const page = latest;
    latest = null;
    if (isOutdated) reloadSections();
    else if (page) show(page);
  }

  // Playback shows a move before its line in the story; later lines are not shown yet.
  let comingScenes = state.scenes; // of the present
  const placesIn = ({ lines }) => lines.flatMap(({ focus, way }) => [...focus, ...way]);
  function leadTo(frame) {
    const moved = Board.follow(placesIn(frame));
    Marks.trace(frame.lines.find(({ way }) => way.length)?.way ?? []);
    return moved;
  }
  function showMoment(frame) {
    table.classList.remove("is-unlaid");
    showFrame(frame);
  }
  function addFrameLines(frame, skipped) {
    for (const line of frame.lines) addLine(line);
    showStoryUpTo(frame.told);
    toTheEnd(["log"]);
    if (skipped) return null; // nothing is left to acknowledge
    scenes.tell({ seat, told: frame.told, scenes: comingScenes.filter(({ last }) => last < frame.told) });
    Herald.tell(seat, scenes.notice());
    return scenes.read();
  }
  function endPlayback(skipped) {
    table.classList.remove("is-behind", "is-unlaid", "is-playing-back");
    Marks.clear();
    Board.follow([]);
    if (skipped) scenes.pass({ seat, told: (latest ?? state).told });
  }
  // Add a line to the story; it replaces an earlier line of the same deed.
  function addLine({ first, number, html, level, tone, undone }) {
    const list = $("part-log").firstElementChild;
    const replaced = [...list.children].filter(({ value }) => value >= first);
    if (replaced.some(({ value }) => value >= number)) return;
    for (const old of replaced) old.remove();
    const line = document.createElement("li");
    line.value = number;
    if (level) line.classList.add(`head-${level}`);
    if (tone) line.classList.add("toned", `tone-${tone}`);
    line.innerHTML = undone === null ? html : `<s>${html}</s>`;
    list.append(line);
  }
  function showStoryUpTo(last) {
    for (const line of document.querySelectorAll("#part-log li"))
      line.classList.toggle("to-come", line.value > last);
  }

  // The page shows another moment: all sections are requested.
  function reloadSections() {
    for (const name of MORPHED) delete state.tags[name];
    refresh();
  }

  let latestRefresh = 0;
  let pending = 0; // requests
  async function refresh() {
    const number = ++latestRefresh;
    pending++;
    const query = new URLSearchParams(seat === null ? {} : { seat });
    query.set("shut", shut().join(" "));
    query.set("have", have().join(" "));
    try {
      const page = await call(`state?${query}`);
      if (passed && number === latestRefresh) {
        passed = false;
        if (!page.open && !page.over) {
          seat = null; // behind the curtain
          refresh();
          return;
        }
      }
      if (number === latestRefresh) await present(page);
    } catch (error) {
      if (error.status === 403) location.reload(); // somebody else has the seat now
      failed(error);
    } finally {
      pending--;
    }
  }

  // -- showing ---------------------------------------------------------------------------
  const MORPHED = new Set(["live", "panels", "hand", "stage"]); // pieces and cards glide
  function show(page) {
    if (page.version < state.version && page.seat === state.seat) return;
    const seating = ({ started, away, own }) => [started, away, own.length].join();
    if (seating(page) !== seating(state)) {
      location.reload(); // the page has another structure now
      return;
    }
    if (page.asked.length && !state.asked.length) Notify.turn(slug, table.dataset.turn);
    const focused = grip();
    if (moment(page) !== moment(state)) {
      orders.end();
      hints.end();
      Dials.drop();
      Popup.close();
    }
    if (reasonFor !== null && reasonFor !== moment(page)) problem("");
    const before = state;
    const oldTags = state.tags;
    const listsAtEnd = atTheEnd(); // these are scrolled to the new end, others stay where they are
    if (page.asked.length && !state.asked.length) Sounds.play("turn");
    state = { ...page, scenes: page.scenes ?? state.scenes };
    comingScenes = state.scenes;
    document.title = page.title;
    unlight();
    // content of a closed drawer is loaded when it opens; nothing of another seat may remain
    for (const name of DRAWERS.filter((drawer) => !(drawer in page.tags))) {
      texts.delete(name);
      if (name === "position" || page.seat !== before.seat) $(`part-${name}`)?.replaceChildren();
    }
    for (const [name, html] of Object.entries(page.parts)) {
      const section = $(`part-${name}`);
      if (!section || page.tags[name] === oldTags[name]) continue;
      texts.set(name, html);
      if (MORPHED.has(name)) morph(section, html);
      else {
        const scroll = section.firstElementChild?.scrollTop ?? 0;
        const isOpen = section.querySelector("#standing")?.open; // for several answers in advance
        section.innerHTML = html;
        if (isOpen && $("standing")) $("standing").open = true;
        if (section.firstElementChild) section.firstElementChild.scrollTop = scroll;
      }
    }
    if (moment(page) !== moment(before)) $("part-question").parentElement.scrollTop = 0;
    if (page.over) {
      for (const element of document.querySelectorAll("[data-playing]")) element.hidden = true;
    }
    if ((page.tags.talk ?? null) !== (oldTags.talk ?? null)) countTalk();
    dress();
    if (page.over && !before.over) Board.whole();
    toTheEnd(listsAtEnd);
    hold(focused);
    curtain();
    Herald.tell(seat);
    overlays.refresh();
    const isTurn = Boolean(page.asked.length) !== Boolean(before.asked.length);
    document.dispatchEvent(new CustomEvent("shown", { detail: { turn: isTurn } }));
  }

  const lists = () => ["log", "talk"].map((name) => [name, $(`part-${name}`).firstElementChild]);
  const isAtEnd = (list) => list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
  const atTheEnd = () =>
    lists()
      .filter(([, list]) => !list || isAtEnd(list))
      .map(([name]) => name);
  function toTheEnd(names = ["log", "talk"]) {
    for (const [name, list] of lists())
      if (list && names.includes(name)) list.scrollTop = list.scrollHeight;
  }

  // Update everything that depends on the sections.
  function dress() {
    // classes, since :has() would restyle everything at every change
    table.classList.toggle("is-over", document.querySelector(".ending") !== null);
    table.classList.toggle("is-taught", document.querySelector(".teacher") !== null);
    const stage = document.querySelector("#part-stage .on-stage");
    table.classList.toggle("has-bids", stage !== null && !stage.matches(".duel"));
    const duels = stage?.matches(".duel") ?? false;
    table.classList.toggle("has-duel", duels);
    document.querySelector(".scene")?.classList.toggle("with-duel", duels);
    folded();
    Dials.refresh();
    light();
    sift();
    if (playback.playing()) return; // the board and the banner are of another moment
    showStoryUpTo(Infinity);
    follow();
    teacher.update(moment(state)); // last, since the board shows what the teacher points at
    scenes.tell(state);
  }

  // Bring a duel that begins into view, and the possible retreats of the loser.
  let duel = "";
  function lookAgain() {
    if (playback.playing()) return;
    // unless the reader has moved the board meanwhile
    const led = Board.led();
    rest();
    teacher.update(moment(state), led);
  }
  function rest() {
    duel = null;
    follow();
  }
  function follow() {
    const stage = document.querySelector("#part-stage .on-stage");
    const now = stage ? `${stage.id} ${stage.dataset.focus}` : "";
    if (now === duel) return;
    duel = now;
    Board.glide(stage ? stage.dataset.focus.split(" ").filter(Boolean) : []);
  }

  // Keep the keyboard focus: on the same element, or on the question.
  function grip() {
    const focused = document.activeElement;
    const inside = focused && focused.closest("#orders, #part-question, #part-hand, #part-stage, #part-live");
    if (!inside || focused === inside) return null;
    const { act: action, target } = focused.dataset;
    const selector = action
      ? `#part-question [data-act="${CSS.escape(action)}"]`
      : target
        ? `[data-target="${CSS.escape(target)}"].is-legal`
        : focused.id && `#${CSS.escape(focused.id)}`;
    return { selector };
  }
  let keyed = false; // the last input came from the keyboard
  document.addEventListener("keydown", () => (keyed = true), true);
  document.addEventListener("pointerdown", () => (keyed = false), true);
  function hold(former) {
    if (!keyed) return; // with a pointer no element needs the focus
    const active = document.activeElement;
    // an element that can no longer be reached by Tab loses the focus only later
    const isLost = active === document.body || !active.matches("button, input, select, a, [tabindex]");
    if (!former || !isLost) return;
    // a repeated Enter must neither undo anything nor confirm anything final
    const same = former.selector && document.querySelector(former.selector);
    const answers = "#part-question .actions :is(button, input, summary):not(#suggest)";
    const all = [same, ...document.querySelectorAll(answers)];
    const next = all.find((element) => element?.checkVisibility() && !isFinal(element));
    (next ?? $("part-question")).focus({ preventScroll: true });
  }

  // Count unread talk.
  let unread = 0;
  let lines = document.querySelectorAll("#part-talk li").length;
  function countTalk() {
    const count = document.querySelectorAll("#part-talk li").length;
    if (count > lines && !$("talking").open) {
      unread += count - lines;
      Sounds.play("talk");
    }
    lines = count;
    badge();
  }
  function badge() {
    $("talk-badge").textContent = unread;
    $("talk-badge").hidden = !unread;
  }
  $("talking").addEventListener("toggle", () => {
    if (!$("talking").open) return;
    unread = 0;
    badge();
  });

  // Who plays: before the start, after a missed deadline, after the end.
  const company = (body) =>
    oneAtATime(async () => {
      try {
        const { go } = await call("company", body);
        location.assign(go);
      } catch (error) {
        failed(error);
        await refresh();
      }
    });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-company]");
    if (!button) return;
    const { company: change, number, kind, fill } = button.dataset;
    company({ do: change, number, kind, fill: fill !== undefined });
  });
  // Courses: another exercise, the same one again, or a game without a teacher.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-course], button[data-part]");
    if (!button) return;
    const form = document.createElement("form");
    const { course } = button.dataset;
    const fields = { csrfmiddlewaretoken: table.dataset.token };
    if ("anew" in button.dataset) fields.anew = "yes";
    form.method = "post";
    form.action = course ? `${table.dataset.learn}/begin/${course}` : `/t/${slug}/part`;
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement("input");
      form.append(Object.assign(field, { type: "hidden", name, value }));
    }
    document.body.append(form);
    form.submit();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-company]");
    if (!form) return;
    event.preventDefault();
    const { company: change, kind } = form.dataset;
    company({ do: change, kind, number: form.elements.number.value, name: form.elements.name.value });
  });

  // Remember closed panels.
  const closed = new Set();
  function folded() {
    for (const panel of document.querySelectorAll("[data-panel]"))
      panel.open = !closed.has(panel.dataset.panel);
  }
  document.addEventListener(
    "toggle",
    ({ target }) => {
      const key = target.dataset.panel;
      if (key) closed[target.open ? "delete" : "add"](key);
    },
    true,
  );

  // Places on the board or in a panel can be clicked if an action has them as its target.
  const PLACES = ":is(#frame, #part-panels, #part-hand, #part-stage) [data-target]";
  const buttonsFor = (target) => buttons.get(target) ?? [];
  let buttons = new Map(); // by target
  const ground = new Map(); // elements that never move, by target
  for (const place of document.querySelectorAll("#ground [data-target]:not([data-aside])"))
    ground.set(place.dataset.target, place);

  // Whether a button, a dial or a place has only final answers.
  function isFinal(element) {
    const dial = element.closest(".dial");
    if (dial) return dial.querySelector(".final") !== null;
    const answers = buttonsFor(element.dataset.target);
    return element.matches(".final") || (answers.length > 0 && answers.every(isFinal));
  }
  const wordsOf = (button) => button.textContent.trim().replace(/\s+/g, " ");
  const dialOf = (button) => (button.matches(".turned") ? button.closest(".dial") : null);
  const calledBy = (button) => wordsOf(dialOf(button)?.querySelector(".dial-title") ?? button);
  const lit = new Map(); // pieces that can be clicked, with their own attributes
  function light() {
    unlight();
    buttons = new Map();
    for (const button of document.querySelectorAll("#part-question [data-act]")) {
      const target = button.dataset.for;
      if (target) buttons.set(target, [...buttonsFor(target), button]);
    }
    const moving = ":is(#part-live, #part-panels, #part-hand, #part-stage) [data-target]";
    const still = [...buttons.keys()].map((target) => ground.get(target)).filter(Boolean);
    // cards that can be played in a duel need no second tab stop in the hand
    const staged = new Set();
    for (const card of document.querySelectorAll("#part-stage .stage-cards [data-target]"))
      staged.add(card.dataset.target);
    for (const [target, answers] of buttons)
      for (const button of answers) button.classList.toggle("staged", staged.has(target));
    for (const group of document.querySelectorAll("#part-question h2 + .group"))
      group.previousElementSibling.classList.toggle("staged", !group.querySelector(".action:not(.staged)"));
    table.classList.toggle("has-cards", staged.size > 0);
    for (const piece of [...document.querySelectorAll(moving), ...still]) {
      const answers = buttonsFor(piece.dataset.target);
      const isRepeated = staged.has(piece.dataset.target) && piece.closest("#part-hand");
      if (!answers.length || isRepeated) continue;
      const label = answers.map(calledBy).join(", ");
      const attributes = { tabindex: "0", role: "button", "aria-label": label };
      const own = Object.keys(attributes).map((name) => [name, piece.getAttribute(name)]);
      for (const [name, value] of Object.entries(attributes)) piece.setAttribute(name, value);
      piece.classList.add("is-legal");
      lit.set(piece, own);
    }
    for (const card of document.querySelectorAll("#part-hand [data-back]")) {
      const attributes = { tabindex: "0", role: "button", "aria-label": card.title };
      for (const [name, value] of Object.entries(attributes)) card.setAttribute(name, value);
    }
  }

  // Restore the pieces as they were drawn.
  function unlight() {
    for (const [piece, own] of lit) {
      piece.classList.remove("is-legal");
      for (const [name, value] of own)
        if (value === null) piece.removeAttribute(name);
        else piece.setAttribute(name, value);
    }
    lit.clear();
  }

  // A march is ordered by its destination, whether its piece or its button was clicked.
  // `spot`: where to open a popup, if not at the button; `pressed`: the box of what was pressed.
  async function take(button, spot = button, pressed = undefined) {
    const { act: action, begins, for: target } = button.dataset;
    try {
      if (begins !== undefined && (await orders.begin(target, action))) return;
      if (button.matches(".final")) ask(button, spot, pressed);
      else await act([action]);
    } catch (error) {
      failed(error);
    }
  }

  // Irreversible answers, and those that give something up, are confirmed in a popup.
  function ask(button, spot, pressed, done = () => {}) {
    const { act: action } = button.dataset;
    const name = button.cloneNode(true);
    for (const extra of name.querySelectorAll("small, .mark-final")) extra.remove();
    Popup.confirm(spot, {
      title: wordsOf(name),
      notes: [button.querySelector("small")?.textContent],
      label: table.dataset.confirm,
      pressed,
      go: async () => {
        if (keyed) $("part-question").focus({ preventScroll: true });
        await act([action]);
        done();
      },
    });
  }

  // A suggested set-up is shown on the board before it is taken.
  function suggest(button) {
    const steps = JSON.parse(button.dataset.steps);
    const marks = steps.map(({ number }, at) => ({ number: number ?? at + 1 }));
    Popup.confirm(button, {
      title: wordsOf(button),
      notes: steps.map(({ label }) => label),
      label: button.dataset.use,
      cancelLabel: button.dataset.change,
      persistent: true,
      closed: () => Marks.clear(),
      go: () => act(steps.map((step) => step.act)),
    });
    Marks.point(steps.map(({ target }) => target ?? ""), marks);
  }

  // Click on a place; with Shift, or a long press: one less, or choose how many.
  async function choose(target, spot, other = false) {
    if (orders.pick(target) || stepped(target, other)) return;
    const answers = buttonsFor(target);
    const dial = answers.length === 1 && dialOf(answers[0]);
    if (!answers.length) {
      const result = seat === null ? null : await why({ target });
      if (result?.meant && result.meant !== target) choose(result.meant, spot, other);
    } else if (dial && Dials.adding(target)) Dials.add(dial, spot, other ? -1 : 1, actOnce);
    else if (dial && adds(dial) && !other) Dials.add(dial, spot, 1, actOnce);
    else if (dial && dial.checkVisibility()) dial.querySelector("input").focus();
    else if (!dial && answers.length === 1) take(answers[0], spot);
    else if (!answers.every(leads) || !(await begun(target))) offer(target, answers, spot);
  }
  const actOnce = (action) => act([action]);
  const leads = (button) => "leads" in button.dataset || "begins" in button.dataset;
  const begun = (target) => orders.begin(target, null).catch((error) => failed(error) ?? true);
  const adds = (dial) =>
    "adds" in dial.dataset && !JSON.parse(dial.dataset.places).some(([, , , , final]) => final);

  // Offer the actions of a place in a popup: a list, or a dial that clicks on the place turn too.
  let offering = null;
  function offer(target, answers, spot) {
    const copies = answers.map((button) => (dialOf(button) ?? button).cloneNode(true));
    for (const copy of copies) copy.hidden = false;
    const dial = copies.find((copy) => copy.matches(".dial"));
    const title = Object.assign(document.createElement("p"), { className: "prompt" });
    title.id = "choice-title";
    title.textContent = $("choice").dataset.title;
    Popup.open(spot, [title, ...copies], {
      persistent: dial !== undefined,
      closed: () => (offering = null),
      focus: () => dial?.querySelector("input") ?? copies.find((copy) => !isFinal(copy)),
    });
    if (!dial) return;
    Dials.refresh();
    offering = target;
  }
  function stepped(target, less) {
    if (offering === null) return false;
    if (offering === target) Dials.turn($("choices").querySelector(".dial"), less ? -1 : 1);
    else Popup.close();
    return offering === target;
  }

  let passed = false; // the turn passed to another seat without a curtain; its view must be open
  // The curtain between people on one screen: the page behind it holds nothing of any seat.
  function curtain() {
    if (state.private || state.open) {
      // one person plays all seats, or none has secrets: look through the seat that is asked
      $("curtain").hidden = true;
      if (state.asked.length && !state.asked.includes(seat)) {
        seat = state.asked[0];
        passed = !state.private;
        refresh();
      }
      return;
    }
    const next = state.asked.includes(seat) ? null : state.asked[0];
    const drawn = state.own.length > 1 && next !== undefined && next !== null;
    const element = $("curtain");
    if (drawn && seat !== null) {
      seat = null;
      refresh();
      return;
    }
    element.hidden = !drawn;
    if (!drawn) return;
    const name = state.names[next];
    element.querySelector("p").textContent = table.dataset.curtain.replace("{name}", name);
    const button = element.querySelector("button");
    button.textContent = table.dataset.curtainButton.replace("{name}", name);
    button.onclick = () => {
      seat = next;
      element.hidden = true;
      refresh();
    };
    button.focus();
  }

  // -- events of the page ----------------------------------------------------------------
  // The second click of a double click must not hit what the first one has brought there.
  let finger = false;
  let tap = { timeStamp: -Infinity };
  let down = null;
  function felt(event) {
    finger = event.pointerType === "touch";
    down = event;
  }
  // Browsers move a tap to a likely target nearby; on the board it counts where it fell.
  function hit(event) {
    const place = event.target.closest(PLACES);
    if (!place || !finger || !down) return place;
    const under = document.elementFromPoint(down.clientX, down.clientY)?.closest(PLACES);
    return under && buttonsFor(under.dataset.target).length ? under : place;
  }
  document.addEventListener("pointerdown", felt, true);
  function isSecond(event) {
    if (!finger) return event.detail > 1;
    const near = Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < 24;
    if (near && event.timeStamp - tap.timeStamp < 300) return true;
    tap = event;
    return false;
  }
  document.addEventListener("click", (event) => {
    // a reason is about the last click
    if (reasonFor !== null && !event.target.closest("#problem")) problem("");
    const doing = "[data-act], #undo, #cancel, #suggest, #confirm, [data-target], [data-back]";
    const place = hit(event);
    const counts = place && (place.dataset.target === offering || Dials.adding(place.dataset.target));
    if (isSecond(event) && event.target.closest(doing) && !counts) return;
    const button = event.target.closest("[data-act]");
    if (button) {
      const pressed = button.getBoundingClientRect();
      const spot = $("choice").contains(button) ? Popup.spot() : button;
      Popup.close();
      take(button, spot, pressed);
      return;
    }
    const start = event.target.closest("#suggest");
    if (start) suggest(start);
    if (event.target.closest("#undo")) undo(false);
    if (event.target.closest("#cancel")) undo(true);
    if (place) choose(place.dataset.target, place, event.shiftKey);
    const chosen = event.target.closest("#part-hand [data-back]");
    if (chosen) putBack(chosen);
  });
  // Long press or secondary button: choose how many, instead of one more.
  document.addEventListener("contextmenu", (event) => {
    const place = event.target.closest(PLACES);
    if (!place || !buttonsFor(place.dataset.target).some(dialOf)) return;
    event.preventDefault();
    choose(place.dataset.target, place, true);
  });
  document.addEventListener("toggle", look, true);
  look(); // a drawer may have been opened before this script ran
  document.addEventListener("shown", look); // or while an answer without its section was on its way
  async function send(path, body) {
    problem("");
    try {
      show(await call(path, { seat: String(seat), ...body }));
    } catch (error) {
      failed(error);
    }
  }
  document.addEventListener("change", (event) => {
    const key = event.target.dataset.standing;
    if (key) send("standing", { key, given: event.target.checked });
  });
  for (const [id, agrees] of [["agree", true], ["disagree", false]])
    if ($(id)) $(id).addEventListener("click", () => send("agree", { agrees }));
  document.addEventListener("keydown", (event) => {
    const piece = event.target.closest && event.target.closest(`${PLACES}, [data-back]`);
    if (piece && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (event.repeat) return;
      if ("back" in piece.dataset) putBack(piece);
      else choose(piece.dataset.target, piece, event.shiftKey);
    }
  });

  // An action as text: typing filters the list; Enter plays it or shows why it is refused.
  const typed = () => ($("typing") ? $("type").elements.text.value : "").trim().toLowerCase();
  function sift() {
    if (!$("typing")) return;
    const all = [...document.querySelectorAll("#part-question [data-act]")];
    const fits = (button) => `${wordsOf(button)} ${button.dataset.act}`.toLowerCase().includes(typed());
    const none = !all.some(fits);
    for (const button of all) button.hidden = !none && !fits(button);
    $("typing").hidden = seat === null;
    const many = document.querySelector("#part-question [data-many]");
    if (many && table.matches(".plain")) $("typing").open = true;
    const fold = document.querySelector("#part-question .all");
    if (fold && typed()) fold.open = true;
  }
  async function play() {
    const text = typed().split(/\s+/).join(" ");
    if (!text) return;
    const before = state.question;
    if (await why({ action: text })) return;
    const done = () => {
      if (state.question === before) return;
      $("type").reset();
      sift();
    };
    const button = Dials.turnedTo(text) ?? document.querySelector(
      `#part-question [data-act="${CSS.escape(text)}"]`,
    );
    if (button?.matches(".final")) {
      ask(button, $("type"), undefined, done);
      return;
    }
    await act([text]);
    done();
  }
  if ($("typing")) {
    $("type").addEventListener("input", sift);
    $("type").addEventListener("submit", (event) => {
      event.preventDefault();
      play();
    });
  }
  $("talk").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (!field.value.trim()) return;
    try {
      await call("talk", { text: field.value });
      field.value = "";
      await refresh();
    } catch (error) {
      failed(error);
    }
  });
  $("notes").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await call("notes", { text: event.target.elements.text.value });
    } catch (error) {
      failed(error);
    }
  });
  const leaving = $("leave");
  if (leaving)
    leaving.addEventListener("submit", (event) => {
      if (!confirm(leaving.dataset.sure)) event.preventDefault();
    });

  // -- live ------------------------------------------------------------------------------
  const handlers = {
    version: (_, version) => version !== state.version && refresh(),
    lost: () => {
      $("connection").textContent = table.dataset.lost;
      $("connection").hidden = false;
    },
    found: () => {
      $("connection").hidden = true;
      if ($("problem").textContent === table.dataset.lost) problem("");
      refresh();
    },
  };
  // How far the log had been read at the last visit: the changes overlay starts there.
  const read = () => Number($("part-log").querySelector("li:last-child")?.value ?? 0);
  const readKey = () => `read ${slug} ${seat}`;
  const visits = new Map(); // by the seat looked through
  function since() {
    if (!visits.has(seat)) visits.set(seat, Number(Kept.get(readKey())) || null);
    return visits.get(seat);
  }
  addEventListener("pagehide", () => Kept.set(readKey(), read()));
  since();
  const { goal, go, step, cancel } = table.dataset;
  const orders = Orders({ call, act, seat: () => seat, say: { goal, go, step, cancel } });
  const hints = Hints({
    call, act, failed, seat: () => seat, glide: Board.lead, done: lookAgain,
  });
  const acknowledgeShown = () => {
    problem("");
    scenes.acknowledgeAll();
  };
  const teacher = Teacher({ slug, board: Board, acknowledge: acknowledgeShown, lookBack: rest });
  const overlays = Overlays({ call, seat: () => seat, since });
  const scenes = Scenes({
    slug,
    glide: (places) => state.over || Board.lead(places),
    done: lookAgain,
    hurries: () => playback.hurries(),
    passing: () => playback.playing(),
  });
  document.addEventListener("unfolded", () => toTheEnd());
  const playback = Playback({
    slug, call, seat: () => seat, lead: leadTo, show: showMoment, addLines: addFrameLines,
    done: endPlayback,
  });
  // playback comes before the present
  if (playback.behind(state.told)) table.classList.add("is-behind", "is-unlaid");
  const caughtUp = playback.upTo(state.told);
  dress();
  if (state.over) Board.whole();
  toTheEnd();
  // Keep the newest line in view, however much room the question leaves to the story.
  let newest = true;
  $("part-log").addEventListener("scroll", ({ target }) => (newest = isAtEnd(target)), true);
  new ResizeObserver(() => newest && toTheEnd(["log"])).observe($("part-log"));
  curtain();
  Herald.tell(seat);
  caughtUp.then(settle);
  Live.listen([slug], handlers);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });
})();
