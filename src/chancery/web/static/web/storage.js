// Settings stored in this browser. Without storage they last as long as
// the page is open.
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
