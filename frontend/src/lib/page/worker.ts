const AFTER_LOAD_MS = 4_000;

/** Development removes the worker, so that nothing is cached. */
export function startWorker(isBuilt = import.meta.env.PROD): void {
  if (!("serviceWorker" in navigator)) return;
  if (!isBuilt) {
    void removeWorker();
    return;
  }
  // Precaching must not compete with the page for bandwidth.
  const registerSoon = () => setTimeout(registerNow, AFTER_LOAD_MS);
  if (document.readyState === "complete") registerSoon();
  else window.addEventListener("load", registerSoon, { once: true });
}

function registerNow(): void {
  // Private windows may block workers.
  registerWorker().catch(() => undefined);
}

export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

export async function removeWorker(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  await Promise.all(all.map((registration) => registration.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith("wangi-"));
  await Promise.all(names.map((name) => caches.delete(name)));
}
