// Make one DOM tree equal to another, keeping elements with the same id so that they can glide.
"use strict";
const morph = (() => {
  // Pieces of one kind are interchangeable: one that disappears is reused where another appears.
  function leavers(byId, fresh) {
    const staying = new Set([...fresh.children].map((child) => child.id));
    const found = new Map();
    for (const [id, child] of byId) {
      const { alike } = child.dataset;
      if (alike && !staying.has(id)) found.set(alike, [...(found.get(alike) ?? []), child]);
    }
    return found;
  }

  function become(old, fresh) {
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(fresh);
      return;
    }
    for (const { name } of [...old.attributes])
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...fresh.attributes])
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const byId = new Map();
    for (const child of old.children) if (child.id) byId.set(child.id, child);
    const leaving = leavers(byId, fresh);
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const alike = next.id && !byId.has(next.id) ? leaving.get(next.dataset.alike) : null;
      const known = alike && alike.length ? alike.shift() : next.id ? byId.get(next.id) : null;
      if (known) {
        known.id = next.id;
        if (known === at) at = at.nextSibling;
        else {
          old.insertBefore(known, at);
          const moves = known.getAttribute("transform") !== next.getAttribute("transform");
          if (moves) known.getBoundingClientRect(); // without a place it could not glide from there
        }
        become(known, next);
      } else if (at && !at.id && !next.id && at.nodeName === next.nodeName) {
        const following = at.nextSibling;
        if (next.nodeType === 1) become(at, next);
        else if (at.nodeValue !== next.nodeValue) at.nodeValue = next.nodeValue;
        at = following;
      } else {
        old.insertBefore(next, at);
      }
    }
    while (at) {
      const following = at.nextSibling;
      at.remove();
      at = following;
    }
  }

  // Replace the content of an element by this HTML.
  return (place, html) => {
    const fresh = place.cloneNode(false);
    fresh.innerHTML = html;
    become(place, fresh);
  };
})();
