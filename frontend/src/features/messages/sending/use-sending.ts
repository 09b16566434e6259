import { useQueryClient } from "@tanstack/react-query";
import { MAX_WAITING, putWaiting, type Waiting, waitingOf } from "./device";
import { sendWaiting } from "./outbox";

export function useSending(ownerId: number) {
  const client = useQueryClient();
  const queueMessage = (message: Waiting) => {
    putWaiting(ownerId, message);
    void sendWaiting(client, ownerId);
  };
  const sendMessage = (message: Omit<Waiting, "clientId" | "createdAt">): boolean => {
    if (waitingOf(ownerId).length >= MAX_WAITING) return false;
    queueMessage({ ...message, clientId: crypto.randomUUID(), createdAt: new Date().toISOString() });
    return true;
  };
  const retry = ({ refused: _, ...message }: Waiting) => queueMessage(message);
  return { send: sendMessage, retry };
}
