// A table: what the server says is shown, what is clicked is sent. No rule lives here.
"use strict";
(() => {
  const table = document.getElementById("table");
  const slug = table.dataset.slug;
  const $ = (id) => document.getElementById(id);
  const shown = {};
  let state = JSON.parse($("state").textContent);
  let seat = state.seat;
  let busy = false;

  // -- talking to the server -------------------------------------------------------------
  async function call(path, body) {
    const options = { headers: { Accept: "application/json" }, credentials: "same-origin" };
    if (body) {
      options.method = "POST";
      options.body = JSON.stringify(body);
      options.headers["Content-Type"] = "application/json";
      options.headers["X-CSRFToken"] = table.dataset.token;
    }
    const answer = await fetch(`/t/${slug}/${path}`, options).catch(() => {
      throw new Error(table.dataset.lost);
    });
    const found = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(found.error), { rule: found.rule });
    return found;
  }

  function problem(text) {
    const place = $("problem");
    place.textContent = text || "";
    place.hidden = !text;
  }

  async function act(actions) {
    if (busy) return;
    busy = true;
    problem("");
    try {
      changed(await call("act", { seat: String(seat), question: state.question, actions }));
    } catch (error) {
      problem(error.rule ? `${error.message} (§${error.rule})` : error.message);
      await refresh();
    } finally {
      busy = false;
    }
  }

  async function undo() {
    problem("");
    try {
      changed(await call("undo", { seat: String(seat) }));
    } catch (error) {
      problem(error.message);
    }
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
    const query = seat === null ? "" : `?seat=${seat}`;
    try {
      const found = await call(`state${query}`);
      if (turn === wanted) show(found);
    } catch (error) {
      problem(error.message);
    } finally {
      asking--;
    }
  }

  // -- showing ---------------------------------------------------------------------------
  function show(found) {
    if (found.version < state.version && found.seat === state.seat) return;
    state = found;
    document.title = found.title;
    for (const [name, html] of Object.entries(found.parts)) {
      const place = $(`part-${name}`);
      if (!place || shown[name] === html) continue;
      shown[name] = html;
      if (name === "live" && place.firstElementChild) {
        const fresh = document.createElement("div");
        fresh.innerHTML = html;
        morph(place.firstElementChild, fresh.firstElementChild);
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
    light();
    curtain();
  }

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

  // What can be clicked on the board is what has a button.
  function buttonsFor(target) {
    return [...document.querySelectorAll("#part-question [data-act]")].filter(
      (button) => button.dataset.for === target,
    );
  }

  function light() {
    for (const piece of document.querySelectorAll("#part-live [data-target]")) {
      const buttons = buttonsFor(piece.dataset.target);
      piece.classList.toggle("is-legal", buttons.length > 0);
      if (buttons.length) {
        piece.setAttribute("tabindex", "0");
        piece.setAttribute("role", "button");
        piece.setAttribute("aria-label", buttons.map((b) => b.textContent.trim()).join(", "));
      } else {
        piece.removeAttribute("tabindex");
        piece.removeAttribute("role");
      }
    }
  }

  function choose(target) {
    const buttons = buttonsFor(target);
    if (buttons.length === 1) act([buttons[0].dataset.act]);
    if (buttons.length < 2) return;
    const list = $("choices");
    list.replaceChildren(...buttons.map((button) => button.cloneNode(true)));
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
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button) {
      if ($("choice").open) $("choice").close();
      act([button.dataset.act]);
      return;
    }
    if (event.target.closest("#undo")) undo();
    const piece = event.target.closest("#part-live [data-target]");
    if (piece) choose(piece.dataset.target);
  });
  async function send(path, body) {
    problem("");
    try {
      show(await call(path, { seat: String(seat), ...body }));
    } catch (error) {
      problem(error.message);
    }
  }
  // A name pointed at lights its place on the board.
  for (const [kind, lit] of [["mouseover", true], ["mouseout", false]])
    document.addEventListener(kind, (event) => {
      const name = event.target.closest && event.target.closest("[data-light]");
      if (!name) return;
      for (const piece of document.querySelectorAll("#part-live [data-target]"))
        if (piece.dataset.target === name.dataset.light) piece.classList.toggle("is-lit", lit);
    });
  document.addEventListener("change", (event) => {
    const key = event.target.dataset.standing;
    if (key) send("standing", { key, given: event.target.checked });
  });
  for (const [id, agrees] of [["agree", true], ["disagree", false]])
    if ($(id)) $(id).addEventListener("click", () => send("agree", { agrees }));
  document.addEventListener("keydown", (event) => {
    const piece = event.target.closest && event.target.closest("#part-live [data-target]");
    if (piece && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(piece.dataset.target);
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "search") return;
    const text = event.target.value.toLowerCase();
    for (const button of document.querySelectorAll("#part-question [data-act]"))
      button.hidden = !(button.textContent + button.dataset.act).toLowerCase().includes(text);
  });
  $("talk").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (!field.value.trim()) return;
    try {
      await call("talk", { text: field.value });
      field.value = "";
      await refresh();
    } catch (error) {
      problem(error.message);
    }
  });
  $("notes").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await call("notes", { text: event.target.elements.text.value });
    } catch (error) {
      problem(error.message);
    }
  });
  const leaving = $("leave");
  if (leaving)
    leaving.addEventListener("submit", (event) => {
      if (!confirm(leaving.dataset.sure)) event.preventDefault();
    });

  // -- live ------------------------------------------------------------------------------
  function listen() {
    const stream = new EventSource(`/events?t=${encodeURIComponent(slug)}`);
    stream.onopen = () => {
      $("connection").hidden = true;
      if ($("problem").textContent === table.dataset.lost) problem("");
      refresh();
    };
    stream.onmessage = (message) => {
      if (JSON.parse(message.data).version > state.version) refresh();
    };
    stream.onerror = () => {
      $("connection").textContent = table.dataset.lost;
      $("connection").hidden = false;
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 1500);
    };
  }
  for (const name of Object.keys(state.parts)) shown[name] = state.parts[name];
  for (const name of ["log", "talk"]) {
    const list = $(`part-${name}`).firstElementChild;
    if (list) list.scrollTop = list.scrollHeight;
  }
  light();
  curtain();
  listen();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });
})();
