import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { toRinggit } from "@/lib/money";
import { oneOf } from "@/lib/one-of";
import { formatDateTime } from "@/lib/time/time";
import { STATUS_TONES, statusNames } from "@/shared/boosts/order-words";
import { paths } from "@/shared/navigation/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { SelectField } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { staffPaths } from "../layout/staff-paths";
import { type OrderFilter, ordersQuery, type StaffOrder } from "./api";
import { AskProvider } from "./provider/ask-provider";

const STATUSES = ["pending", "paid", "review", "refunded", "expired", "cancelled"] as const;
const FILTERS = [...STATUSES, "asked"] as const;

export function MoneyOrders() {
  const { i18n } = useLingui();
  const statusFilter = new URLSearchParams(useLocation().search).get("status");
  const [status, setStatus] = useState<OrderFilter | "">(oneOf(FILTERS, statusFilter) ?? "");
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(status),
  );
  const orders = data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <>
      <div className="mb-3 max-w-60">
        <SelectField
          label={i18n.t("Status")}
          value={status}
          onChange={({ target }) => setStatus(oneOf(FILTERS, target.value) ?? "")}
        >
          <option value="">{i18n.t("Everything")}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {statusNames()[status]}
            </option>
          ))}
          <option value="asked">{i18n.t("Refund waits for a second person")}</option>
        </SelectField>
      </div>
      {isPending && <Waiting />}
      {error && !data && (
        <ErrorState
          title={i18n.t("The orders did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data && orders.length === 0 && (
        <EmptyState drawing="label" title={i18n.t("No orders")}>
          {i18n.t("Boosts that sellers order are listed here.")}
        </EmptyState>
      )}
      {orders.length > 0 && <Orders orders={orders} />}
      {hasNextPage && (
        <Button tone="line" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {i18n.t("Show more")}
        </Button>
      )}
    </>
  );
}

export function Orders({ orders, asks }: { orders: StaffOrder[]; asks?: boolean }) {
  const { i18n } = useLingui();
  return (
    <Table label={i18n.t("Boost orders")}>
      <thead>
        <tr>
          <HeadCell>{i18n.t("Order")}</HeadCell>
          <HeadCell>{i18n.t("Seller")}</HeadCell>
          <HeadCell>{i18n.t("Status")}</HeadCell>
          <HeadCell numeric>{i18n.t("Amount")}</HeadCell>
          <HeadCell>{i18n.t("Ordered")}</HeadCell>
          {asks && (
            <HeadCell>
              <span className="sr-only">{i18n.t("Actions")}</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {orders.map(
          ({ orderId, sellerId, sellerName, status, amount, packageName, createdAt, waitsForSecondPerson }) => (
            <tr key={orderId}>
              <Cell className="whitespace-nowrap">
                <Link to={staffPaths.order(orderId)} className="link inline-flex min-h-9 items-center font-semibold">
                  {i18n.t("Boost order {orderId}", { orderId })}
                </Link>
                <span className="block text-meta text-ink-3">{packageName}</span>
              </Cell>
              <Cell>
                <Link to={paths.seller(sellerId)} className="link inline-flex min-h-9 items-center">
                  {sellerName || i18n.t("Seller {sellerId}", { sellerId })}
                </Link>
              </Cell>
              <Cell>
                <Badge tone={STATUS_TONES[status]}>{statusNames()[status]}</Badge>{" "}
                {waitsForSecondPerson && <Badge tone="warn">{i18n.t("Refund asked for")}</Badge>}
              </Cell>
              <Cell numeric>
                <Price ringgit={toRinggit(amount)} size="row" sen />
              </Cell>
              <Cell className="whitespace-nowrap">{formatDateTime(createdAt)}</Cell>
              {asks && (
                <Cell className="text-right">
                  <AskProvider orderId={orderId} />
                </Cell>
              )}
            </tr>
          ),
        )}
      </tbody>
    </Table>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-3 border-t border-edge py-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
