const LOOK_MS = 2000;
const SLEPT_MS = 10_000;

interface Wakeful {
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
  // Browsers throttle timers of hidden pages.
  setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  window.addEventListener("pageshow", (event) => event.persisted && onWake());
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
}
