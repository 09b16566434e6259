/** Sends what waits as soon as there is a connection, whatever page is open. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConnectionState } from "@/lib/live/live-hooks";
import { live } from "@/lib/live/socket";
import { flush, resume } from "./outbox";

export function OutboxSender({ ownerId }: { ownerId: number }) {
  const client = useQueryClient();
  const state = useConnectionState();
  useEffect(() => live().open(), []);
  const before = useRef(state);
  useEffect(() => {
    const isBack = before.current !== state;
    before.current = state;
    if (state !== "connected") return;
    if (isBack) void flush(client, ownerId);
    else resume(client, ownerId);
  }, [state, client, ownerId]);
  return null;
}
