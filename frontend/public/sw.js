// The worker of the web app: opens it without a network. It keeps files of the build alone, never an answer of the API,
// a picture of a listing or a page that was sent: nothing that belongs to a person.
// scripts/offline-shell.ts writes the next lines: which build this is, what opens it, and its other files.
const BUILD = "none";
const SHELL = [];
const PARTS = [];

const KEPT = `wangi-${BUILD}`;
const PAGE = "/index.html";
const KNOWN = new Set([...SHELL, ...PARTS]);
const NOT_PAGES = /^\/(api|internal|ws|assets|icons|sitemaps|feeds|\.well-known)(\/|$)|\.\w+$/;

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
// It takes over once no tab of an older release is open (there is no skipWaiting): until then that release keeps its files.
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
  // Files with a hash in their name are in the browser's own cache already; the others are asked for.
  await cache.addAll(
    SHELL.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" })),
  );
  const text = await (await cache.match(PAGE)).text();
  // While a release is rolled out, a page of the other one may come: its files are not here. The browser tries again later.
  if (!text.includes(SHELL[0])) throw new Error("the page is of another release");
}

async function begin() {
  const others = (await caches.keys()).filter((name) => name.startsWith("wangi-") && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
  // The page is asked for while the worker starts.
  await self.registration.navigationPreload?.enable();
}

/** Always the server's page, so that a new release is seen at once; without a network, the empty frame of this release. */
async function page(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (away) {
    const shell = await caches.match(PAGE);
    if (!shell) throw away;
    // By this mark the page knows that nothing on it could be asked for (src/app/offline-notice.tsx).
    const marked = (await shell.text()).replace("<html ", '<html data-kept="" ');
    return new Response(marked, { headers: shell.headers });
  }
}

/** A file that never changes under its name. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    // Where there is no room for it, it is asked for again.
    caches
      .open(KEPT)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}

/** A file without a hash: the server's, and the kept one without a network. */
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

/** A notice that was sent to this device. Who is looking at the app is told by its bell. */
async function show(data) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = tabs.some((tab) => tab.focused);
  const { title, body, link, tag, lang } = read(data);
  await self.registration.showNotification(title, {
    body,
    // The same news again replaces what is shown.
    tag,
    lang,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: link,
    silent: isSeen,
  });
  // A browser may take push away from who is sent something and shows nothing.
  if (isSeen) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

function read(data) {
  try {
    return { title: "Wangi", link: "/", ...data.json() };
  } catch {
    return { title: "Wangi", link: "/" };
  }
}

/** The tab that shows the address already, or else a new one; never an address of someone else. */
async function open(link) {
  const { origin } = self.location;
  const built = new URL(String(link || "/"), origin);
  const address = built.origin === origin ? built.href : `${origin}/`;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => url === address);
  await (there ? there.focus() : self.clients.openWindow(address));
}
