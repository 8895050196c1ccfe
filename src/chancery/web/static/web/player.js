// Frames of a table, one per step: prefetched and cached (Frames), shown on the page (lay), and
// played back after the reader was away or bots have moved (Playback).
//
// A frame is { step, told, own, lines: [{ number, html, level, tone }], parts: { live, ... } }: the
// table at a step that the reader may see, the length of the story, whether the reader made the
// move, and its new lines. Needs storage.js and morph.js.
"use strict";

// Show the parts of a frame. `laid` caches the HTML of parts that nothing else changes, so that
// equal parts are not rendered again.
const lay = ({ parts }, laid = null) => {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(`part-${name}`);
    if (!place || laid?.get(name) === html) continue;
    morph(place, html);
    laid?.set(name, html);
  }
};

// The frames of one reader: `ask(from, to)` returns { last, frames }.
const Frames = ({ ask }) => {
  const CHUNK = 25;
  const MOST = 400; // kept: a long game is some ten megabytes
  let kept = new Map();
  let asked = new Map(); // by the first step of a chunk

  async function fetched(chunk) {
    const mine = kept;
    // a response may have fewer frames than requested, to limit its size
    for (let from = chunk; from < chunk + CHUNK; ) {
      const found = await ask(from, chunk + CHUNK - 1);
      for (const frame of found.frames) mine.set(frame.step, frame);
      from = found.frames.length ? found.frames.at(-1).step + 1 : Infinity;
      if (from > found.last) break;
    }
    for (const step of mine.keys()) {
      if (mine.size <= MOST) break;
      if (step >= chunk && step < chunk + CHUNK) continue;
      mine.delete(step); // the oldest first
      asked.delete(step - (step % CHUNK));
    }
  }

  function load(step) {
    const chunk = step - (step % CHUNK);
    if (!asked.has(chunk)) {
      const mine = asked;
      const coming = fetched(chunk).catch((error) => {
        mine.delete(chunk);
        throw error;
      });
      asked.set(chunk, coming);
    }
    return asked.get(chunk);
  }

  return {
    // The frame of a step if it is cached, or undefined.
    at: (step) => kept.get(step),
    // The frame of a step, fetched if needed.
    get: async (step) => {
      for (let from = null; !kept.has(step) && from !== kept; ) {
        from = kept; // forgotten meanwhile: asked for once more
        await load(step);
      }
      return kept.get(step);
    },
    // Prefetch the frames after a step, in a direction.
    ahead: (step, direction, last) => {
      const next = step + direction * CHUNK;
      for (const one of [step, Math.min(last, Math.max(0, next))]) load(one).catch(() => {});
    },
    // Empty the cache.
    forget: () => {
      kept = new Map();
      asked = new Map();
    },
  };
};

