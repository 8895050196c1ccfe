// What this browser keeps for its reader. One that keeps nothing does no harm: then this page does,
// as long as it is open.
"use strict";
const Kept = (() => {
  const here = new Map();
  function get(key) {
    if (here.has(key)) return here.get(key);
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // nothing was ever kept
    }
  }
  function set(key, value) {
    try {
      localStorage.setItem(key, String(value));
      here.delete(key);
    } catch {
      here.set(key, String(value));
    }
  }
  return { get, set };
})();
