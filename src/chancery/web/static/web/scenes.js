// Scenes: what nobody should miss stays until it is acknowledged, also if it happened while nobody
// looked. Up to which line of the story the reader has acknowledged is kept by table and seat.
"use strict";
const Scenes = ({ slug, glide, done }) => {
  const place = document.getElementById("scene");
  const button = place.querySelector("button.main");
  const skip = place.querySelector("button.quiet");
  const [note, next] = [button.textContent.trim(), button.dataset.next];
  let waiting = [];
  const acknowledged = new Set(); // by the first line: what has grown since is no news
  let key = "";

  const kept = () => (Kept.get(key) === null ? null : Number(Kept.get(key)));

  function tell({ seat, told, scenes }) {
    key = Scenes.key(slug, seat);
    if (kept() === null || kept() > told) Kept.set(key, told);
    const shown = waiting.length ? waiting[0].last : null;
    waiting = scenes.filter(({ first, last }) => last >= kept() && !acknowledged.has(first));
    if (!waiting.length) close();
    else if (waiting[0].last !== shown || place.hidden) show();
    else count();
  }

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
    if (place.hidden) return;
    place.hidden = true;
    done();
  }

  button.addEventListener("click", acknowledge);
  skip.addEventListener("click", acknowledgeAll);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !place.hidden) acknowledge();
  });
  return { tell, acknowledgeAll };
};
Scenes.key = (slug, seat) => `seen ${slug} ${seat ?? "-"}`;
Scenes.seen = (slug, seat) => Number(Kept.get(Scenes.key(slug, seat)) ?? 0);
