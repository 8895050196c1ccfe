// Frames of a table, one per step: prefetched and cached (Frames), shown on the page (lay), and
// played back after the reader was away or bots have moved (Playback).
//
// A frame is { step, told, own, lines: [{ number, html, level, tone }], parts: { live, ... } }: the
// table at a step that the reader may see. `told` is the number of the last line of the story,
// `own` whether the reader made the move, `lines` what it adds to the story. Needs storage.js and
// morph.js.
"use strict";

// Show the parts of a frame. `rendered` holds the HTML of parts that nothing else changes, so that
// equal parts are not rendered again.
const showFrame = ({ parts }, rendered = null) => {
  for (const [name, html] of Object.entries(parts)) {
    const section = document.getElementById(`part-${name}`);
    if (!section || rendered?.get(name) === html) continue;
    morph(section, html);
    rendered?.set(name, html);
  }
};

// The frames of one reader: `ask(from, to)` returns { last, frames }.
const Frames = ({ ask }) => {
  const CHUNK = 25;
  const MOST = 400; // frames in the cache: a long game is some ten megabytes
  let cache = new Map(); // by step
  let requests = new Map(); // by the first step of a chunk

  async function fetchChunk(chunk) {
    const target = cache; // `forget` may replace it meanwhile
    // a response may have fewer frames than requested, to limit its size
    for (let from = chunk; from < chunk + CHUNK; ) {
      const answer = await ask(from, chunk + CHUNK - 1);
      for (const frame of answer.frames) target.set(frame.step, frame);
      from = answer.frames.length ? answer.frames.at(-1).step + 1 : Infinity;
      if (from > answer.last) break;
    }
    for (const step of target.keys()) {
      if (target.size <= MOST) break;
      if (step >= chunk && step < chunk + CHUNK) continue;
      target.delete(step); // the oldest first
      requests.delete(step - (step % CHUNK));
    }
  }

  function load(step) {
    const chunk = step - (step % CHUNK);
    if (!requests.has(chunk)) {
      const current = requests;
      const request = fetchChunk(chunk).catch((error) => {
        current.delete(chunk);
        throw error;
      });
      requests.set(chunk, request);
    }
    return requests.get(chunk);
  }

  return {
    // The frame of a step if it is cached, or undefined.
    at: (step) => cache.get(step),
    // The frame of a step, fetched if needed.
    get: async (step) => {
      for (let tried = null; !cache.has(step) && tried !== cache; ) {
        tried = cache; // if it is emptied meanwhile, the frame is requested once more
        await load(step);
      }
      return cache.get(step);
    },
    // Prefetch the frames after a step, in a direction.
    ahead: (step, direction, last) => {
      const next = step + direction * CHUNK;
      for (const wanted of [step, Math.min(last, Math.max(0, next))]) load(wanted).catch(() => {});
    },
    // Empty the cache.
    forget: () => {
      cache = new Map();
      requests = new Map();
    },
  };
};

