import { onConsent, readConsent } from "./consent";

export type Params = Record<string, unknown>;

interface Event {
  name: string;
  at: string;
  path: string;
  params: Params;
}

const ADDRESS = "/api/v1/events";
const BATCH = 20;
const PAUSE_MS = 5000;

let waitingEvents: Event[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && sendEvents());
onConsent(() => readConsent() !== "yes" && dropEvents());

export function storeEvent(event: Event): void {
  if (readConsent() !== "yes") return;
  waitingEvents.push(event);
  if (waitingEvents.length >= BATCH) sendEvents();
  else timer ??= setTimeout(sendEvents, PAUSE_MS);
}

export function sendEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waitingEvents.length === 0 || readConsent() !== "yes") return;
  const body = JSON.stringify({ session, events: waitingEvents });
  waitingEvents = [];
  const blob = new Blob([body], { type: "application/json" });
  if (navigator.sendBeacon?.(ADDRESS, blob)) return;
  void fetch(ADDRESS, { method: "POST", body, headers: { "Content-Type": "application/json" }, keepalive: true }).catch(
    () => undefined,
  );
}

function dropEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  waitingEvents = [];
}
