import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type OrderDetails, orderQuery } from "@/shared/orders/orders";

/** All parts of a card share this query. A part with other retry options would cancel the retries of the others. */
export function useCardOrder(dealId: number, stamp: number): OrderDetails | undefined {
  const { data: order, refetch } = useQuery({ ...orderQuery(dealId), retry: 5 });
  const knownStamp = useRef(stamp);
  useEffect(() => {
    if (knownStamp.current === stamp) return;
    knownStamp.current = stamp;
    void refetch();
  }, [stamp, refetch]);
  return order;
}