// Play back what happened since the reader last looked, deed by deed, with moving pieces.
//
//   const playback = Playback({ slug, call, seat, lead, show, addLines, done });
//     slug        the slug of the table
//     call(path)  requests /t/SLUG/PATH; returns JSON or throws an Error
//     seat()      returns the seat through which the reader looks, or null
//     lead(frame) brings the place of the next move into view; returns whether that takes a moment
//     show(frame) puts the parts of a frame on the page (`showFrame`)
//     addLines(frame, skipped)  adds its lines to the story when its pieces have arrived; may return
//                 a promise to wait for
//     done(skipped)  is called when the playback has ended or was skipped
//   await playback.upTo(line)     play everything after the last noted line up to the present, and
//                                 note that the story was read up to `line`
//   await playback.since(line)    play the frames after this line of the story
//   playback.behind(line)         return whether `upTo` would play anything
//   playback.note(line)           note that the story has been read up to `line`; nothing is played
//   playback.skip()               show the present at once, as Escape, Enter and the button do
//   playback.playing()            return whether something is being played now
//   playback.hurries()            return whether scenes close by themselves
//
// Both promises resolve to true if anything was played: then the page shows the present, whether it
// was skipped or not. The pace is a setting of this browser: parts/playback.html has the bar with
// the button (#playback), parts/pace.html the select (#pace).
const Playback = ({ slug, call, seat, lead = () => false, show, addLines = () => {}, done = () => {} }) => {
  const PAUSES = { off: 0, quick: 1100, slow: 2400 }; // milliseconds that a move is shown
  const LEAD = 450; // milliseconds that the place where it begins is shown
  const GLIDE = 2500; // milliseconds after which pieces are not waited for any longer
  const bar = document.getElementById("playback");
  const select = document.getElementById("pace");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let running = null; // { skip, skipped }

  const pace = () => {
    const setting = Kept.get("pace");
    return setting in PAUSES ? setting : still ? "off" : "quick";
  };
  const key = () => `told ${slug} ${seat() ?? "-"}`;

  function pause(run, time) {
    return new Promise((resume) => {
      run.skip = resume;
      setTimeout(resume, time);
    });
  }

  function skip() {
    if (!running) return;
    running.skipped = true;
    running.skip();
  }

  // Wait until the pieces have moved or the reader skips; return whether any moved.
  async function piecesMoved(run) {
    const until = performance.now() + GLIDE;
    let moved = false;
    // a movement that is replaced by another one ends at once: the other one counts, too
    while (!run.skipped && performance.now() < until) {
      const gliding = document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition && animation.transitionProperty === "transform");
      if (!gliding.length) break;
      moved = true;
      const all = Promise.all(gliding.map(({ finished }) => finished.catch(() => {})));
      await Promise.race([all, pause(run, until - performance.now())]);
    }
    return moved;
  }

  // The bar names the player who moves; it describes the move when the pieces have arrived.
  const moveText = bar?.querySelector(".playback-line");
  function showHeading({ heading }) {
    const element = bar?.querySelector(".playback-heading");
    if (moveText) moveText.innerHTML = "";
    if (!element) return;
    element.innerHTML = heading?.html ?? element.dataset.heading;
    element.className = `playback-heading ${heading?.tone ? `toned tone-${heading.tone}` : ""}`;
  }
  function showMove({ lines }) {
    const deeds = lines.filter(({ level }) => !level);
    if (moveText) moveText.innerHTML = (deeds.at(-1) ?? lines.at(-1)).html;
  }

  async function play(run, number) {
    const viewedSeat = seat();
    const request = (query) =>
      call(`frames?${new URLSearchParams(viewedSeat === null ? query : { ...query, seat: viewedSeat })}`);
    let answer = await request({ since: number });
    while (answer.frames.length) {
      for (const frame of answer.frames) {
        if (seat() !== viewedSeat) return;
        const present = frame.step >= answer.last;
        if (run.skipped && !present) continue;
        const moves = frame.lines.length > 0 && !frame.own;
        // players know their own moves, and invisible ones need no pause
        if (moves) showHeading(frame);
        if (moves && !run.skipped && lead(frame)) await pause(run, LEAD);
        show(frame);
        run.shown = true;
        run.told = frame.told;
        const moved = moves && !run.skipped && (await piecesMoved(run));
        if (moves) showMove(frame);
        const isRead = addLines(frame, run.skipped);
        if (run.skipped || !moves) continue;
        const isOnBoard = frame.lines.some(({ focus }) => focus.length > 0);
        await pause(run, isOnBoard && !moved ? PAUSES[pace()] : PAUSES[pace()] / 2);
        if (!run.skipped) await Promise.race([isRead, new Promise((stop) => (run.skip = stop))]);
      }
      const { step, told: line } = answer.frames.at(-1);
      if (step >= answer.last) break;
      answer = await request(run.skipped ? { from: answer.last } : { since: line });
    }
  }

  async function since(line) {
    if (running || pace() === "off") return false;
    const run = { skip: () => {}, skipped: false, shown: false, told: 0 };
    running = run;
    if (bar) bar.hidden = false;
    try {
      await play(run, line);
    } catch {
      // the page itself reports the lost connection
    } finally {
      running = null;
      // more may have happened than was known at the beginning: it is not played again
      if (run.told > Number(Kept.get(key()) ?? run.told)) note(run.told);
      if (bar) bar.hidden = true;
      done(run.skipped);
    }
    return run.shown;
  }

  async function upTo(line) {
    if (running || document.hidden) return false; // played when the page is visible again
    const noted = Kept.get(key());
    note(line);
    return noted !== null && Number(noted) < line ? since(Number(noted)) : false;
  }
  // Whether `upTo` would play anything.
  const behind = (line) => {
    const noted = document.hidden || pace() === "off" ? null : Kept.get(key());
    return noted !== null && Number(noted) < line;
  };

  function note(line) {
    Kept.set(key(), line);
  }

  bar?.querySelector("button").addEventListener("click", skip);
  document.addEventListener(
    "keydown",
    (event) => {
      if (!running || (event.key !== "Escape" && event.key !== "Enter")) return;
      if (event.key === "Enter" && event.target.closest("#scene")) return; // turns its page
      event.preventDefault();
      event.stopPropagation(); // the focused element must not react to it too
      skip();
    },
    true,
  );
  if (select) {
    select.value = pace();
    select.addEventListener("change", () => {
      Kept.set("pace", select.value);
      if (select.value === "off") skip();
    });
  }
  const [playing, hurries] = [() => running !== null, () => pace() !== "off"];
  return { behind, since, upTo, note, skip, playing, hurries };
};
