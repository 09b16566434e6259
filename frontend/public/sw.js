// Caches files of the build only, never a response of the API or anything personal.
// scripts/offline-shell.ts writes the next lines.
const BUILD = "none";
const SHELL = [];
const PARTS = [];

const KEPT = `wangi-${BUILD}`;
const PAGE = "/index.html";
const KNOWN = new Set([...SHELL, ...PARTS]);
const NOT_PAGES = /^\/(api|internal|ws|assets|icons|sitemaps|feeds|\.well-known)(\/|$)|\.\w+$/;

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
// No skipWaiting: an older release keeps its files until its last tab is closed.
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!NOT_PAGES.test(pathname)) event.respondWith(page(event));
  } else if (KNOWN.has(pathname)) event.respondWith(pathname.startsWith("/assets/") ? kept(request) : fresh(request));
});

async function keepShell() {
  if (!SHELL.length) return;
  const cache = await caches.open(KEPT);
  await cache.addAll(
    SHELL.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" })),
  );
  const text = await (await cache.match(PAGE)).text();
  // During a rollout the page may be of the other release, whose files are missing here. The browser retries later.
  if (!text.includes(SHELL[0])) throw new Error("the page is of another release");
}

async function begin() {
  const others = (await caches.keys()).filter((name) => name.startsWith("wangi-") && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
}

/** Always the server's page, so that a new release shows at once. The cached shell is the fallback offline. */
async function page(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (away) {
    const shell = await caches.match(PAGE);
    if (!shell) throw away;
    // The page recognises an offline start by this mark (src/app/offline-notice.tsx).
    const marked = (await shell.text()).replace("<html ", '<html data-kept="" ');
    return new Response(marked, { headers: shell.headers });
  }
}

async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    caches
      .open(KEPT)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch (away) {
    const found = await caches.match(request);
    if (!found) throw away;
    return found;
  }
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function show(data) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = tabs.some((tab) => tab.focused);
  const { title, body, link, tag, lang } = read(data);
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: link,
    silent: isSeen,
  });
  // Browsers may withdraw push from a worker that receives a message and shows nothing.
  if (isSeen) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

function read(data) {
  try {
    return { title: "Wangi", link: "/", ...data.json() };
  } catch {
    return { title: "Wangi", link: "/" };
  }
}

/** Only addresses of this site are opened. */
async function open(link) {
  const { origin } = self.location;
  const built = new URL(String(link || "/"), origin);
  const address = built.origin === origin ? built.href : `${origin}/`;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => url === address);
  await (there ? there.focus() : self.clients.openWindow(address));
}
