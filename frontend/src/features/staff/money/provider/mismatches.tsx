import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@/ui/empty-state";
import { Listed } from "../../layout/staff-list";
import { dealBillsQuery, ordersQuery } from "../api";
import { Orders } from "../money-orders";
import { DealBills } from "./deal-bills";

export function Mismatches() {
  const { i18n } = useLingui();
  const ofDeals = useInfiniteQuery(dealBillsQuery);
  const ofBoosts = useInfiniteQuery(ordersQuery("review"));
  const bills = ofDeals.data?.pages.flatMap((page) => page.bills);
  const orders = ofBoosts.data?.pages.flatMap((page) => page.orders);
  if (bills?.length === 0 && orders?.length === 0) {
    return (
      <EmptyState drawing="label" title={i18n.t("Every payment fits")}>
        {i18n.t("Payments whose amount or account is not what was asked for wait here.")}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      {bills?.length !== 0 && (
        <section aria-labelledby="of-deals">
          <h2 id="of-deals" className="mb-2 text-h3">
            {i18n.t("Protected purchases")}
          </h2>
          <Listed count={bills?.length} {...listOf(ofDeals)}>
            <DealBills bills={bills ?? []} />
          </Listed>
        </section>
      )}
      {orders?.length !== 0 && (
        <section aria-labelledby="of-boosts">
          <h2 id="of-boosts" className="mb-2 text-h3">
            {i18n.t("Boosts")}
          </h2>
          <Listed count={orders?.length} {...listOf(ofBoosts)}>
            <Orders orders={orders ?? []} asks />
          </Listed>
        </section>
      )}
    </div>
  );
}

interface Pages {
  error: Error | null;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

const listOf = ({ error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) => ({
  error,
  empty: "",
  onRetry: () => void refetch(),
  more: hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined,
});
