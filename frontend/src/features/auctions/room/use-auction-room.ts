import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ServerFrames } from "@/lib/live/frames";
import { useFrame } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { serverNow } from "@/lib/time/now";
import { auctionQuery } from "../api";
import { type Auction, type AuctionFrame, applyFrame, hasHole, isBehind, type Position } from "../live";
import { learnServerTime } from "./server-time";

const CATCH_UP_MS = 400;
const CALM_MS = 2000;
const AFTER_END_MS = 1000;
/** A timer longer than 24.8 days fires at once. */
const LONGEST_WAIT_MS = 3600_000;

export function useAuctionRoom(
  auctionId: number,
  userId: number | undefined,
  onBid: (frame: ServerFrames["newBid"]) => void,
) {
  const client = useQueryClient();
  const query = useQuery(auctionQuery(auctionId));
  const latestFrame = useRef({ seq: 0, epoch: 0 });
  const follow = (frame: AuctionFrame) => {
    if (frame.auctionId !== auctionId) return;
    latestFrame.current = frame;
    applyToCache(client, auctionId, frame, userId);
  };

  useEffect(() => liveConnection().join(auctionId), [auctionId]);
  useFrame("newBid", (frame) => {
    follow({ type: "newBid", ...frame });
    if (frame.auctionId === auctionId) onBid(frame);
  });
  useFrame("auctionExtended", (frame) => follow({ type: "auctionExtended", ...frame }));
  useFrame("auctionEnded", (frame) => follow({ type: "auctionEnded", ...frame }));
  useFrame("resync", (frame) => {
    if (frame.auctionId !== auctionId) return;
    if (frame.serverNow) learnServerTime(frame.serverNow);
    latestFrame.current = frame;
    const cached = client.getQueryData(auctionQuery(auctionId).queryKey);
    if (cached && isBehind(cached, frame)) refetchAuction(client, auctionId);
  });
  useCatchUp(auctionId, query, latestFrame, () => refetchAuction(client, auctionId));
  useFilledHistory(query.data, () => refetchAuction(client, auctionId));
  useOutcome(query.data, () => refetchAuction(client, auctionId));
  return query;
}

function applyToCache(client: QueryClient, auctionId: number, frame: AuctionFrame, userId?: number): void {
  const { queryKey } = auctionQuery(auctionId);
  const cached = client.getQueryData(queryKey);
  if (!cached) return;
  const next = applyFrame(cached, frame, userId);
  if (next === "gap") {
    refetchAuction(client, auctionId);
    return;
  }
  client.setQueryData(queryKey, next);
  // The leader may have set a maximum in another tab. Frames do not carry it.
  if (next.currentBidderId === userId && cached.currentBidderId !== userId) refetchAuction(client, auctionId);
}

export function refetchAuction(client: QueryClient, auctionId: number): void {
  void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey });
}

/** A fetch may return an older state than the room's frames. Each answer is compared and refetched if it is behind. */
function useCatchUp(
  auctionId: number,
  { data: position, dataUpdatedAt, errorUpdatedAt }: { data?: Position; dataUpdatedAt: number; errorUpdatedAt: number },
  latestFrame: React.RefObject<Position>,
  fetchAgain: () => void,
): void {
  const latest = useRef(fetchAgain);
  const pause = useRef(CATCH_UP_MS);
  useEffect(() => {
    latest.current = fetchAgain;
  });
  const seq = position?.seq;
  const epoch = position?.epoch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other room has no frames yet
  useEffect(() => {
    latestFrame.current = { seq: 0, epoch: 0 };
    pause.current = CATCH_UP_MS;
  }, [auctionId, latestFrame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer once more, or none, is a reason to look again
  useEffect(() => {
    if (seq === undefined || epoch === undefined) return;
    if (latestFrame.current.epoch === 0 || !isBehind({ seq, epoch }, latestFrame.current)) {
      pause.current = CATCH_UP_MS;
      return;
    }
    const timer = setTimeout(() => latest.current(), pause.current);
    pause.current = Math.min(2 * pause.current, LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [auctionId, seq, epoch, dataUpdatedAt, errorUpdatedAt, latestFrame]);
}

/** Spread over time, so that not all browsers ask at once. */
function useFilledHistory(auction: Auction | undefined, fetchAgain: () => void): void {
  const latest = useRef(fetchAgain);
  useEffect(() => {
    latest.current = fetchAgain;
  });
  const seq = auction?.seq;
  const incomplete = auction !== undefined && hasHole(auction);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further bid starts the wait anew
  useEffect(() => {
    if (!incomplete) return;
    const timer = setTimeout(() => latest.current(), CALM_MS * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, [seq, incomplete]);
}

function useOutcome(auction: Auction | undefined, fetchAgain: () => void): void {
  const latest = useRef(fetchAgain);
  useEffect(() => {
    latest.current = fetchAgain;
  });
  const end = auction?.status === "active" ? Date.parse(auction.effectiveEndsAt) : null;
  useEffect(() => {
    if (end === null) return;
    let timer: ReturnType<typeof setTimeout>;
    // Spread over time, so that not all browsers ask at once.
    let pause = AFTER_END_MS * (1 + Math.random());
    const schedule = () => {
      timer = setTimeout(fetchIfDue, Math.min(end + pause - serverNow(), LONGEST_WAIT_MS));
    };
    const fetchIfDue = () => {
      if (serverNow() >= end + pause) latest.current();
      while (serverNow() >= end + pause) pause *= 2;
      schedule();
    };
    schedule();
    return () => clearTimeout(timer);
  }, [end]);
}
