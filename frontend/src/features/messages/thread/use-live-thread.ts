import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFrame, useIsConnected, useIsSignedIn } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { readToken } from "@/lib/session/token";
import { showToast } from "@/ui/toast-store";
import { conversationsKey, type Message } from "../api";
import { gaveUp } from "../sending/troubles";
import { catchUp, seenUpTo, takeIn } from "./thread-cache";

export function useLiveThread(ownerId: number, openId: number | null): void {
  const client = useQueryClient();
  const isConnected = useIsConnected();
  const isSignedIn = useIsSignedIn();
  const onMessage = (frame: { message: object }) => {
    const message = frame.message as Message;
    const other = message.senderId === ownerId ? message.receiverId : message.senderId;
    void takeIn(client, other, message);
    void client.invalidateQueries({ queryKey: conversationsKey });
  };
  useFrame("new_message", onMessage);
  useFrame("message_sent", onMessage);
  useFrame("message_changed", onMessage);
  useFrame("messages_read", ({ readerId, senderId, upToId }) => {
    if (senderId === ownerId && upToId) seenUpTo(client, readerId, upToId);
    void client.invalidateQueries({ queryKey: conversationsKey });
  });
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: conversationsKey });
    if (openId) void catchUp(client, openId);
  };
  useFrame("messages_resync", readAgain);
  useEffect(() => liveConnection().open(), []);
  useEffect(() => liveConnection().onGaveUp(() => showToast({ ...gaveUp(), tone: "bad" }, "connection")), []);
  // A spent token is renewed before sign-in, and until then no messages arrive.
  const isReceiving = isSignedIn || (isConnected && !readToken());
  useEffect(() => {
    if (!isReceiving) return;
    void client.invalidateQueries({ queryKey: conversationsKey });
    if (openId) void catchUp(client, openId);
  }, [isReceiving, client, openId]);
}
