import { useCallback, useEffect, useRef, useState } from "react";
import { useFrame } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { isShown } from "./presence-setting";

const AGAIN_MS = 3000;
const OVER_MS = 6000;

export function useSendTyping(userId: number): { write: () => void; stop: () => void } {
  const sentAt = useRef(0);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(idle.current);
    if (sentAt.current) liveConnection().emit("typing", { userId, isTyping: false });
    sentAt.current = 0;
  }, [userId]);
  const write = useCallback(() => {
    if (!isShown("typing")) return;
    clearTimeout(idle.current);
    idle.current = setTimeout(stop, OVER_MS);
    if (Date.now() - sentAt.current < AGAIN_MS) return;
    sentAt.current = Date.now();
    liveConnection().emit("typing", { userId, isTyping: true });
  }, [userId, stop]);
  useEffect(() => stop, [stop]);
  return { write, stop };
}

export function useIsTyping(userId: number): boolean {
  const [isTyping, setTyping] = useState(false);
  const over = useRef<ReturnType<typeof setTimeout>>(undefined);
  useFrame("typing", (frame) => {
    if (frame.userId !== userId || !isShown("typing")) return;
    clearTimeout(over.current);
    setTyping(frame.isTyping);
    if (frame.isTyping) over.current = setTimeout(() => setTyping(false), OVER_MS);
  });
  useFrame("new_message", ({ message }) => {
    if ((message as { senderId: number }).senderId === userId) setTyping(false);
  });
  useEffect(() => () => clearTimeout(over.current), []);
  return isTyping;
}
