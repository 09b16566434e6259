import { useQueryClient } from "@tanstack/react-query";
import { MOST_WAITING, putWaiting, type Waiting, waitingOf } from "./device";
import { flush } from "./outbox";

export function useSending(ownerId: number) {
  const client = useQueryClient();
  const put = (message: Waiting) => {
    putWaiting(ownerId, message);
    void flush(client, ownerId);
  };
  const send = (message: Omit<Waiting, "clientId" | "createdAt">): boolean => {
    if (waitingOf(ownerId).length >= MOST_WAITING) return false;
    put({ ...message, clientId: crypto.randomUUID(), createdAt: new Date().toISOString() });
    return true;
  };
  const retry = ({ refused: _, ...message }: Waiting) => put(message);
  return { send, retry };
}
