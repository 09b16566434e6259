/** Sending: a message stands in the thread at once, waits for a connection if it must, and is sent once. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useConnectionState } from "@/lib/live/live-hooks";
import { live } from "@/lib/live/socket";
import { messageFor } from "@/lib/words/messages";
import { conversationsKey, type Message } from "./api";
import { dropWaiting, MOST_WAITING, putWaiting, type Waiting, waitingOf } from "./device";
import { takeIn } from "./thread-cache";

/** The connection did not answer: whether the message arrived is not known, and its id makes a second try harmless. */
const UNKNOWN = ["not_connected", "no_reply", "network", "unavailable", "outcome_unknown", "rate_limited"];

const AGAIN_MS = 5000;

let sending = false;
let again: ReturnType<typeof setTimeout> | undefined;

export function useSending(ownerId: number) {
  const client = useQueryClient();
  const state = useConnectionState();
  const flush = useCallback(async () => {
    if (sending) return;
    sending = true;
    let next = nextOf(ownerId);
    try {
      for (; next; next = nextOf(ownerId)) {
        await deliver(client, next);
        dropWaiting(ownerId, next.clientId);
        void client.invalidateQueries({ queryKey: conversationsKey });
      }
    } catch (error) {
      const isRefused = next && !UNKNOWN.includes(asRefusal(error).code);
      if (next && isRefused) putWaiting(ownerId, { ...next, refused: messageFor(error).text });
      // The next one at once; one whose outcome is not known again after a while, under the same id.
      clearTimeout(again);
      again = setTimeout(() => void flush(), isRefused ? 0 : AGAIN_MS);
    } finally {
      sending = false;
    }
  }, [client, ownerId]);
  useEffect(() => {
    if (state === "connected") void flush();
  }, [state, flush]);
  const send = (message: Omit<Waiting, "clientId" | "createdAt">): boolean => {
    if (waitingOf(ownerId).length >= MOST_WAITING) return false;
    putWaiting(ownerId, { ...message, clientId: crypto.randomUUID(), createdAt: new Date().toISOString() });
    void flush();
    return true;
  };
  const retry = ({ refused: _, ...message }: Waiting) => {
    putWaiting(ownerId, message);
    void flush();
  };
  return { send, retry };
}

const nextOf = (ownerId: number) => waitingOf(ownerId).find(({ refused }) => !refused);

async function deliver(client: QueryClient, { clientId, receiverId, content, productId, replyToId }: Waiting) {
  const reply = await live().ask("send_message", {
    receiverId,
    content,
    clientId,
    ...(productId && { productId }),
    ...(replyToId && { replyToId }),
  });
  await takeIn(client, receiverId, (reply as { message: Message }).message);
}
