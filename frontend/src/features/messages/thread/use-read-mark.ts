import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Conversation, conversationsKey, markRead } from "../api";
import { followEpoch } from "./thread-cache";

export function useReadMark(userId: number, conversation: Conversation | null | undefined) {
  const client = useQueryClient();
  const { unreadCount = 0, seq, epoch } = conversation ?? {};
  useEffect(() => {
    if (epoch !== undefined) followEpoch(client, epoch);
  }, [epoch, client]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number may be an unread message
  useEffect(() => {
    if (unreadCount === 0) return;
    const markIfVisible = () => {
      if (document.hidden) return;
      markRead(userId)
        .then(() => client.invalidateQueries({ queryKey: ["messages", "unread-count"] }))
        .then(() => client.invalidateQueries({ queryKey: conversationsKey }))
        .catch(() => undefined);
    };
    markIfVisible();
    document.addEventListener("visibilitychange", markIfVisible);
    return () => document.removeEventListener("visibilitychange", markIfVisible);
  }, [unreadCount, seq, userId, client]);
}
