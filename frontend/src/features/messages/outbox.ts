import type { QueryClient } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { live } from "@/lib/live/socket";
import { claimsOf, readToken } from "@/lib/session/token";
import { track } from "@/shared/analytics/analytics";
import { showToast } from "@/ui/toast-store";
import { conversationsKey, type Message } from "./api";
import { dropWaiting, putWaiting, type Waiting, waitingOf } from "./device";
import { takeIn } from "./thread-cache";
import { sendTrouble } from "./troubles";

/** The connection did not answer: whether the message arrived is not known, and its id makes a second try harmless. */
const UNKNOWN = [
  "not_initialized",
  "not_connected",
  "no_reply",
  "network",
  "unavailable",
  "outcome_unknown",
  "rate_limited",
];
/** After 1, 2 and 4 seconds, then every 5. */
const SOON_MS = 1000;
const AGAIN_MS = 5000;
const LOCK = "wangi-outbox";

let sending = false;
let askedMeanwhile = false;
/** How often in a row nothing was heard of a message. */
let doubts = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Send all that waits; called while that is under way, it is done once more after it. */
export async function flush(client: QueryClient, ownerId: number): Promise<void> {
  askedMeanwhile = sending;
  if (sending) return;
  sending = true;
  try {
    await inOneTab(() => sendAll(client, ownerId));
  } finally {
    sending = false;
  }
  if (askedMeanwhile) await flush(client, ownerId);
}

/** Send what waits from an earlier page, unless it is being sent, or is to be tried again in a moment. */
export function resume(client: QueryClient, ownerId: number): void {
  if (!sending && retryTimer === undefined) void flush(client, ownerId);
}

/** The tab that comes second finds nothing left. A browser without locks relies on the server, which keeps each id once. */
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
      await deliver(client, next);
      doubts = 0;
      dropWaiting(ownerId, next.clientId);
      void client.invalidateQueries({ queryKey: conversationsKey });
    }
  } catch (error) {
    const isRefused = next && !UNKNOWN.includes(asRefusal(error).code);
    if (next && isRefused) {
      const trouble = sendTrouble(error);
      putWaiting(ownerId, { ...next, refused: trouble.text });
      // The row says so too, but may be far from what is looked at.
      showToast({ ...trouble, tone: "bad" }, "send-trouble");
    }
    // The next one at once; one whose outcome is not known again after a while, under the same id.
    retryTimer = setTimeout(
      () => void flush(client, ownerId),
      isRefused ? 0 : Math.min(SOON_MS * 2 ** doubts, AGAIN_MS),
    );
    doubts = isRefused ? 0 : doubts + 1;
  }
}

/** What one person wrote is never sent by the next one of this device. */
function nextOf(ownerId: number): Waiting | undefined {
  const sub = claimsOf(readToken())?.sub;
  if (sub && sub !== String(ownerId)) return undefined;
  return waitingOf(ownerId).find(({ refused }) => !refused);
}

async function deliver(client: QueryClient, waiting: Waiting) {
  const { clientId, receiverId, recipient = "seller", content, productId, replyToId } = waiting;
  const reply = await live().ask("send_message", {
    receiverId,
    content,
    clientId,
    ...(productId && { productId }),
    ...(replyToId && { replyToId }),
  });
  track("message", { recipient_type: recipient });
  await takeIn(client, receiverId, (reply as { message: Message }).message);
}
