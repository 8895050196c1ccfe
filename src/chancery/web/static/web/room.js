// The waiting room: choices are sent, and changes by others are shown at once.
"use strict";
(() => {
  const room = document.getElementById("room");
  const { slug, invitation, token, lost, taken, sure } = room.dataset;
  const address = `/t/${slug}`;
  const JSON_ONLY = { Accept: "application/json" };
  let version = Number(room.dataset.version);
  let busy = false;

  // A refused form is answered by the same page at another address.
  if (location.pathname !== address)
    history.replaceState(null, "", invitation ? `${address}?invitation=${invitation}` : address);

  function problem(text) {
    const element = document.getElementById("room-problem");
    element.textContent = text;
    element.hidden = !text;
    if (text) element.scrollIntoView({ block: "nearest" });
  }

  async function call(path, options) {
    const response = await fetch(`${address}/${path}`, options).catch(() => {
      throw new Error(lost);
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }
  const send = (path, body) =>
    call(path, {
      method: "POST",
      headers: { ...JSON_ONLY, "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
  const submit = (path, body) =>
    call(path, { method: "POST", headers: { ...JSON_ONLY, "X-CSRFToken": token }, body });

  function formOf(values) {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    return form;
  }

  // -- showing ------------------------------------------------------------------------------
  let hasPicked = false; // whether the reader has chosen a seat himself
  const chosen = () => room.querySelector("#join input[name=seat]:checked");
  async function refresh() {
    const query = new URLSearchParams(invitation ? { invitation } : {});
    if (new URLSearchParams(location.search).has("join")) query.set("join", "");
    const seat = chosen();
    if (seat) query.set("seat", seat.value);
    const answer = await call(`room?${query}`, { headers: JSON_ONLY });
    if (answer.go) {
      location.assign(answer.go);
      return;
    }
    show(answer, seat);
  }
  function show(answer, seat) {
    version = answer.version;
    const open = [...room.querySelectorAll("details[open], form:not([hidden])")].map(({ id }) => id);
    const problemShown = document.getElementById("room-problem").textContent;
    const lines = document.querySelectorAll("#talk-lines li").length;
    morph(room, answer.html);
    for (const id of open.filter(Boolean)) {
      const element = document.getElementById(id);
      if (element?.matches("details")) element.open = true;
      else if (element) element.hidden = false;
    }
    // keep what this reader is choosing; the server decides the rest
    for (const option of room.querySelectorAll(".seat-menu option"))
      option.selected = option.defaultSelected;
    problem(problemShown.trim());
    if (hasPicked && seat && !seat.isConnected) problem(taken);
    if (room.querySelector("#join") && !chosen()) {
      const next = room.querySelector("#join input[name=seat][checked]");
      if (next) next.checked = true;
    }
    if (document.querySelectorAll("#talk-lines li").length > lines) scrollTalk();
    fillIn();
  }
  function scrollTalk() {
    const list = document.getElementById("talk-lines");
    if (list) list.scrollTop = list.scrollHeight;
  }
  const tryRefresh = () => refresh().catch((error) => problem(error.message));

  // One request at a time; after a refusal the page shows the current state.
  async function oneAtATime(doing) {
    if (busy) return;
    busy = true;
    problem("");
    try {
      const { go } = await doing();
      if (go && (go !== location.pathname || location.search)) location.assign(go);
      else await refresh();
    } catch (error) {
      await tryRefresh();
      problem(error.message);
    } finally {
      busy = false;
    }
  }

  // -- choices ------------------------------------------------------------------------------
  const company = (body) => oneAtATime(() => send("company", body));
  room.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-company]");
    if (button) {
      const { company: change, number, kind, fill } = button.dataset;
      if (change === "off" && !confirm(sure)) return;
      company({ do: change, number, kind, fill: fill !== undefined });
    }
    if (target.closest("#share")) share(target.closest("#share"));
  });
  room.addEventListener("change", ({ target }) => {
    if (target.matches("#join input[name=seat]")) {
      hasPicked = true;
      problem("");
    }
    if (target.matches(".seat-menu")) {
      const { number } = target.dataset;
      const byName = document.getElementById(`by-name-${number}`);
      byName.hidden = target.value !== "by-name";
      if (!byName.hidden) byName.elements.name.focus();
      else if (target.value === "me") oneAtATime(() => submit("sit", formOf({ seat: number })));
      else company({ do: "arrange", number, kind: target.value });
    }
    const form = target.closest("#settings");
    if (form)
      oneAtATime(() =>
        submit("settings", new FormData(form)).catch((error) => {
          form.reset();
          throw error;
        }),
      );
  });
  room.addEventListener("submit", (event) => {
    const form = event.target;
    event.preventDefault();
    if (form.matches("#join, .sit")) oneAtATime(() => submit("sit", new FormData(form)));
    else if (form.matches(".by-name")) {
      const name = form.elements.name.value;
      form.hidden = true;
      company({ do: "arrange", number: form.dataset.number, kind: "invited", name });
    } else if (form.id === "talk") talk(form.elements.text);
  });
  async function talk(field) {
    if (!field.value.trim()) return;
    try {
      await send("talk", { text: field.value });
      field.value = "";
      await refresh();
    } catch (error) {
      problem(error.message);
    }
  }
  function share(button) {
    const url = document.getElementById("letter-link").value;
    navigator.share({ title: button.dataset.title, url }).catch(() => {}); // the reader has cancelled it
  }

  // Remember a guest's name in this browser.
  const NAME = "guest name";
  room.addEventListener("input", ({ target }) => {
    if (target.matches("#join-name, .naming [name=name]")) Kept.set(NAME, target.value);
  });
  // Fill in what only this browser knows.
  function fillIn() {
    for (const field of room.querySelectorAll("#join-name, .naming [name=name]"))
      if (!field.value && field !== document.activeElement) field.value = Kept.get(NAME) ?? "";
    const button = document.getElementById("share");
    if (button) button.hidden = !navigator.share;
  }
  fillIn();
  scrollTalk();

  Live.listen([slug], {
    version: (_, newest) => newest !== version && !busy && tryRefresh(),
    lost: () => problem(lost),
    found: () => {
      problem("");
      tryRefresh();
    },
  });
  document.addEventListener("visibilitychange", () => !document.hidden && tryRefresh());
})();
