/** How many people are in an auction's room, as the room was last told; nothing is said before that. */
import { useState } from "react";
import { useFrame } from "@/lib/live/live-hooks";

export function useWatchers(auctionId: number): number {
  const [told, setTold] = useState({ auctionId, watchers: 0 });
  useFrame("watchers", (frame) => {
    if (frame.auctionId === auctionId) setTold(frame);
  });
  return told.auctionId === auctionId ? told.watchers : 0;
}
