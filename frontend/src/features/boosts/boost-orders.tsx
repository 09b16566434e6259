import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { boostPaths } from "@/shared/boosts/boost-paths";
import { durationWords, type Order, ordersQuery, sizeWords, typeTitle } from "@/shared/boosts/boosts";
import { STATUS_TONES, statusNames } from "@/shared/boosts/order-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { PayAgain } from "./pay-again";
import type { Report } from "./report";

type Featured = Order["featuredUntil"][number];

export function BoostOrders({ report: Report }: { report: Report }) {
  const { i18n } = useLingui();
  const [openReport, setOpenReport] = useState<Featured | null>(null);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(ordersQuery);
  const orders = data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <section aria-labelledby="boost-orders" className="pt-10">
      <h2 id="boost-orders" className="mb-2 text-h3">
        {i18n.t("Boost orders")}
      </h2>
      {isPending && (
        <div role="status" className="grid gap-3 border-t border-edge py-4">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      {error && !data && (
        <ErrorState
          heading="h3"
          title={i18n.t("The orders did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data && orders.length === 0 && (
        <p className="border-t border-edge py-5 text-ink-2">{i18n.t("Boosts that you order are listed here.")}</p>
      )}
      {orders.length > 0 && (
        <ul className="border-t border-edge">
          {orders.map((order) => (
            <Row key={order.orderId} order={order} onReport={setOpenReport} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button tone="line" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {i18n.t("Show more")}
        </Button>
      )}
      {openReport && (
        <Report
          productId={openReport.productId}
          name={nameOf(openReport)}
          spent={openReport.amount}
          times={{ since: openReport.since, until: openReport.until }}
          onClose={() => setOpenReport(null)}
        />
      )}
    </section>
  );
}

function Row({ order, onReport }: { order: Order; onReport: (boostedListing: Featured) => void }) {
  const { i18n } = useLingui();
  const { status, packageName, packageType, itemCount, durationHours, createdAt, receiptNumber, orderId } = order;
  return (
    <li
      data-testid="boost-order"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_auto_minmax(0,190px)]"
    >
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{packageName}</span>
        <span className="block text-meta text-ink-3">
          {[typeTitle(packageType), sizeWords(itemCount), durationWords(durationHours)].join(", ")},{" "}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </span>
      </span>
      <Price ringgit={toRinggit(order.amount)} size="row" sen className="justify-self-end md:order-1" />
      <span className="contents max-md:col-span-2 max-md:flex max-md:min-h-9 max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-2">
        <span>
          <Badge tone={STATUS_TONES[status]}>{statusNames()[status]}</Badge>
        </span>
        <span className="justify-self-end md:order-2">
          {receiptNumber ? (
            <Link to={boostPaths.receipt(orderId)} className="link inline-flex min-h-9 items-center text-small">
              {i18n.t("Receipt {receiptNumber}", { receiptNumber })}
            </Link>
          ) : (
            <PayAgain order={order} />
          )}
        </span>
      </span>
      {status === "paid" && <Reports featured={order.featuredUntil} onReport={onReport} />}
    </li>
  );
}

function Reports({ featured, onReport }: { featured: Featured[]; onReport: (boostedListing: Featured) => void }) {
  const { i18n } = useLingui();
  if (featured.length === 0) return null;
  return (
    <details className="col-span-full text-small md:order-3">
      <summary className="inline-flex min-h-9 cursor-pointer items-center underline">
        {i18n.t("What the boost brought")}
      </summary>
      <ul className="grid justify-items-start">
        {featured.map((boostedListing) => (
          <li key={boostedListing.productId}>
            <button
              type="button"
              aria-label={i18n.t("Report on {name}", { name: nameOf(boostedListing) })}
              className="link min-h-9 text-left wrap-anywhere"
              onClick={() => onReport(boostedListing)}
            >
              {nameOf(boostedListing)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const nameOf = ({ name, productId }: Featured): string =>
  name ?? i18n.t("Listing {productId}", { productId: String(productId) });
