import { useState } from "react";
import { useFrame } from "@/lib/live/live-hooks";

export function useWatchers(auctionId: number): number {
  const [latest, setLatest] = useState({ auctionId, watchers: 0 });
  useFrame("watchers", (frame) => {
    if (frame.auctionId === auctionId) setLatest(frame);
  });
  return latest.auctionId === auctionId ? latest.watchers : 0;
}
