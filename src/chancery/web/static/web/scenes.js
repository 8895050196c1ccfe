// Scenes: highlights that stay until they have been read, also if they happened while the reader
// was away. They close by themselves if the reader wants it (`hurries`) and points at none, sooner
// while more is played back (`passing`); the result of a fight of his own waits for him. Many that
// happened while he was away are shown as one, a line for each.
// The last line of the story that was acknowledged is stored by table and seat.
"use strict";
const Scenes = ({ slug, glide, done, hurries, passing }) => {
  const place = document.getElementById("scene");
  const button = place.querySelector("button.main");
  const skip = place.querySelector("button.quiet");
  const [note, next] = [button.textContent.trim(), button.dataset.next];
  let waiting = [];
  const acknowledged = new Set(); // by the first line: what has grown since is no news
  let key = "";
  let leaving = 0;
  const closing = []; // waits for the last one to be read
  const [BEFORE, A_LINE] = [4000, 2500]; // milliseconds to read
  const [GLANCE, A_GLANCE] = [1500, 600]; // and to look at in passing
  const MOST = 3; // scenes in a row that are shown one by one

  const kept = () => (Kept.get(key) === null ? null : Number(Kept.get(key)));

  function tell({ seat, told, scenes }) {
    key = Scenes.key(slug, seat);
    if (kept() === null || kept() > told) Kept.set(key, told);
    const shown = waiting.length ? waiting[0].last : null;
    waiting = gathered(scenes.filter(({ first, last }) => last >= kept() && !acknowledged.has(first)));
    if (!waiting.length) close();
    else if (waiting[0].last !== shown || place.hidden) show();
    else count();
  }

  // Each long row of scenes that wait for nobody becomes one.
  function gathered(scenes) {
    const rows = [];
    for (const scene of scenes) {
      if (scene.stays || !rows.length || rows.at(-1)[0].stays) rows.push([scene]);
      else rows.at(-1).push(scene);
    }
    return rows.flatMap((row) => (row.length > MOST ? [together(row)] : row));
  }
  const together = (row) => ({
    ...row.at(-1),
    first: row[0].first,
    title: place.dataset.away,
    lines: row.map(({ title }) => title),
    pictures: [],
    focus: [],
  });

  function count() {
    place.querySelector(".scene-count").textContent = waiting.length > 1 ? `1/${waiting.length}` : "";
    button.textContent = waiting.length > 1 ? next : note;
    skip.hidden = waiting.length < 2;
  }

  function show() {
    const [{ kind, title, lines, focus, pictures }] = waiting;
    place.dataset.kind = kind;
    place.querySelector("h2").innerHTML = title;
    place.querySelector("ul").replaceChildren(
      ...lines.map((line, number) => {
        const item = document.createElement("li");
        item.innerHTML = line + (pictures[number] ?? "");
        return item;
      }),
    );
    count();
    place.hidden = false;
    Sounds.play(kind);
    if (focus.length) glide(focus);
    clearTimeout(leaving);
    if (waiting[0].stays) return;
    const long = lines.length + 4 * pictures.filter(Boolean).length;
    wait(passing() ? GLANCE + A_GLANCE * long : BEFORE + A_LINE * long);
  }

  // A scene that is not visible, or is pointed at, does not close.
  function wait(time) {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      if (place.hidden || !hurries()) return;
      if (document.hidden || place.matches(":hover, :focus-within")) wait(BEFORE);
      else acknowledge();
    }, time);
  }

  function acknowledge() {
    if (!waiting.length) return;
    Kept.set(key, waiting[0].last + 1);
    acknowledged.add(waiting[0].first);
    waiting.shift();
    if (waiting.length) show();
    else close();
  }

  function acknowledgeAll() {
    for (const { first } of waiting) acknowledged.add(first);
    waiting.splice(0, waiting.length - 1);
    acknowledge();
  }

  function close() {
    for (const go of closing.splice(0)) go();
    if (place.hidden) return;
    place.hidden = true;
    done();
  }

  // A promise that resolves when no scene is shown.
  const read = () => (waiting.length ? new Promise((go) => closing.push(go)) : null);

  // What a reader who does not see the scene has to know: that playback waits for him.
  const notice = () =>
    waiting[0]?.stays ? [place.querySelector("h2").textContent, place.dataset.waits] : [];

  // Everything up to this line counts as acknowledged.
  function pass({ seat, told }) {
    key = Scenes.key(slug, seat);
    Kept.set(key, Math.max(told, kept() ?? 0));
    waiting = [];
    close();
  }

  button.addEventListener("click", acknowledge);
  skip.addEventListener("click", acknowledgeAll);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !place.hidden) acknowledge();
  });
  return { tell, read, notice, pass, acknowledgeAll };
};
Scenes.key = (slug, seat) => `seen ${slug} ${seat ?? "-"}`;
Scenes.seen = (slug, seat) => Number(Kept.get(Scenes.key(slug, seat)) ?? 0);
