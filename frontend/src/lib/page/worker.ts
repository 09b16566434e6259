/** The worker that opens the app without a network (public/sw.js): registered once the page has settled, removed cleanly. */

const AFTER_LOAD_MS = 4_000;

/** Begins to keep the app for when there is no network. While developing nothing is kept: what is there is removed. */
export function keepWorker(isBuilt = import.meta.env.PROD): void {
  if (!("serviceWorker" in navigator)) return;
  if (!isBuilt) {
    void removeWorker();
    return;
  }
  // What it keeps must not take its share of the line from what the visitor waits for.
  const soon = () => setTimeout(register, AFTER_LOAD_MS);
  if (document.readyState === "complete") soon();
  else window.addEventListener("load", soon, { once: true });
}

function register(): void {
  // A browser that blocks it, a private window: the app goes on without.
  registerWorker().catch(() => undefined);
}

export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

/** Takes the worker and everything it keeps from this browser. */
export async function removeWorker(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  await Promise.all(all.map((one) => one.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith("wangi-"));
  await Promise.all(names.map((name) => caches.delete(name)));
}
