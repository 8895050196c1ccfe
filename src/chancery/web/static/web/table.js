// A table: what the server says is shown, what is clicked is sent. No rule lives here.
"use strict";
(() => {
  const table = document.getElementById("table");
  const slug = table.dataset.slug;
  const $ = (id) => document.getElementById(id);
  let state = JSON.parse($("state").textContent);
  let seat = state.seat;
  let busy = false;

  // -- talking to the server -------------------------------------------------------------
  async function call(path, body) {
    const options = { headers: { Accept: "application/json" }, credentials: "same-origin" };
    if (body) {
      options.method = "POST";
      options.body = JSON.stringify({ words: $("position").open, have: have(), ...body });
      options.headers["Content-Type"] = "application/json";
      options.headers["X-CSRFToken"] = table.dataset.token;
    }
    const answer = await fetch(`/t/${slug}/${path}`, options).catch(() => {
      throw new Error(table.dataset.lost);
    });
    const found = await answer.json();
    if (!answer.ok)
      throw Object.assign(new Error(found.error), { rule: found.rule, status: answer.status });
    return found;
  }

  // The sections of the page as they are here: what has not changed is not sent again.
  const have = () => Object.entries(state.tags).map(([name, tag]) => `${name}:${tag}`);

  // What is wrong, with the paragraph that says so. A reason holds for the moment it was about.
  const moment = (found) => found.question ?? found.version;
  let reasonFor = null;
  function problem(text, rule) {
    const place = $("problem");
    place.textContent = text || "";
    place.hidden = !text;
    reasonFor = null;
    if (!rule) return;
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `${table.dataset.help}#${rule.replaceAll(" ", "_")}`;
    link.textContent = `§${rule}`;
    place.append(" ", link);
  }
  const failed = (error) => problem(error.message, error.rule);

  // One thing at a time: what is clicked while an answer is under way was meant for another page.
  async function alone(doing) {
    if (busy) return;
    busy = true;
    $("part-question").setAttribute("aria-busy", "true");
    problem("");
    try {
      await doing();
    } finally {
      busy = false;
      $("part-question").removeAttribute("aria-busy");
    }
  }

  const act = (actions) =>
    alone(async () => {
      try {
        changed(await call("act", { seat: String(seat), question: state.question, actions }));
      } catch (error) {
        failed(error);
        await refresh();
      }
    });

  const undo = (whole) =>
    alone(async () => {
      if (!state.undo) return;
      try {
        changed(await call("undo", { seat: String(seat), question: state.undo, whole }));
      } catch (error) {
        failed(error);
        await refresh();
      }
    });

  // Why something cannot be done: an action, or whatever a click on a place may have meant.
  async function why(wanted) {
    const asked = moment(state);
    let found = null;
    await alone(async () => {
      try {
        found = (await call("why", { seat: String(seat), ...wanted })).why;
        if (found) problem(found.error, found.rule);
        reasonFor = found && asked;
      } catch (error) {
        failed(error);
        found = error;
      }
    });
    return found;
  }

  // What was asked for before an own action may be older than its answer: it is asked for anew.
  function changed(found) {
    wanted++;
    show(found);
    if (asking) refresh();
  }

  let wanted = 0;
  let asking = 0;
  async function refresh() {
    const turn = ++wanted;
    asking++;
    const query = new URLSearchParams(seat === null ? {} : { seat });
    if ($("position").open) query.set("words", "");
    query.set("have", have().join(" "));
    try {
      const found = await call(`state?${query}`);
      if (turn === wanted) show(found);
    } catch (error) {
      if (error.status === 403) location.reload(); // the seat is somebody else's by now
      failed(error);
    } finally {
      asking--;
    }
  }

  // -- showing ---------------------------------------------------------------------------
  function show(found) {
    if (found.version < state.version && found.seat === state.seat) return;
    const seated = (one) => [one.started, one.away, one.own.length].join();
    if (seated(found) !== seated(state)) {
      location.reload(); // another page altogether
      return;
    }
    if (found.asked.length && !state.asked.length) Notify.turn(slug, table.dataset.turn);
    if (moment(found) !== moment(state)) orders.end();
    if (reasonFor !== null && reasonFor !== moment(found)) problem("");
    const had = state.tags;
    state = found;
    document.title = found.title;
    unlight();
    // the position in words comes only while somebody reads it; an old one must not stay
    for (const [name, html] of Object.entries({ position: "", ...found.parts })) {
      const place = $(`part-${name}`);
      if (!place || (found.tags[name] ?? null) === (had[name] ?? null)) continue;
      if (name === "live" || name === "panels") {
        const fresh = place.cloneNode(false);
        fresh.innerHTML = html;
        morph(place, fresh);
      } else {
        const old = place.firstElementChild;
        const scroll = old ? old.scrollTop : 0;
        const end = !old || scroll + old.clientHeight >= old.scrollHeight - 4;
        place.innerHTML = html;
        const fresh = place.firstElementChild;
        // who reads at the end stays at the end; who has scrolled up stays where he reads
        const follows = end && (name === "log" || name === "talk");
        if (fresh) fresh.scrollTop = follows ? fresh.scrollHeight : scroll;
      }
    }
    if (found.over) {
      for (const one of document.querySelectorAll("[data-playing]")) one.hidden = true;
    }
    folded();
    light();
    sift();
    curtain();
    overlays.refresh();
    document.dispatchEvent(new Event("shown"));
  }

  // Who plays: before the start, after a missed deadline, when the game is over.
  const company = (body) =>
    alone(async () => {
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
    const { company: what, number, kind, fill } = button.dataset;
    company({ do: what, number, kind, fill: fill !== undefined });
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-company]");
    if (!form) return;
    event.preventDefault();
    const { company: what, kind } = form.dataset;
    company({ do: what, kind, number: form.elements.number.value, name: form.elements.name.value });
  });

  // A panel that was closed stays closed.
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

  // Make one tree like another, keeping what has the same id so that it can glide.
  function morph(old, fresh) {
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(fresh);
      return;
    }
    for (const { name } of [...old.attributes])
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...fresh.attributes])
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const byId = new Map();
    for (const child of old.children) if (child.id) byId.set(child.id, child);
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const known = next.id ? byId.get(next.id) : null;
      if (known) {
        if (known !== at) old.insertBefore(known, at);
        else at = at.nextSibling;
        morph(known, next);
      } else if (at && !at.id && !next.id && at.nodeName === next.nodeName) {
        const following = at.nextSibling;
        if (next.nodeType === 1) morph(at, next);
        else if (at.nodeValue !== next.nodeValue) at.nodeValue = next.nodeValue;
        at = following;
      } else {
        old.insertBefore(next, at);
      }
    }
    while (at) {
      const following = at.nextSibling;
      at.remove();
      at = following;
    }
  }

  // What can be clicked on the board or in a panel is what has a button.
  const PLACES = "#frame [data-target], #part-panels [data-target]";
  const buttonsFor = (target) => buttons.get(target) ?? [];
  let buttons = new Map(); // by what they are about
  const ground = new Map(); // what never moves, by its name
  for (const place of document.querySelectorAll("#ground [data-target]"))
    ground.set(place.dataset.target, place);

  const wordsOf = (button) => button.textContent.trim().replace(/\s+/g, " ");
  const lit = new Map(); // pieces that can be clicked, with their own attributes
  function light() {
    unlight();
    buttons = new Map();
    for (const button of document.querySelectorAll("#part-question [data-act]")) {
      const target = button.dataset.for;
      if (target) buttons.set(target, [...buttonsFor(target), button]);
    }
    const moving = "#part-live [data-target], #part-panels [data-target]";
    const still = [...buttons.keys()].map((target) => ground.get(target)).filter(Boolean);
    for (const piece of [...document.querySelectorAll(moving), ...still]) {
      const able = buttonsFor(piece.dataset.target);
      if (!able.length) continue;
      const label = able.map(wordsOf).join(", ");
      const given = { tabindex: "0", role: "button", "aria-label": label };
      const own = Object.keys(given).map((name) => [name, piece.getAttribute(name)]);
      for (const [name, value] of Object.entries(given)) piece.setAttribute(name, value);
      piece.classList.add("is-legal");
      lit.set(piece, own);
    }
  }

  // Pieces as the drawing made them.
  function unlight() {
    for (const [piece, own] of lit) {
      piece.classList.remove("is-legal");
      for (const [name, value] of own)
        if (value === null) piece.removeAttribute(name);
        else piece.setAttribute(name, value);
    }
    lit.clear();
  }

  async function choose(target) {
    if (orders.pick(target)) return;
    const able = buttonsFor(target);
    if (able.length === 1) {
      const { act: action, begins } = able[0].dataset;
      try {
        if (begins === undefined || !(await orders.begin(target, action))) act([action]);
      } catch (error) {
        failed(error);
      }
    }
    if (!able.length && seat !== null) why({ target });
    if (able.length < 2) return;
    const list = $("choices");
    list.replaceChildren(...able.map((button) => button.cloneNode(true)));
    $("choice").showModal();
  }
  $("choice").addEventListener("close", () => $("choices").replaceChildren());

  // The curtain between people at one screen: nothing of anybody's is on the page behind it.
  function curtain() {
    const mine = state.own;
    if (state.private) {
      // one person plays all seats: look through whichever is asked
      if (state.asked.length && !state.asked.includes(seat)) {
        seat = state.asked[0];
        refresh();
      }
      return;
    }
    const next = state.asked.includes(seat) ? null : state.asked[0];
    const drawn = mine.length > 1 && next !== undefined && next !== null;
    const place = $("curtain");
    if (drawn && seat !== null) {
      seat = null;
      refresh();
      return;
    }
    place.hidden = !drawn;
    if (!drawn) return;
    const name = state.names[next];
    place.querySelector("p").textContent = table.dataset.curtain.replace("{name}", name);
    const button = place.querySelector("button");
    button.textContent = table.dataset.curtainButton.replace("{name}", name);
    button.onclick = () => {
      seat = next;
      place.hidden = true;
      refresh();
    };
    button.focus();
  }

  // -- events of the page ----------------------------------------------------------------
  // The second half of a double click or double tap was not meant for what has come there since.
  let finger = false;
  let tap = { timeStamp: -Infinity };
  const felt = (event) => (finger = event.pointerType === "touch");
  document.addEventListener("pointerdown", felt, true);
  function isSecond(event) {
    if (!finger) return event.detail > 0 && event.detail % 2 === 0;
    const near = Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < 24;
    if (near && event.timeStamp - tap.timeStamp < 300) return true;
    tap = event;
    return false;
  }
  document.addEventListener("click", (event) => {
    const doing = "[data-act], #undo, #cancel, [data-target]";
    if (isSecond(event) && event.target.closest(doing)) return;
    const button = event.target.closest("[data-act]");
    if (button) {
      if ($("choice").open) $("choice").close();
      act([button.dataset.act]);
      return;
    }
    if (event.target.closest("#undo")) undo(false);
    if (event.target.closest("#cancel")) undo(true);
    const piece = event.target.closest(PLACES);
    if (piece) choose(piece.dataset.target);
  });
  $("position").addEventListener("toggle", () => {
    if ($("position").open && !("position" in state.tags)) refresh();
  });
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
    const piece = event.target.closest && event.target.closest(PLACES);
    if (piece && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (!event.repeat) choose(piece.dataset.target);
    }
  });

  // An action as text: what is typed picks from the list; sent, it is played or refused.
  const typed = () => ($("typing") ? $("type").elements.text.value : "").trim().toLowerCase();
  function sift() {
    if (!$("typing")) return;
    const all = [...document.querySelectorAll("#part-question [data-act]")];
    const fits = (one) => `${wordsOf(one)} ${one.dataset.act}`.toLowerCase().includes(typed());
    const none = !all.some(fits);
    for (const button of all) button.hidden = !none && !fits(button);
    $("typing").hidden = seat === null;
    if (document.querySelector("#part-question [data-many]")) $("typing").open = true;
  }
  async function play() {
    const text = typed().split(/\s+/).join(" ");
    if (!text) return;
    const before = state.question;
    const found = await why({ action: text });
    if (found) return;
    await act([text]);
    if (state.question === before) return;
    $("type").reset();
    sift();
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
  const told = {
    version: (version) => version !== state.version && refresh(),
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
  // How far the log had been read when the page was left last: what has changed since then.
  const read = () => Number($("part-log").querySelector("li:last-child")?.value ?? 0);
  const kept = () => `read ${slug} ${seat}`;
  const visits = new Map(); // by the seat looked through
  function since() {
    try {
      if (!visits.has(seat)) visits.set(seat, Number(localStorage.getItem(kept())) || null);
    } catch {
      // no storage: every visit is the first
    }
    return visits.get(seat) ?? null;
  }
  addEventListener("pagehide", () => {
    try {
      localStorage.setItem(kept(), String(read()));
    } catch {
      // as above
    }
  });
  since();
  const { goal, go, step, cancel } = table.dataset;
  const orders = Orders({ call, act, seat: () => seat, say: { goal, go, step, cancel } });
  const overlays = Overlays({ call, seat: () => seat, since });
  for (const name of ["log", "talk"]) {
    const list = $(`part-${name}`).firstElementChild;
    if (list) list.scrollTop = list.scrollHeight;
  }
  light();
  sift();
  curtain();
  Live.listen(slug, told);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });
})();
