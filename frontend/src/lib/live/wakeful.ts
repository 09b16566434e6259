const POLL_MS = 2000;
const SLEPT_MS = 10_000;

interface Wakeful {
  onWake: () => void;
  onOnline: () => void;
  onOffline: () => void;
}

export function stayWakeful({ onWake, onOnline, onOffline }: Wakeful): void {
  let checkedAt = Date.now();
  const checkClock = () => {
    const slept = Date.now() - checkedAt > SLEPT_MS;
    checkedAt = Date.now();
    if (slept) onWake();
  };
  // Browsers throttle timers of hidden pages.
  setInterval(() => document.visibilityState === "visible" && checkClock(), POLL_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkClock());
  window.addEventListener("pageshow", (event) => event.persisted && onWake());
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
}
