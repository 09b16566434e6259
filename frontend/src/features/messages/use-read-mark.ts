/** Marks a conversation read while it is in view, and reads it anew after the server began to count anew. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { conversationsKey, markRead } from "./api";
import { followEpoch } from "./thread-cache";

export function useReadMark(userId: number, unread: number, epoch: number | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (epoch !== undefined) followEpoch(client, epoch);
  }, [epoch, client]);
  useEffect(() => {
    if (unread === 0) return;
    const look = () => {
      if (document.hidden) return;
      markRead(userId)
        .then(() => client.invalidateQueries({ queryKey: ["messages", "unread-count"] }))
        .then(() => client.invalidateQueries({ queryKey: conversationsKey }))
        .catch(() => undefined);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [unread, userId, client]);
}
