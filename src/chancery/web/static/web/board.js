// Zooming and panning of a board inside its frame; the drawing itself is not changed.
"use strict";
const Board = (() => {
  const frame = document.getElementById("frame");
  if (!frame)
    return {
      follow: () => false, glide: () => {}, lead: () => false, outline: () => [], led: () => false, veil: () => {},
      whole: () => {},
    };
  const board = frame.firstElementChild;
  const marks = document.getElementById("part-marks");
  const kept = `board ${frame.dataset.board}`;
  const NEAREST = 8;
  const STEP = 1.4;
  const SLIP = 6; // pixels that a click may slip
  const shape = board.querySelector("svg").getAttribute("viewBox");
  const [, , WIDTH, HEIGHT] = shape.split(" ").map(Number);
  // the size of the frame without its border, with fractions of a pixel
  function inner() {
    const { width, height } = frame.getBoundingClientRect();
    return [width - 2 * frame.clientLeft, height - 2 * frame.clientTop];
  }
  // pixels per unit of the drawing when it fits a box of this size
  const fitting = (wide, tall) => Math.min(wide / WIDTH, tall / HEIGHT);
  const unit = () => fitting(...inner());
  // A small screen shows one part of the board at a time: the map first, its margins beside it.
  const narrow = matchMedia("(max-width: 60rem)");
  const parts = JSON.parse(frame.dataset.boxes || "[]");
  const legible = Number(frame.dataset.legible) || 0;
  let part = 0;
  // The part that can be panned, as fractions of the frame's width and height: its origin and its
  // size. null: the whole drawing.
  function area(which = part) {
    const everything = [0, 0, WIDTH, HEIGHT];
    const [left, top, wide, tall] = (narrow.matches && which !== null && parts[which]) || everything;
    const [right, down] = inner().map((size) => unit() / size);
    return [
      (1 - WIDTH * right) / 2 + left * right, (1 - HEIGHT * down) / 2 + top * down,
      wide * right, tall * down,
    ];
  }
  const least = () => Math.min(1 / area()[2], 1 / area()[3]); // the scale at which it fits
  const isWhole = () => scale <= least() * 1.001;
  let scale = 1;
  let [x, y] = [0, 0]; // what lies in the frame's corner, as fractions of its width and height

  // The size at which the board is laid out, that of the frame when the page opens. It is kept
  // when the frame changes: a transform is cheap, a new layout of all names is not.
  let laid = null;
  function lay() {
    laid = inner();
    board.style.width = `${laid[0]}px`;
    board.style.height = `${laid[1]}px`;
  }
  // Move the board so that the drawing lies where x, y and scale say.
  function transform() {
    const [wide, tall] = inner();
    const grown = (unit() / fitting(...laid)) * scale;
    // both boxes have the drawing in their middle
    const right = (0.5 - x) * wide * scale - (laid[0] / 2) * grown;
    const down = (0.5 - y) * tall * scale - (laid[1] / 2) * grown;
    const still = Math.abs(grown - 1) < 1e-6 && Math.hypot(right, down) < 1e-3;
    board.style.transform = still ? "" : `translate(${right}px, ${down}px) scale(${grown})`;
  }

  // -- showing -------------------------------------------------------------------------------
  const between = (low, value, high) => Math.min(Math.max(low, value), Math.max(low, high));

  // The offset of one side: the drawing fills the frame, or fits into it and is centred.
  function begins(wanted, start, size) {
    if (size * scale <= 1) return start + size / 2 - 0.5 / scale;
    return between(start, wanted, start + size - 1 / scale);
  }

  function place(nearness, left, top) {
    if (!frame.clientHeight || !frame.clientWidth) return; // nothing to be seen of it
    const grown = laid ? unit() / fitting(...laid) : 0;
    if (grown < 0.5 || grown > 2) lay(); // letters would be drawn far from the size they are set in
    const [startX, startY, wide, tall] = area();
    const fit = least();
    scale = between(fit, nearness, NEAREST);
    if (scale < fit * 1.01) scale = fit;
    // the drawing keeps its aspect ratio: empty space beside it cannot be panned
    x = begins(left, startX, wide);
    y = begins(top, startY, tall);
    transform();
    // units of the drawing per pixel; set on the board, thousands of elements would inherit it
    marks?.style.setProperty("--pixel", 1 / (unit() * scale));
    // pixels per unit of the drawing decide which texts are legible;
    // on a fine screen small letters are, unless the screen itself is small
    const fine = devicePixelRatio >= 2 && !narrow.matches ? 1.25 : 1;
    const sharpness = fine * unit() * scale;
    board.dataset.detail = sharpness < 0.55 ? 0 : sharpness < 0.95 ? 1 : 2;
    board.classList.toggle("tiny", sharpness < 0.4); // the whole board on a phone
    // the class can make the frame taller: then there is less to pan
    if (frame.classList.contains("near") === isWhole()) {
      frame.classList.toggle("near", !isWhole());
      place(scale, x, y);
    }
  }

  // While it moves, the board is one composited picture; at rest it is drawn sharply again.
  let rest = 0;
  function stir() {
    board.classList.add("moving");
    clearTimeout(rest);
    rest = setTimeout(() => board.classList.remove("moving"), 250);
  }

  // `keeps`: the reader has moved it himself, and the next page shows the same.
  function show(nearness, left, top, keeps = true) {
    stir();
    resting = false;
    place(nearness, left, top);
    if (!keeps) return;
    try {
      sessionStorage.setItem(kept, JSON.stringify(lies()));
    } catch {
      // no storage: the next page shows the whole board
    }
  }

  // Convert a point of the window to fractions of the frame.
  function within(clientX, clientY) {
    const box = frame.getBoundingClientRect();
    const [wide, tall] = inner();
    return [
      (clientX - box.left - frame.clientLeft) / wide,
      (clientY - box.top - frame.clientTop) / tall,
    ];
  }

  // -- the parts of the board ----------------------------------------------------------------
  const lies = () => [scale, x, y, part];
  const edges = [...frame.parentElement.querySelectorAll(".edge")];

  // Pan another part of the board; leaving a margin returns to the nearest side of the map.
  function turnTo(which) {
    part = which;
    const from = (number) => (parts[number] ? parts[number][0] : 0);
    for (const edge of edges) {
      const number = Number(edge.dataset.margin);
      edge.hidden = !narrow.matches || part === null || number === part || (part > 0 && number > 0);
      edge.classList.toggle("left", from(number) < from(part ?? 0));
    }
  }
  // The part that contains a point of the board; the current one if it does.
  function partWith(across, down) {
    if (!narrow.matches || !parts.length) return part;
    const holds = (number) => {
      const [left, top, wide, tall] = area(number);
      return across >= left && across <= left + wide && down >= top && down <= top + tall;
    };
    const found = [part, ...parts.keys()].find((number) => number !== null && holds(number));
    return found ?? null;
  }
  for (const edge of edges)
    edge.addEventListener("click", () => {
      turnTo(Number(edge.dataset.margin));
      board.classList.add("sliding");
      setTimeout(() => board.classList.remove("sliding"), 400);
      const [left, top, wide, tall] = area();
      const nearness = part ? 1 / wide : Math.max(1 / wide, 1 / tall, legible / unit());
      show(nearness, left + wide / 2 - 0.5 / nearness, part ? top : top + tall / 2 - 0.5 / nearness);
    });

  // Pan and zoom so that the first point of the board lies under the second point of the window.
  function zoom(factor, from, to = from) {
    const nearness = between(least(), scale * factor, NEAREST);
    show(nearness, x + from[0] / scale - to[0] / nearness, y + from[1] / scale - to[1] / nearness);
  }

  function zoomMiddle(factor) {
    const box = frame.getBoundingClientRect();
    zoom(factor, within(box.left + box.width / 2, box.top + box.height / 2));
  }

  function move(right, down) {
    show(scale, x + right / scale, y + down / scale);
  }

  // -- wheel, buttons, keys ------------------------------------------------------------------
  let wheeled = -Infinity;
  frame.addEventListener(
    "wheel",
    (event) => {
      const farther = event.deltaY > 0 && !event.ctrlKey;
      // at the fitted size the page scrolls on, but not by the same turn of the wheel
      if (isWhole() && farther && event.timeStamp - wheeled > 300) return;
      event.preventDefault();
      wheeled = event.timeStamp;
      const lines = [1, 16, 400][event.deltaMode];
      const turned = between(-120, event.deltaY * lines, 120) * (event.ctrlKey ? 4 : 1);
      zoom(Math.exp(-turned / 400), within(event.clientX, event.clientY));
    },
    { passive: false },
  );

  const doings = {
    in: () => zoomMiddle(STEP),
    out: () => zoomMiddle(1 / STEP),
    fit: () => {
      turnTo(parts.length ? 0 : null);
      show(least(), 0, 0);
    },
    matter: () => {
      const able = [...board.querySelectorAll(".is-goal")];
      around(able.length ? able : [...board.querySelectorAll(".is-legal")]);
    },
  };

  // Zoom so that all of these are visible, with some margin.
  function around(places, keeps = true, nearest = 1.6) {
    if (!places.length) return doings.fit();
    const boxes = places.map((one) => one.getBoundingClientRect());
    const low = within(
      Math.min(...boxes.map((box) => box.left)),
      Math.min(...boxes.map((box) => box.top)),
    );
    const high = within(
      Math.max(...boxes.map((box) => box.right)),
      Math.max(...boxes.map((box) => box.bottom)),
    );
    const [left, top] = [x + low[0] / scale, y + low[1] / scale];
    const [wide, tall] = [(high[0] - low[0]) / scale, (high[1] - low[1]) / scale];
    turnTo(partWith(left + wide / 2, top + tall / 2));
    // on a small screen the tools lie over the lower edge
    const clear = narrow.matches ? 1 - Math.min(0.2, 40 / inner()[1]) : 1;
    const room = Math.min(0.8 / wide, (0.8 * clear) / tall, nearest / unit());
    const nearness = between(least(), room, NEAREST);
    const down = top + tall / 2 - (0.5 * clear) / nearness;
    show(nearness, left + wide / 2 - 0.5 / nearness, down, keeps);
  }

  // Centre a place, zoomed in far enough to be read, and highlight it for a while.
  function point(name) {
    const places = [...board.querySelectorAll(`[data-target="${CSS.escape(name)}"]`)];
    if (!places.length) return;
    const box = places[0].getBoundingClientRect();
    const at = within(box.left + box.width / 2, box.top + box.height / 2);
    turnTo(partWith(x + at[0] / scale, y + at[1] / scale));
    const nearness = Math.max(scale, between(least(), 1.1 / unit(), NEAREST));
    show(nearness, x + at[0] / scale - 0.5 / nearness, y + at[1] / scale - 0.5 / nearness);
    for (const one of places) {
      one.classList.add("is-lit");
      setTimeout(() => one.classList.remove("is-lit"), 2500);
    }
  }
  const tools = document.getElementById("tools");
  tools.hidden = false;
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) doings[button.dataset.zoom]();
  });

  // Places by name, as their titles give it.
  const find = document.getElementById("find");
  const names = new Map();
  for (const one of board.querySelectorAll("#ground [data-target]")) {
    const title = one.querySelector("title");
    if (title) names.set(title.textContent, one.dataset.target);
  }
  find.hidden = !names.size;
  // on a small screen a button unfolds overlays and search
  const more = document.getElementById("more-tools");
  function unfold(open) {
    tools.classList.toggle("open", open);
    more.setAttribute("aria-expanded", String(open));
  }
  more.hidden = !names.size && !tools.querySelector("[data-overlay]");
  more.addEventListener("click", () => unfold(!tools.matches(".open")));
  tools.addEventListener("click", ({ target }) => {
    if (target.closest("[data-overlay]")) unfold(false);
  });
  const plain = (text) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/ß/g, "ss")
      .replace(/ł/g, "l");
  const search = find.elements.name;
  search.addEventListener("focus", () => {
    const list = document.getElementById("find-names");
    if (list.children.length) return;
    for (const name of names.keys()) list.append(new Option("", name));
  });
  function seek(text) {
    if (names.has(text)) return names.get(text);
    const wanted = plain(text.trim());
    if (!wanted) return null;
    const fits = [...names].filter(([name]) => plain(name).includes(wanted));
    const first = fits.find(([name]) => plain(name).startsWith(wanted)) ?? fits[0];
    return first ? first[1] : null;
  }
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = seek(search.value);
    if (found) {
      unfold(false);
      point(found);
    }
    find.classList.toggle("nothing", !found);
  });
  search.addEventListener("input", () => {
    find.classList.remove("nothing");
    if (names.has(search.value)) point(names.get(search.value));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea, select") || find.hidden) return;
    event.preventDefault();
    search.focus();
  });

  const { in: nearer, out, fit, matter } = doings;
  const keys = { "+": nearer, "=": nearer, "-": out, 0: fit, ".": matter };
  const arrows = {
    ArrowLeft: [-0.15, 0],
    ArrowRight: [0.15, 0],
    ArrowUp: [0, -0.15],
    ArrowDown: [0, 0.15],
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = !isWhole() && arrows[event.key]; // at fit they are the page's
    if (arrow) move(...arrow);
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // A piece focused by the keyboard is scrolled into view.
  frame.addEventListener("focusin", ({ target }) => {
    if (target === frame || isWhole() || !target.matches(":focus-visible")) return;
    const [seen, box] = [frame.getBoundingClientRect(), target.getBoundingClientRect()];
    const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2];
    const inside =
      middleX > seen.left && middleX < seen.right && middleY > seen.top && middleY < seen.bottom;
    if (inside) return;
    const [to, from] = [
      within(seen.left + seen.width / 2, seen.top + seen.height / 2),
      within(middleX, middleY),
    ];
    move(from[0] - to[0], from[1] - to[1]);
  });

  // -- mouse and fingers ---------------------------------------------------------------------
  const down = new Map(); // pointers that are down, and where they were last
  let [startX, startY] = [0, 0];
  let dragged = false; // since the first one came down

  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.isPrimary) {
      down.clear(); // one that ended outside the window has said nothing
      dragged = false;
      [startX, startY] = [event.clientX, event.clientY];
    }
    down.set(event.pointerId, [event.clientX, event.clientY]);
  });

  frame.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (down.size === 1) {
      if (!dragged) {
        if (Math.hypot(now[0] - startX, now[1] - startY) <= SLIP) return;
        dragged = true;
        if (!isWhole()) frame.setPointerCapture(event.pointerId);
      }
      down.set(event.pointerId, now);
      if (!isWhole()) zoom(1, within(...before), within(...now));
      return;
    }
    dragged = true;
    const [, other] = [...down].find(([id]) => id !== event.pointerId);
    const middle = (one) => within((one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
    const apart = (one) => Math.max(10, Math.hypot(one[0] - other[0], one[1] - other[1]));
    down.set(event.pointerId, now);
    zoom(apart(now) / apart(before), middle(before), middle(now));
  });

  for (const kind of ["pointerup", "pointercancel"])
    addEventListener(kind, (event) => down.delete(event.pointerId));

  // The click at the end of a drag is ignored.
  frame.addEventListener(
    "click",
    (event) => {
      if (!dragged || event.detail === 0) return;
      dragged = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // -- names in texts highlight their places -------------------------------------------------
  // A name that is removed under the pointer gets no `pointerleave`: any next event ends it.
  let under = null;
  let lights = [];
  document.addEventListener("mouseover", (event) => {
    const name = event.target.closest("[data-light]");
    if (name === under) return;
    for (const piece of lights) piece.classList.remove("is-lit");
    under = name;
    lights = name ? [...board.querySelectorAll("[data-target]")] : [];
    lights = lights.filter((piece) => piece.dataset.target === name.dataset.light);
    for (const piece of lights) piece.classList.add("is-lit");
  });
  document.addEventListener("click", (event) => {
    const name = event.target.closest("[data-light]");
    if (name) point(name.dataset.light);
  });

  // -- position kept from the previous page --------------------------------------------------
  // On a small screen the board starts zoomed in so that it fills the frame and can be read.
  let resting = false; // as it was laid first: it is laid anew when the frame changes
  let home = null; // what lies in its middle, in units of the drawing
  // Of the places that the question is about, the one around which most of them are seen.
  function asked(nearness) {
    const answers = [...document.querySelectorAll("#part-question [data-for]")];
    const sizes = inner().map((size) => unit() / size);
    const [left, top, wide, tall] = parts[0] ?? [0, 0, WIDTH, HEIGHT];
    const spots = placesOf(answers.map((one) => one.dataset.for)).map((one) => {
      const box = one.getBoundingClientRect();
      const at = within(box.left + box.width / 2, box.top + box.height / 2);
      return [
        WIDTH / 2 + (x + at[0] / scale - 0.5) / sizes[0],
        HEIGHT / 2 + (y + at[1] / scale - 0.5) / sizes[1],
      ];
    }).filter((to) => to[0] > left && to[0] < left + wide && to[1] > top && to[1] < top + tall);
    const seen = (from) => spots.filter((to) => [0, 1].every((way) =>
      Math.abs(to[way] - from[way]) * sizes[way] * nearness < 0.45)).length;
    return spots.sort((one, other) => seen(other) - seen(one))[0] ?? null;
  }
  function fill() {
    resting = true;
    const [left, top, wide, tall] = area();
    const nearness = Math.max(1 / wide, 1 / tall, legible / unit());
    home ??= asked(nearness);
    const sizes = inner().map((size) => unit() / size);
    const [atX, atY] = home
      ? [0.5 + (home[0] - WIDTH / 2) * sizes[0], 0.5 + (home[1] - HEIGHT / 2) * sizes[1]]
      : [left + wide / 2, top + tall / 2];
    place(nearness, atX - 0.5 / nearness, atY - 0.5 / nearness);
  }
  try {
    const [nearness, left, top, which] = JSON.parse(sessionStorage.getItem(kept)).map(Number);
    if (which in parts) turnTo(which);
    if ([nearness, left, top].every(Number.isFinite)) place(nearness, left, top);
  } catch {
    if (narrow.matches) fill();
  }
  turnTo(part);
  narrow.addEventListener("change", () => turnTo(part));
  place(scale, x, y);
  // The frame takes the room that the rest of the page leaves.
  new ResizeObserver(() => {
    if (followed()) {
      transform(); // what is measured lies where x, y and scale say in the new frame
      glide(led.targets, led.bare, led.nearest);
    } else if (resting) fill();
    else place(scale, x, y);
  }).observe(frame);

  // Bring places into view, zoomed in far enough to be read, without moving more than needed. When
  // nothing more is to be seen there, return to the position that the reader had chosen.
  let led = null; // to what, from where, to where
  const followed = () => led !== null && led.to.join() === lies().join();
  // Names in a table beside the map do not count as places.
  function placesOf(targets) {
    const wanted = new Set(targets);
    const all = [...board.querySelectorAll("[data-target]:not([data-aside])")];
    return all.filter((one) => wanted.has(one.dataset.target));
  }
  // Outline only: nothing moves.
  function outline(targets) {
    const places = placesOf(targets);
    for (const one of board.querySelectorAll(".is-focus"))
      if (!places.includes(one)) one.classList.remove("is-focus");
    for (const one of places) one.classList.add("is-focus");
    return places;
  }
  // Elements in front of the outlined places let clicks and sight through.
  function veil(kind, spots) {
    for (const one of board.querySelectorAll(`.${kind}`)) one.classList.remove(kind);
    const drawn = [...board.querySelectorAll("#part-live [id][transform]:not(.is-focus)")];
    const pieces = drawn.map((one) => [one, one.getBoundingClientRect()]);
    for (const spot of spots) {
      if (!spot.closest("#ground")) continue;
      const box = spot.getBoundingClientRect();
      const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2];
      for (const [piece, own] of pieces)
        if (middleX > own.left && middleX < own.right && middleY > own.top && middleY < own.bottom)
          piece.classList.add(kind);
    }
  }
  // Cards in a hand are no reason to move the board; returns whether any place is on it.
  function lead(targets) {
    const found = placesOf(targets).length > 0;
    if (found) glide(targets, true);
    else outline([]);
    return found;
  }
  // A piece that is still moving is looked for again where it arrives.
  board.addEventListener("transitionend", ({ target, propertyName }) => {
    const arrived = propertyName === "transform" && target.matches("#part-live .is-focus");
    if (arrived && followed()) glide(led.targets, led.bare, led.nearest);
  });
  function glide(targets, bare = false, nearest = undefined) {
    const places = outline(targets);
    veil("is-thin", bare ? places : []);
    if (!places.length) {
      if (followed()) {
        turnTo(led.from[3]);
        if (led.rested) fill();
        else show(...led.from.slice(0, 3));
      }
      led = null;
      return;
    }
    const from = followed() ? led.from : lies();
    const rested = followed() ? led.rested : resting;
    around(places, false, nearest);
    led = { targets, bare, nearest, from, rested, to: lies() };
  }
  // Keep moving pieces in view: the board stays still while all are visible and legible;
  // without places it returns to the reader's own position. Returns whether it has moved.
  function follow(targets) {
    const places = placesOf(targets);
    if (!places.length) {
      glide([]);
      return false;
    }
    const seen = frame.getBoundingClientRect();
    const [wide, tall] = [seen.width * 0.04, seen.height * 0.04];
    const inside = ({ left, right, top, bottom }) =>
      left > seen.left + wide && right < seen.right - wide &&
      top > seen.top + tall && bottom < seen.bottom - tall;
    const readable = board.dataset.detail > 0 || !isWhole();
    if (readable && places.every((one) => inside(one.getBoundingClientRect()))) return false;
    glide(targets, true, 1);
    outline([]); // its way is drawn
    return true;
  }
  // Show the whole board, whatever was shown before.
  function whole() {
    glide([]);
    doings.fit();
  }
  return { follow, glide, lead, outline, led: followed, veil, whole };
})();
