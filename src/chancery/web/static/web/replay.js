// Stepping through a table without loading a page: slider, buttons, keys, story, autoplay.
"use strict";
(() => {
  const page = document.getElementById("replay");
  const $ = (id) => document.getElementById(id);
  const { slug, query, lost } = page.dataset;
  const last = Number(page.dataset.last);
  const seat = new URLSearchParams(query).get("seat");
  const rendered = new Map(); // HTML of the parts on the page
  let step = Number(page.dataset.step);
  let shown = step; // the step on the page; differs from `step` while its frame is being loaded
  let lineBefore = null; // last line of the story at the step that was shown before
  let lineShown = null; // last line of the story at the step that is shown

  async function call(path) {
    const response = await fetch(`/t/${slug}/${path}`, { headers: { Accept: "application/json" } });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }
  const withSeat = (fields) => new URLSearchParams(seat === null ? fields : { ...fields, seat });

  const frames = Frames({
    ask: async (from, to) => {
      const range = withSeat({ from, to });
      if ($("position").open) range.set("words", "");
      const answer = await call(`frames?${range}`);
      // at the end of a game all steps become visible, and their numbers change
      if (answer.over !== (page.dataset.over === "yes")) location.reload();
      return answer;
    },
  });

  // -- showing -----------------------------------------------------------------------------
  // The slider and the curve move at once. The board follows when frames arrive, with one request at
  // a time, even if the slider is dragged far.
  let going = null;
  function go(to, playing = false) {
    step = Math.max(0, Math.min(last, to));
    if (!playing) stop();
    point();
    going ??= catchUp().finally(() => (going = null));
    return going;
  }
  async function catchUp() {
    try {
      do {
        const [from, aim] = [shown, step];
        const frame = frames.at(aim) ?? (await frames.get(aim));
        if (!frame) return;
        show(frame);
        if (aim === step) frames.ahead(step, step < from ? -1 : 1, last);
      } while (shown !== step);
      problem("");
    } catch (error) {
      problem(error instanceof TypeError ? lost : error.message);
    }
  }

  // Describe the position of the slider: in words, and with win probabilities where known.
  function point() {
    $("slider").value = step;
    const where = page.dataset.where.replace("{n}", step).replace("{all}", last);
    $("where").textContent = where;
    $("turn").textContent = turnAt(step);
    const chances = [...document.querySelectorAll(".chances li")].map((line, number) => {
      const known = step <= points.at(-1)[0]; // so far
      const chance = known ? `${Math.round(chanceAt(step, number) / 10)}%` : "–";
      line.querySelector("b").textContent = chance;
      return `${line.title} ${chance}`;
    });
    const words = [turnAt(step), where, ...chances].filter(Boolean).join(", ");
    $("slider").setAttribute("aria-valuetext", words);
    return where;
  }

  function problem(text) {
    $("problem").textContent = text;
    $("problem").hidden = !text;
  }

  function show(frame) {
    showFrame(frame, rendered);
    [lineBefore, lineShown] = [lineShown, frame.told];
    shown = frame.step;
    read();
    follow();
    const where = point();
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

  // The address links to the current position; browsers limit how often it may be replaced.
  let keeping = 0;
  function keepAddress() {
    clearTimeout(keeping);
    keeping = setTimeout(() => history.replaceState(null, "", address(shown)), 150);
  }

  // Bring a duel that begins into view, and the analysis of this step.
  let focus = null;
  function follow() {
    const stage = document.querySelector("#part-stage .on-stage");
    const scene = document.querySelector(".scene"); // a game without a board has none
    const duels = stage?.matches(".duel") ?? false;
    page.classList.toggle("has-duel", duels);
    scene?.classList.toggle("with-duel", duels);
    const items = [...document.querySelectorAll(`#part-analysis li[data-step="${shown}"]`)];
    const places = [stage ?? [], items].flat().flatMap(({ dataset }) => dataset.focus.split(" "));
    const newFocus = [stage?.id ?? "", ...places].join(" ").trim();
    if (newFocus !== focus && (newFocus || focus !== null)) Board.glide(places.filter(Boolean));
    focus = newFocus;
    markItems(items);
  }

  // -- the analysis ------------------------------------------------------------------------
  let points = []; // [length, chances by seat in per mille]
  function readCurve() {
    points = JSON.parse(document.querySelector(".curve-frame")?.dataset.points || "[]");
    const order = $("order");
    if (order) order.hidden = false;
  }
  function chanceAt(at, number) {
    const index = points.findIndex(([length]) => length > at);
    const [to, after] = points.at(index);
    const [from, before] = points[index - 1] ?? points.at(index);
    const part = to === from ? 0 : (at - from) / (to - from);
    return before[number] + (after[number] - before[number]) * part;
  }

  function markItems(items) {
    for (const item of document.querySelectorAll("#part-analysis li[data-step]")) {
      const isCurrent = items.includes(item);
      if (isCurrent && !item.classList.contains("now")) item.scrollIntoView({ block: "nearest" });
      item.classList.toggle("now", isCurrent);
    }
    const verdict = document.querySelector(".verdicts.here > .now");
    page.classList.toggle("has-verdict", verdict !== null);
    for (const dot of document.querySelectorAll(".curve .dot"))
      dot.classList.toggle("now", Number(dot.dataset.step) === shown);
  }

  const analysis = $("part-analysis");
  analysis?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("summary, select, button, [data-light]")) return;
    const to = event.target.closest("[data-step]");
    if (!to) return;
    event.preventDefault();
    go(Number(to.dataset.step));
  });
  analysis?.addEventListener("change", ({ target }) => {
    const list = analysis.querySelector(".slips");
    const rank = (item) => Number(item.dataset[target.value]);
    list.append(...[...list.children].sort((first, second) => rank(first) - rank(second)));
  });

  // Poll an analysis in progress until it is done.
  async function look() {
    if (document.hidden) return later();
    try {
      const answer = await call(`analysis/progress?${withSeat({ step })}`);
      showFrame(answer);
      readCurve();
      point();
      follow();
      if (!answer.waits) return;
    } catch {
      // the next poll may succeed
    }
    later();
  }
  const later = () => setTimeout(look, 1000 * Number(analysis.dataset.again));
  analysis?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const headers = { Accept: "application/json" };
    const body = new FormData(form);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers, redirect: "manual" });
      if (answer.type !== "opaqueredirect") throw new Error((await answer.json()).error);
      look();
    } catch (error) {
      problem(error instanceof TypeError ? lost : error.message);
    }
  });

  // -- the story ---------------------------------------------------------------------------
  // The story is loaded by pages: the one with the last line at this step, and those beside it
  // when the reader scrolls there. Future lines are pale, new lines of this step are marked.
  const list = document.querySelector("#part-log .log");
  const perPage = Number(page.dataset.lines);
  const lastPage = Math.floor(Math.max(0, Number(page.dataset.told) - 1) / perPage);
  const pageOf = (number) => Math.floor(Math.max(0, number - 1) / perPage);
  let firstLoaded = Number(page.dataset.story); // of the pages in the list
  let lastLoaded = firstLoaded;
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

  // Put a page of the story into the list: beside the others, or instead of them.
  async function load(number) {
    if (loading || (number >= firstLoaded && number <= lastLoaded)) return;
    loading = call(`story/${number}?${withSeat({})}`);
    try {
      const lines = (await loading).lines.map(lineOf);
      if (number === lastLoaded + 1) {
        list.append(...lines);
        lastLoaded = number;
      } else if (number === firstLoaded - 1) {
        const below = list.scrollHeight - list.scrollTop;
        list.prepend(...lines);
        list.scrollTop = list.scrollHeight - below;
        firstLoaded = number;
      } else {
        list.replaceChildren(...lines);
        firstLoaded = lastLoaded = number;
      }
    } finally {
      loading = null;
    }
    markLines();
  }

  // Mark every line as past or future; returns the last past one.
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

  // Mark the lines of this step and bring the last one into view.
  async function read() {
    const aim = shown;
    const storyPage = lineShown === null ? firstLoaded : pageOf(lineShown);
    while (loading) await loading.catch(() => {});
    await load(storyPage).catch((error) => problem(error.message));
    if (aim !== shown) return; // another step is shown by now
    const newest = markLines();
    if (!newest) return;
    const middle = newest.offsetTop - list.offsetTop - (list.clientHeight - newest.offsetHeight) / 2;
    list.scrollTop = middle;
  }

  list.addEventListener("scroll", () => {
    const near = list.clientHeight;
    if (list.scrollTop < near && firstLoaded > 0) load(firstLoaded - 1).catch(() => {});
    else if (list.scrollHeight - list.scrollTop - list.clientHeight < near && lastLoaded < lastPage)
      load(lastLoaded + 1).catch(() => {});
  });

  // -- navigation --------------------------------------------------------------------------
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
  const turnAt = (at) => {
    const index = begins.findLastIndex((begin) => begin <= at);
    return index < 0 ? "" : turns.options[index + 1].text;
  };
  const turnAfter = () => begins.find((begin) => begin > step) ?? last;
  const turnBefore = () => begins.findLast((begin) => begin < step) ?? 0;

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

  // -- autoplay ----------------------------------------------------------------------------
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

  // -- viewpoint, link and position ----------------------------------------------------------------
  const eyes = $("eyes");
  if (eyes)
    eyes.addEventListener("change", () => {
      location.assign(`${path(step)}?${new URLSearchParams(new FormData(eyes))}`);
    });
  $("copy-link").addEventListener("click", async () => {
    const link = location.origin + address(step);
    const message = $("copied");
    try {
      await navigator.clipboard.writeText(link);
      message.textContent = message.dataset.said;
    } catch {
      message.textContent = link; // copying is not allowed: the reader can do it by hand
    }
  });
  $("position").addEventListener("toggle", () => {
    if (!$("position").open) return;
    frames.forget();
    go(step);
  });
  document.addEventListener("unfolded", read);
  const overlays = Overlays({
    call: (part) => call(`replay/${shown}/${part}`),
    seat: () => seat,
    since: () => lineBefore,
  });
  for (const control of document.querySelectorAll(".steps [hidden]:not(#problem), #copy-link"))
    control.hidden = false;
  readCurve();
  if (analysis && page.dataset.waits === "yes") later();
  read();
  go(step);
})();
