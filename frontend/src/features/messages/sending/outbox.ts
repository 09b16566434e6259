import type { QueryClient } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { liveConnection } from "@/lib/live/socket";
import { claimsOf, readToken } from "@/lib/session/token";
import { trackEvent } from "@/shared/analytics/analytics";
import { showToast } from "@/ui/toast-store";
import { conversationsKey, type Message } from "../api";
import { takeIn } from "../thread/thread-cache";
import { dropWaiting, putWaiting, type Waiting, waitingOf } from "./device";
import { sendTrouble } from "./troubles";

/** It is not known whether the message arrived. Its id makes a retry idempotent. */
const UNKNOWN = [
  "not_initialized",
  "not_connected",
  "no_reply",
  "network",
  "unavailable",
  "outcome_unknown",
  "rate_limited",
];
const SOON_MS = 1000;
const AGAIN_MS = 5000;
const LOCK = "wangi-outbox";

let sending = false;
let askedMeanwhile = false;
let doubts = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

export async function sendWaiting(client: QueryClient, ownerId: number): Promise<void> {
  askedMeanwhile = sending;
  if (sending) return;
  sending = true;
  try {
    await inOneTab(() => sendAll(client, ownerId));
  } finally {
    sending = false;
  }
  if (askedMeanwhile) await sendWaiting(client, ownerId);
}

export function resumeSending(client: QueryClient, ownerId: number): void {
  if (!sending && retryTimer === undefined) void sendWaiting(client, ownerId);
}

/** Browsers without locks rely on the server, which accepts each id once. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  await (locks ? locks.request(LOCK, work) : work());
}

async function sendAll(client: QueryClient, ownerId: number): Promise<void> {
  clearTimeout(retryTimer);
  retryTimer = undefined;
  let next = nextOf(ownerId);
  try {
    for (; next; next = nextOf(ownerId)) {
      await deliverMessage(client, next);
      doubts = 0;
      dropWaiting(ownerId, next.clientId);
      void client.invalidateQueries({ queryKey: conversationsKey });
    }
  } catch (error) {
    const isRefused = next && !UNKNOWN.includes(asRefusal(error).code);
    if (next && isRefused) {
      const trouble = sendTrouble(error);
      putWaiting(ownerId, { ...next, refused: trouble.text });
      showToast({ ...trouble, tone: "bad" }, "send-trouble");
    }
    retryTimer = setTimeout(
      () => void sendWaiting(client, ownerId),
      isRefused ? 0 : Math.min(SOON_MS * 2 ** doubts, AGAIN_MS),
    );
    doubts = isRefused ? 0 : doubts + 1;
  }
}

/** Never sends messages of the device's previous user. */
function nextOf(ownerId: number): Waiting | undefined {
  const sub = claimsOf(readToken())?.sub;
  if (sub && sub !== String(ownerId)) return undefined;
  return waitingOf(ownerId).find(({ refused }) => !refused);
}

async function deliverMessage(client: QueryClient, waiting: Waiting) {
  const { clientId, receiverId, recipient = "seller", content, productId, replyToId } = waiting;
  const reply = await liveConnection().ask("send_message", {
    receiverId,
    content,
    clientId,
    ...(productId && { productId }),
    ...(replyToId && { replyToId }),
  });
  trackEvent("message", { recipient_type: recipient });
  await takeIn(client, receiverId, (reply as { message: Message }).message);
}
