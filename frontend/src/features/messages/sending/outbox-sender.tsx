import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useIsConnected } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { resumeSending, sendWaiting } from "./outbox";

export function OutboxSender({ ownerId }: { ownerId: number }) {
  const client = useQueryClient();
  const isConnected = useIsConnected();
  useEffect(() => liveConnection().open(), []);
  const before = useRef(isConnected);
  useEffect(() => {
    const isBack = before.current !== isConnected;
    before.current = isConnected;
    if (!isConnected) return;
    if (isBack) void sendWaiting(client, ownerId);
    else resumeSending(client, ownerId);
  }, [isConnected, client, ownerId]);
  return null;
}
