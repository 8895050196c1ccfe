// Theme and language, and what else every page has.
"use strict";
(() => {
  const root = document.documentElement;
  // Without service workers the site works as usual.
  if ("serviceWorker" in navigator)
    navigator.serviceWorker.register(`/worker.js?language=${root.lang}`).catch(() => {});
  const kept = Kept.get("theme");
  if (kept) root.dataset.theme = kept;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    Kept.set("theme", root.dataset.theme);
  });
  // Times are shown in the reader's time zone.
  const moment = new Intl.DateTimeFormat(root.lang, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  function tell() {
    for (const time of document.querySelectorAll("time[data-until]:not([data-told])")) {
      const when = new Date(time.dateTime);
      const text = moment.format(when);
      time.textContent = time.dataset.until.replace("{when}", text);
      time.dataset.told = "";
    }
  }
  tell();
  for (const moved of ["shown", "told"]) document.addEventListener(moved, tell);
  const language = document.getElementById("language");
  language.addEventListener("change", () => language.form.submit());
  // Seats depend on the options: the form is reloaded, keeping what was filled in.
  const form = document.getElementById("new-table");
  if (form)
    form.addEventListener("change", (event) => {
      if (!event.target.name.startsWith("option-")) return;
      const filled = new URLSearchParams(new FormData(form));
      filled.delete("csrfmiddlewaretoken");
      filled.delete("data");
      location.replace(`?${filled}`);
    });
})();
