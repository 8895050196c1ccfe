// The service worker: caches the offline page and shows push messages. KEPT, OFFLINE and SHELL are
// put before it (server/web_app.py). Only what the offline page needs is cached.
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

// Always the network first; requests that are not listed here are not intercepted.
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

// -- push --------------------------------------------------------------------------------------
addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const icon = "/static/web/icon-192.png";
  event.waitUntil(registration.showNotification(title, { body, tag, icon, data: { url } }));
});

// Focus a page that is open already; otherwise open one.
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
