import { useInfiniteQuery } from "@tanstack/react-query";
import { threadQuery } from "../api";

export interface DealNow {
  amount: number;
  progress: number;
}

export function useDeal(userId: number, productId: number | undefined): DealNow | undefined {
  const { data } = useInfiniteQuery(threadQuery(userId));
  const cards = (data?.pages.flat() ?? []).filter(({ card, product }) => card && product?.id === productId);
  const newest = cards.sort((card, other) => card.seq - other.seq).at(-1)?.card;
  if (!newest || newest.state === "cancelled" || newest.state === "unavailable") return undefined;
  return { amount: newest.amount, progress: newest.progress };
}
