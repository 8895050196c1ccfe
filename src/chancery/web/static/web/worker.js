// Stands between the pages and the network, and shows what is pushed. KEPT, OFFLINE and SHELL come
// before it (server/web_app.py). Only what the page without a network needs is ever kept.
"use strict";

addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(KEPT);
    await kept.addAll([OFFLINE, ...SHELL].map((path) => new Request(path, { cache: "reload" })));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

// The network first, always. Whatever is not named here passes by as if nobody stood in the way.
addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.mode === "navigate" && request.method === "GET";
  const { origin, pathname } = new URL(request.url);
  if (!page && !(origin === location.origin && SHELL.includes(pathname))) return;
  const kept = async (error) => {
    const found = await caches.match(page ? OFFLINE : pathname);
    if (!found) throw error;
    return found;
  };
  event.respondWith(fetch(request).catch(kept));
});

// -- what is pushed ----------------------------------------------------------------------------
addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const icon = "/static/web/icon-192.png";
  event.waitUntil(registration.showNotification(title, { body, tag, icon, data: { url } }));
});

// Whoever has the page open already finds it in front; else it opens.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { pathname } = new URL(event.notification.data.url, location.origin);
  const lead = async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => new URL(one.url).pathname === pathname);
    await (there ? there.focus() : clients.openWindow(pathname));
  };
  event.waitUntil(lead());
});
