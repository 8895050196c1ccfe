// Stepping through a table without loading a page: slider, buttons, keys, story, autoplay.
"use strict";
(() => {
  const page = document.getElementById("replay");
  const $ = (id) => document.getElementById(id);
  const { slug, query, lost } = page.dataset;
  const last = Number(page.dataset.last);
  const seat = new URLSearchParams(query).get("seat");
  const laid = new Map();
  let step = Number(page.dataset.step);
  let shown = step; // what lies on the table; behind `step` while a frame is on its way
  let before = null; // lines of the story at the step shown before
  let told = null; // and at this one

  async function call(path) {
    const answer = await fetch(`/t/${slug}/${path}`, { headers: { Accept: "application/json" } });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    return found;
  }
  const eyed = (given) => new URLSearchParams(seat === null ? given : { ...given, seat });

  const frames = Frames({
    ask: async (from, to) => {
      const wanted = eyed({ from, to });
      if ($("position").open) wanted.set("words", "");
      const found = await call(`frames?${wanted}`);
      // at the end of a game all steps are open, and have other numbers
      if (found.over !== (page.dataset.over === "yes")) location.reload();
      return found;
    },
  });

  // -- showing -----------------------------------------------------------------------------
  async function go(to, playing = false) {
    const from = step;
    step = Math.max(0, Math.min(last, to));
    if (!playing) stop();
    $("slider").value = step;
    const aim = step;
    try {
      const frame = frames.at(aim) ?? (await frames.get(aim));
      if (aim !== step || !frame) return; // somewhere else by now
      show(frame);
      frames.ahead(step, step < from ? -1 : 1, last);
      problem("");
    } catch (error) {
      problem(error instanceof TypeError ? lost : error.message);
    }
  }

  function problem(text) {
    $("problem").textContent = text;
    $("problem").hidden = !text;
  }

  function show(frame) {
    lay(frame, laid);
    [before, told] = [told, frame.told];
    shown = frame.step;
    read();
    follow();
    const where = page.dataset.where.replace("{n}", shown).replace("{all}", last);
    $("where").textContent = where;
    $("slider").setAttribute("aria-valuetext", where);
    document.title = page.dataset.titled.replace("{text}", where);
    for (const [id, to] of Object.entries(ends())) $(id).href = address(to);
    for (const field of document.querySelectorAll("input[name=step]")) field.value = shown;
    if ($("picture")) $("picture").href = `${path(shown)}/picture${query}`;
    if (overlays) overlays.refresh();
    page.dataset.step = shown;
    keepAddress();
  }

  const path = (to) => `/t/${slug}/replay/${to}`;
  const address = (to) => path(to) + query;
  const ends = () => ({
    first: 0,
    previous: Math.max(0, step - 1),
    next: Math.min(last, step + 1),
    last,
  });

  // A link of any position can be copied from the address; browsers take only so many a second.
  let keeping = 0;
  function keepAddress() {
    clearTimeout(keeping);
    keeping = setTimeout(() => history.replaceState(null, "", address(shown)), 150);
  }

  // A duel that begins is looked at.
  let duel = null;
  function follow() {
    const stage = document.querySelector("#part-stage .on-stage");
    const now = stage ? stage.id : "";
    if (now !== duel && (now || duel !== null))
      Board.glide(stage ? stage.dataset.focus.split(" ").filter(Boolean) : []);
    duel = now;
  }

  // The story comes by pages: the one with the last line told at this step, and those beside it
  // when the reader scrolls there. What is to come is pale, what came with this step is marked.
  const list = document.querySelector("#part-log .log");
  const perPage = Number(page.dataset.lines);
  const lastPage = Math.floor(Math.max(0, Number(page.dataset.told) - 1) / perPage);
  const pageOf = (number) => Math.floor(Math.max(0, number - 1) / perPage);
  let firstHere = Number(page.dataset.story); // pages in the list
  let lastHere = firstHere;
  let loading = null;

  const lineOf = ({ step: at, number, html, undone, level, tone }) => {
    const line = document.createElement("li");
    line.value = number;
    line.dataset.step = at;
    if (undone !== null) line.dataset.undone = undone;
    if (level) line.classList.add(`head-${level}`);
    if (tone) line.classList.add("toned", `tone-${tone}`);
    line.innerHTML = html;
    return line;
  };

  // Put a page of the story into the list: beside those that are there, or instead of them.
  async function load(number) {
    if (loading || (number >= firstHere && number <= lastHere)) return;
    loading = call(`story/${number}?${eyed({})}`);
    try {
      const found = (await loading).lines.map(lineOf);
      if (number === lastHere + 1) {
        list.append(...found);
        lastHere = number;
      } else if (number === firstHere - 1) {
        const below = list.scrollHeight - list.scrollTop;
        list.prepend(...found);
        list.scrollTop = list.scrollHeight - below;
        firstHere = number;
      } else {
        list.replaceChildren(...found);
        firstHere = lastHere = number;
      }
    } finally {
      loading = null;
    }
    markLines();
  }

  // Mark every line; the last one that has been told is returned.
  function markLines() {
    let newest = list.firstElementChild;
    for (const line of list.children) {
      const at = Number(line.dataset.step);
      line.classList.toggle("ahead", at > shown);
      line.classList.toggle("now", at === shown);
      const { undone } = line.dataset;
      line.classList.toggle("taken-back", undone !== undefined && Number(undone) <= shown);
      line.classList.remove("newest");
      if (at <= shown) newest = line;
    }
    newest?.classList.add("newest"); // all that a folded story shows
    return newest;
  }

  // Mark what is told at this step and bring its last line into view.
  async function read() {
    const aim = shown;
    const wanted = told === null ? firstHere : pageOf(told);
    while (loading) await loading.catch(() => {});
    await load(wanted).catch((error) => problem(error.message));
    if (aim !== shown) return; // somewhere else by now
    const line = markLines();
    if (!line) return;
    list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
  }

  list.addEventListener("scroll", () => {
    const near = list.clientHeight;
    if (list.scrollTop < near && firstHere > 0) load(firstHere - 1).catch(() => {});
    else if (list.scrollHeight - list.scrollTop - list.clientHeight < near && lastHere < lastPage)
      load(lastHere + 1).catch(() => {});
  });

  // -- going about -------------------------------------------------------------------------
  for (const id of Object.keys(ends()))
    $(id).addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(ends()[id]);
    });
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  document.querySelector(".marks").addEventListener("click", ({ target }) => {
    const mark = target.closest("[data-step]");
    if (mark) go(Number(mark.dataset.step));
  });
  list.addEventListener("click", ({ target }) => {
    const line = target.closest("li");
    if (line && !target.closest("[data-light]")) go(Number(line.dataset.step));
  });
  const turns = $("turns");
  const begins = turns ? [...turns.options].slice(1).map(({ value }) => Number(value)) : [];
  if (turns) {
    turns.addEventListener("change", () => {
      if (turns.value) go(Number(turns.value));
      turns.value = "";
    });
  }
  const turnAfter = () => begins.find((one) => one > step) ?? last;
  const turnBefore = () => begins.findLast((one) => one < step) ?? 0;

  const keys = {
    ArrowLeft: () => go(step - 1),
    ArrowRight: () => go(step + 1),
    Home: () => go(0),
    End: () => go(last),
    PageUp: () => go(turnBefore()),
    PageDown: () => go(turnAfter()),
    " ": () => (playing ? stop() : play()),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    const { target } = event;
    if (target.matches("select, textarea, input:not([type=range])")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    event.preventDefault();
    keys[event.key]();
  });

  // -- playing -----------------------------------------------------------------------------
  let playing = 0; // a timer
  function play() {
    if (step >= last) go(0);
    label($("play").dataset.pause, "▮▮");
    const next = async () => {
      await go(step + 1, true);
      if (!playing) return; // stopped meanwhile
      if (step >= last || shown !== step) stop();
      else playing = setTimeout(next, Number($("speed").value));
    };
    playing = setTimeout(next, Number($("speed").value));
  }
  function stop() {
    if (!playing) return;
    clearTimeout(playing);
    playing = 0;
    label($("play").dataset.play, "▶");
  }
  function label(text, sign) {
    const button = $("play");
    button.textContent = sign;
    button.title = text;
    button.setAttribute("aria-label", text);
  }
  $("play").addEventListener("click", () => (playing ? stop() : play()));

  // -- what else is there ------------------------------------------------------------------
  const eyes = $("eyes");
  if (eyes)
    eyes.addEventListener("change", () => {
      location.assign(`${path(step)}?${new URLSearchParams(new FormData(eyes))}`);
    });
  $("copy-link").addEventListener("click", async () => {
    const link = location.origin + address(step);
    const place = $("copied");
    try {
      await navigator.clipboard.writeText(link);
      place.textContent = place.dataset.said;
    } catch {
      place.textContent = link; // not allowed here: to be copied by hand
    }
  });
  $("position").addEventListener("toggle", () => {
    if (!$("position").open) return;
    frames.forget();
    go(step);
  });
  document.addEventListener("unfolded", read);
  const overlays = Overlays({
    call: (given) => call(`replay/${shown}/${given}`),
    seat: () => seat,
    since: () => before,
  });
  for (const one of document.querySelectorAll(".steps [hidden], #copy-link")) one.hidden = false;
  read();
  go(step);
})();
