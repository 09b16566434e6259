import { useEffect, useState } from "react";
import type { ServerFrames } from "@/lib/live/frames";
import { useFrame, useIsConnected } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { setShown, useIsShown } from "./presence-setting";

const BEAT_MS = 30_000;

type Presence = ServerFrames["presence"];

export function setShowsPresence(shows: boolean): void {
  setShown("presence", shows);
  if (!shows) liveConnection().emit("presence", { isActive: false });
}

export function usePresence(userId: number): Presence | null {
  const isConnected = useIsConnected();
  const shows = useIsShown("presence");
  const [presence, setPresence] = useState<Presence | null>(null);
  useFrame("presence", (frame) => {
    if (frame.userId === userId) setPresence(frame);
  });
  useEffect(() => {
    setPresence(null);
    if (!shows || !isConnected) return;
    const sendPresence = () => {
      if (!document.hidden) liveConnection().emit("presence", { userId });
    };
    sendPresence();
    const timer = setInterval(sendPresence, BEAT_MS);
    document.addEventListener("visibilitychange", sendPresence);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", sendPresence);
    };
  }, [userId, isConnected, shows]);
  return shows ? presence : null;
}
