import { useQueryClient } from "@tanstack/react-query";
import type { ServerFrames } from "@/lib/live/frames";
import { useEachSignIn, useFrame } from "@/lib/live/live-hooks";
import { liveAuctionsQuery, overviewQuery, payoutHoldsQuery, waitingQuery } from "./api";

type Area = ServerFrames["staff_work"]["areas"][number];

const overview = overviewQuery(0).queryKey.slice(0, -1);
const ofCases = waitingQuery("/api/admin/cases/waiting").queryKey;
const ofMoney = waitingQuery("/api/admin/boost/waiting").queryKey;

const FIGURES: Record<Area, (readonly unknown[])[]> = {
  people: [ofCases],
  listings: [],
  auctions: [liveAuctionsQuery().queryKey],
  purchases: [payoutHoldsQuery().queryKey],
  money: [payoutHoldsQuery().queryKey, ofMoney],
  cases: [ofCases, ofMoney],
};

export function useLiveFigures(): void {
  const client = useQueryClient();
  const readAgain = (figures: (readonly unknown[])[]) => {
    for (const queryKey of [overview, ...figures])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
  useFrame("staff_work", ({ areas }) => readAgain(areas.flatMap((area) => FIGURES[area] ?? [])));
  useEachSignIn(() => readAgain(Object.values(FIGURES).flat()));
}
