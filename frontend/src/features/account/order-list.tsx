/** What one has bought or sold, the newest first, each leading to its conversation. */
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { formatDate } from "@/lib/time/time";
import { messageFor } from "@/lib/words/messages";
import { bottleName, nameOf } from "@/lib/words/names";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Segments } from "@/ui/segments";
import { Skeleton } from "@/ui/skeleton";
import { type Order, ordersQuery, type Role } from "./orders";

export function OrderList({ isSeller }: { isSeller: boolean }) {
  const { i18n } = useLingui();
  const [role, setRole] = useState<Role>("buyer");
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(role),
  );
  const orders = data?.pages.flat() ?? [];
  return (
    <div className="grid gap-5 pt-5">
      {isSeller && (
        <div className="max-w-72">
          <Segments
            label={i18n.t("Whose orders")}
            value={role}
            onChange={setRole}
            choices={[
              { value: "buyer", label: i18n.t("Bought") },
              { value: "seller", label: i18n.t("Sold") },
            ]}
          />
        </div>
      )}
      {isPending && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      {error && (
        <ErrorState
          title={i18n.t("The orders did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data && orders.length === 0 && <None role={role} />}
      <ul className="grid">
        {orders.map((order) => (
          <li key={order.id} className="border-b border-line">
            <Row order={order} role={role} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button tone="line" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {i18n.t("Show more")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Row({ order, role }: { order: Order; role: Role }) {
  const { i18n } = useLingui();
  const other = role === "buyer" ? order.seller : order.buyer;
  const states: Record<Order["status"], string> = {
    pending: i18n.t("Waiting for payment"),
    processing: i18n.t("Paid, to be shipped"),
    shipped: i18n.t("Under way"),
    delivered: i18n.t("Delivered"),
    cancelled: i18n.t("Cancelled"),
  };
  const [item] = order.items;
  return (
    <Link
      to={paths.conversation(other.id)}
      data-testid="order-row"
      className="grid grid-cols-[56px_1fr_auto] items-center gap-4 py-4 no-underline hover:bg-wash focus-visible:-outline-offset-2"
    >
      <Photo src={item?.imageUrl} alt="" sizes="56px" />
      <span className="grid min-w-0 gap-0.5">
        <span className="serif truncate text-lead">{bottleName(item?.name ?? "")}</span>
        <span className="truncate text-small text-ink-2">
          {nameOf(other.username, other.isDeleted)}, {formatDate(order.createdAt)}, {order.orderNumber}
        </span>
        <span className="text-small font-semibold">{states[order.status]}</span>
      </span>
      <Price ringgit={order.total} size="detail" />
    </Link>
  );
}

function None({ role }: { role: Role }) {
  const { i18n } = useLingui();
  if (role === "seller") return <p className="text-ink-2">{i18n.t("What you sell in a conversation appears here.")}</p>;
  const shop = (
    <Button asChild>
      <Link to={paths.products}>{i18n.t("Start Shopping")}</Link>
    </Button>
  );
  return (
    <EmptyState drawing="label" title={i18n.t("No orders yet")} action={shop}>
      {i18n.t("What you buy appears here, step by step.")}
    </EmptyState>
  );
}
