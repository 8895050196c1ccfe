// Sounds for a turn, a fight, a stroke of fate: synthesised here, off by default.
"use strict";
const Sounds = (() => {
  const box = document.getElementById("sounds");
  const wished = () => Kept.get("sounds") === "on";
  let context = null;
  // notes as [hertz, seconds from now, seconds long]
  const TUNES = {
    turn: [[523, 0, 0.18], [784, 0.16, 0.32]],
    fight: [[98, 0, 0.22], [98, 0.18, 0.22], [73, 0.36, 0.5]],
    stroke: [[220, 0, 0.7], [233, 0.05, 0.7]],
    talk: [[880, 0, 0.09]],
    end: [[392, 0, 0.25], [523, 0.22, 0.25], [659, 0.44, 0.7]],
  };

  function play(name) {
    if (!wished() || !(name in TUNES)) return;
    context ??= new AudioContext();
    for (const [hertz, from, long] of TUNES[name]) {
      const [tone, loud] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + from;
      tone.type = hertz < 150 ? "triangle" : "sine";
      tone.frequency.value = hertz;
      loud.gain.setValueAtTime(0.0001, start);
      loud.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, start + long);
      tone.connect(loud).connect(context.destination);
      tone.start(start);
      tone.stop(start + long);
    }
    document.dispatchEvent(new CustomEvent("sounded", { detail: name }));
  }

  if (box) {
    box.checked = wished();
    box.addEventListener("change", () => {
      Kept.set("sounds", box.checked ? "on" : "off");
      play("turn");
    });
  }
  return { play };
})();
