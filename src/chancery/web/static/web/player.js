// Frames of a table, one a step: fetched ahead and kept (Frames), laid on the page (lay), and played
// where somebody was away or bots have moved (Playback).
//
// A frame is { step, told, own, lines: [{ number, html, level, tone }], parts: { live, ... } }: the
// table at a step that the reader may see, how many lines the story has then, whether he moved there
// himself, and the lines that came with it. Needs storage.js and morph.js.
"use strict";

// What lies on the table becomes what the frame says. `laid` remembers what is there by name, where
// nobody else changes it: the same is not laid twice.
const lay = ({ parts }, laid = null) => {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(`part-${name}`);
    if (!place || laid?.get(name) === html) continue;
    morph(place, html);
    laid?.set(name, html);
  }
};

// The frames of one reader: `ask(from, to)` gives { last, frames }.
const Frames = ({ ask }) => {
  const CHUNK = 25;
  const MOST = 400; // kept: a long game is some ten megabytes
  let kept = new Map();
  let asked = new Map(); // by the first step of a chunk

  async function fetched(chunk) {
    const mine = kept;
    // an answer may have fewer frames than were asked for, so that it is not too large
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
    // The frame of a step where it is here already, or undefined.
    at: (step) => kept.get(step),
    // The frame of a step, fetched if need be.
    get: async (step) => {
      for (let from = null; !kept.has(step) && from !== kept; ) {
        from = kept; // forgotten meanwhile: asked for once more
        await load(step);
      }
      return kept.get(step);
    },
    // What will be wanted next, from a step on in a direction.
    ahead: (step, direction, last) => {
      const next = step + direction * CHUNK;
      for (const one of [step, Math.min(last, Math.max(0, next))]) load(one).catch(() => {});
    },
    // All of it is asked for anew.
    forget: () => {
      kept = new Map();
      asked = new Map();
    },
  };
};

// What happened while a reader was away, or since he looked last, deed by deed with the board moving.
//
//   const playback = Playback({ slug, call, seat, lead, show, done });
//     slug        of the table
//     call(path)  asks the server at /t/SLUG/PATH: JSON, or an Error
//     seat()      the seat looked through, or null
//     lead(frame) lets the reader see where something is about to move; whether he needs time for it
//     show(frame) puts a frame on the page (`lay`, and its lines into the story); may return a promise
//                 that is waited for
//     done(skipped)  the playback is at its end, or was skipped
//   await playback.upTo(told)     plays what came after the last line that was noted, as far as the
//                                 present, and notes that the story was read to `told`
//   await playback.since(number)  plays the frames after so many lines of the story
//   playback.behind(told)         whether `upTo` would play anything
//   playback.note(told)           the story has been read so far; nothing is played
//   playback.skip()               the present at once; so do Escape, Enter and the button
//   playback.playing()            whether something is being played now
//   playback.hurries()            whether the reader lets the page go on by itself
//
// Both promises give true if anything was played: the present lies on the page then, whether it was
// skipped or not. The pace is the reader's, kept in this browser: parts/playback.html has the bar with
// the button (#playback), parts/pace.html the select (#pace).
const Playback = ({ slug, call, seat, lead = () => false, show, done = () => {} }) => {
  const PAUSES = { off: 0, quick: 1100, slow: 2400 }; // milliseconds that a deed is looked at
  const LEAD = 450; // and the place where it begins
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

  // Who moves, and what he does.
  function tell({ heading, lines }) {
    if (!bar || !lines.length) return;
    const over = bar.querySelector(".playback-heading");
    const deeds = lines.filter(({ level }) => !level);
    if (over) {
      over.innerHTML = heading?.html ?? over.dataset.heading;
      over.className = `playback-heading ${heading?.tone ? `toned tone-${heading.tone}` : ""}`;
    }
    const last = deeds.at(-1) ?? lines.at(-1);
    bar.querySelector(".playback-line").innerHTML = last.html;
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
        // the player who has moved knows it; what nobody can see is not waited for
        if (moves && !run.skipped && lead(frame)) await pause(run, LEAD);
        if (moves) tell(frame);
        const shown = show(frame);
        run.shown = true;
        if (run.skipped || !moves) continue;
        const seen = frame.lines.some(({ focus }) => focus.length > 0);
        await pause(run, seen ? PAUSES[pace()] : PAUSES[pace()] / 2);
        if (!run.skipped) await Promise.race([shown, new Promise((stop) => (run.skip = stop))]);
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
      // the page itself says that the connection is lost
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
