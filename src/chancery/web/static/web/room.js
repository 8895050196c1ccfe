// The waiting room: choices are sent, and changes by others are shown at once.
"use strict";
(() => {
  const room = document.getElementById("room");
  const { slug, invitation, token, lost, taken, sure } = room.dataset;
  const here = `/t/${slug}`;
  const JSON_ONLY = { Accept: "application/json" };
  let version = Number(room.dataset.version);
  let busy = false;

  // A refused form is answered by the same page at another address.
  if (location.pathname !== here)
    history.replaceState(null, "", invitation ? `${here}?invitation=${invitation}` : here);

  function problem(text) {
    const place = document.getElementById("room-problem");
    place.textContent = text;
    place.hidden = !text;
    if (text) place.scrollIntoView({ block: "nearest" });
  }

  async function call(path, options) {
    const answer = await fetch(`${here}/${path}`, options).catch(() => {
      throw new Error(lost);
    });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    return found;
  }
  const send = (path, body) =>
    call(path, {
      method: "POST",
      headers: { ...JSON_ONLY, "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
  const submit = (path, body) =>
    call(path, { method: "POST", headers: { ...JSON_ONLY, "X-CSRFToken": token }, body });

  function fields(named) {
    const form = new FormData();
    for (const [name, value] of Object.entries(named)) form.set(name, value);
    return form;
  }

  // -- showing ------------------------------------------------------------------------------
  let picked = false; // a seat, by the reader himself
  const chosen = () => room.querySelector("#join input[name=seat]:checked");
  async function refresh() {
    const wanted = new URLSearchParams(invitation ? { invitation } : {});
    if (new URLSearchParams(location.search).has("join")) wanted.set("join", "");
    const seat = chosen();
    if (seat) wanted.set("seat", seat.value);
    const found = await call(`room?${wanted}`, { headers: JSON_ONLY });
    if (found.go) {
      location.assign(found.go);
      return;
    }
    show(found, seat);
  }
  function show(found, seat) {
    version = found.version;
    const open = [...room.querySelectorAll("details[open], form:not([hidden])")].map(({ id }) => id);
    const told = document.getElementById("room-problem").textContent;
    const lines = document.querySelectorAll("#talk-lines li").length;
    morph(room, found.html);
    for (const id of open.filter(Boolean)) {
      const place = document.getElementById(id);
      if (place?.matches("details")) place.open = true;
      else if (place) place.hidden = false;
    }
    // keep what this reader is choosing; the server decides the rest
    for (const option of room.querySelectorAll(".seat-menu option"))
      option.selected = option.defaultSelected;
    problem(told.trim());
    if (picked && seat && !seat.isConnected) problem(taken);
    if (room.querySelector("#join") && !chosen()) {
      const next = room.querySelector("#join input[name=seat][checked]");
      if (next) next.checked = true;
    }
    if (document.querySelectorAll("#talk-lines li").length > lines) toTheEnd();
    dress();
  }
  function toTheEnd() {
    const list = document.getElementById("talk-lines");
    if (list) list.scrollTop = list.scrollHeight;
  }
  const again = () => refresh().catch((error) => problem(error.message));

  // One request at a time; after a refusal the page shows the current state.
  async function alone(doing) {
    if (busy) return;
    busy = true;
    problem("");
    try {
      const { go } = await doing();
      if (go && (go !== location.pathname || location.search)) location.assign(go);
      else await refresh();
    } catch (error) {
      await again();
      problem(error.message);
    } finally {
      busy = false;
    }
  }

  // -- choices ------------------------------------------------------------------------------
  const company = (body) => alone(() => send("company", body));
  room.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-company]");
    if (button) {
      const { company: what, number, kind, fill } = button.dataset;
      if (what === "off" && !confirm(sure)) return;
      company({ do: what, number, kind, fill: fill !== undefined });
    }
    if (target.closest("#share")) share(target.closest("#share"));
  });
  room.addEventListener("change", ({ target }) => {
    if (target.matches("#join input[name=seat]")) {
      picked = true;
      problem("");
    }
    if (target.matches(".seat-menu")) {
      const { number } = target.dataset;
      const byName = document.getElementById(`by-name-${number}`);
      byName.hidden = target.value !== "by-name";
      if (!byName.hidden) byName.elements.name.focus();
      else if (target.value === "me") alone(() => submit("sit", fields({ seat: number })));
      else company({ do: "arrange", number, kind: target.value });
    }
    const form = target.closest("#settings");
    if (form)
      alone(() =>
        submit("settings", new FormData(form)).catch((error) => {
          form.reset();
          throw error;
        }),
      );
  });
  room.addEventListener("submit", (event) => {
    const form = event.target;
    event.preventDefault();
    if (form.matches("#join, .sit")) alone(() => submit("sit", new FormData(form)));
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
    navigator.share({ title: button.dataset.title, url }).catch(() => {}); // thought better of it
  }

  // Remember a guest's name.
  const NAME = "guest name";
  room.addEventListener("input", ({ target }) => {
    if (target.matches("#join-name, .naming [name=name]")) Kept.set(NAME, target.value);
  });
  function dress() {
    for (const field of room.querySelectorAll("#join-name, .naming [name=name]"))
      if (!field.value && field !== document.activeElement) field.value = Kept.get(NAME) ?? "";
    const button = document.getElementById("share");
    if (button) button.hidden = !navigator.share;
  }
  dress();
  toTheEnd();

  Live.listen([slug], {
    version: (_, newest) => newest !== version && !busy && again(),
    lost: () => problem(lost),
    found: () => {
      problem("");
      again();
    },
  });
  document.addEventListener("visibilitychange", () => !document.hidden && again());
})();