// Play back what happened since the reader last looked, deed by deed, with moving pieces.
//
//   const playback = Playback({ slug, call, seat, lead, show, tell, done });
//     slug        of the table
//     call(path)  asks the server at /t/SLUG/PATH: JSON, or an Error
//     seat()      the seat looked through, or null
//     lead(frame) bring the place of the next move into view; returns whether that takes a moment
//     show(frame) put the parts of a frame on the page (`lay`)
//     tell(frame, skipped)  put its lines into the story, when its pieces have arrived; may return a
//                 promise to wait for
//     done(skipped)  the playback has ended or was skipped
//   await playback.upTo(told)     play everything after the last noted line up to the present, and
//                                 note that the story was read to `told`
//   await playback.since(number)  play the frames after this line of the story
//   playback.behind(told)         whether `upTo` would play anything
//   playback.note(told)           the story has been read to here; nothing is played
//   playback.skip()               show the present at once, as Escape, Enter and the button do
//   playback.playing()            whether something is being played now
//   playback.hurries()            whether scenes close by themselves
//
// Both promises resolve to true if anything was played: then the page shows the present, whether it
// was skipped or not. The pace is a setting of this browser: parts/playback.html has the bar with
// the button (#playback), parts/pace.html the select (#pace).
const Playback = ({ slug, call, seat, lead = () => false, show, tell = () => {}, done = () => {} }) => {
  const PAUSES = { off: 0, quick: 1100, slow: 2400 }; // milliseconds that a deed is looked at
  const LEAD = 450; // and the place where it begins
  const GLIDE = 2500; // the longest that pieces move
  const bar = document.getElementById("playback");
  const select = document.getElementById("pace");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let running = null; // { skip, skipped }

  const pace = () => {
    const chosen = Kept.get("pace");
    return chosen in PAUSES ? chosen : still ? "off" : "quick";
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

  // Wait until the pieces have moved, or the reader goes on; return whether any moved.
  async function arrived(run) {
    const gliding = document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && one.transitionProperty === "transform");
    if (!gliding.length) return false;
    const all = Promise.all(gliding.map(({ finished }) => finished.catch(() => {})));
    await Promise.race([all, pause(run, GLIDE)]);
    return true;
  }

  // Name who moves; what he has done is told when the pieces have arrived.
  const line = bar?.querySelector(".playback-line");
  function name({ heading }) {
    const over = bar?.querySelector(".playback-heading");
    if (line) line.innerHTML = "";
    if (!over) return;
    over.innerHTML = heading?.html ?? over.dataset.heading;
    over.className = `playback-heading ${heading?.tone ? `toned tone-${heading.tone}` : ""}`;
  }
  function say({ lines }) {
    const deeds = lines.filter(({ level }) => !level);
    if (line) line.innerHTML = (deeds.at(-1) ?? lines.at(-1)).html;
  }

  async function play(run, number) {
    const eyes = seat();
    const asked = (query) =>
      call(`frames?${new URLSearchParams(eyes === null ? query : { ...query, seat: eyes })}`);
    let found = await asked({ since: number });
    while (found.frames.length) {
      for (const frame of found.frames) {
        if (seat() !== eyes) return;
        const present = frame.step >= found.last;
        if (run.skipped && !present) continue;
        const moves = frame.lines.length > 0 && !frame.own;
        // players know their own moves, and invisible ones need no pause
        if (moves) name(frame);
        if (moves && !run.skipped && lead(frame)) await pause(run, LEAD);
        show(frame);
        run.shown = true;
        const moved = moves && !run.skipped && (await arrived(run));
        if (moves) say(frame);
        const told = tell(frame, run.skipped);
        if (run.skipped || !moves) continue;
        const seen = frame.lines.some(({ focus }) => focus.length > 0);
        await pause(run, seen && !moved ? PAUSES[pace()] : PAUSES[pace()] / 2);
        if (!run.skipped) await Promise.race([told, new Promise((stop) => (run.skip = stop))]);
      }
      const { step, told } = found.frames.at(-1);
      if (step >= found.last) break;
      found = await asked(run.skipped ? { from: found.last } : { since: told });
    }
  }

  async function since(number) {
    if (running || pace() === "off") return false;
    const run = { skip: () => {}, skipped: false, shown: false };
    running = run;
    if (bar) bar.hidden = false;
    try {
      await play(run, number);
    } catch {
      // the page itself reports the lost connection
    } finally {
      running = null;
      if (bar) bar.hidden = true;
      done(run.skipped);
    }
    return run.shown;
  }

  async function upTo(told) {
    if (running || document.hidden) return false; // whoever is not there is told later
    const noted = Kept.get(key());
    note(told);
    return noted !== null && Number(noted) < told ? since(Number(noted)) : false;
  }
  // Whether `upTo` would play anything.
  const behind = (told) => {
    const noted = document.hidden || pace() === "off" ? null : Kept.get(key());
    return noted !== null && Number(noted) < told;
  };

  function note(told) {
    Kept.set(key(), told);
  }

  bar?.querySelector("button").addEventListener("click", skip);
  document.addEventListener(
    "keydown",
    (event) => {
      if (!running || (event.key !== "Escape" && event.key !== "Enter")) return;
      if (event.key === "Enter" && event.target.closest("#scene")) return; // reads on
      event.preventDefault();
      event.stopPropagation(); // it was meant for this, not for what has the focus
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
