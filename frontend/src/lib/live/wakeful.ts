/** Notices that a page has slept, or that the network came or went: then nothing it shows can be trusted unasked. */

const LOOK_MS = 2000;
const SLEPT_MS = 10_000;

interface Wakeful {
  /** Shown again after a while, thawed, or time has jumped. */
  onWake: () => void;
  onOnline: () => void;
  onOffline: () => void;
}

export function stayWakeful({ onWake, onOnline, onOffline }: Wakeful): void {
  let looked = Date.now();
  const look = () => {
    const slept = Date.now() - looked > SLEPT_MS;
    looked = Date.now();
    if (slept) onWake();
  };
  // A hidden page is looked at less often by the browser itself; shown again, it looks at once.
  setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  window.addEventListener("pageshow", (event) => event.persisted && onWake());
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
}
