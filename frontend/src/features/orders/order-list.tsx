import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDate } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { courierNames } from "@/shared/orders/couriers";
import {
  type Courier,
  currentStep,
  type Order,
  type OrderStatus,
  ordersQuery,
  type Role,
  STATUS_TONES,
  statusHints,
  statusNames,
  stepNames,
} from "@/shared/orders/orders";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Segments } from "@/ui/segments";
import { SelectField } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { Steps } from "@/ui/steps";

export function OrderList({ isSeller }: { isSeller: boolean }) {
  const { i18n } = useLingui();
  const [role, setRole] = useState<Role>("buyer");
  const [status, setStatus] = useState<OrderStatus | "">("");
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(role, status),
  );
  const orders = data?.pages.flat() ?? [];
  return (
    <div className="grid gap-5 pt-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {isSeller && (
          <div className="w-full max-w-72">
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
        <SelectField
          label={i18n.t("Show")}
          value={status}
          onChange={({ target }) => setStatus(target.value as OrderStatus | "")}
        >
          <option value="">{i18n.t("All orders")}</option>
          {Object.entries(statusNames()).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
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
      {data && orders.length === 0 && <None role={role} isFiltered={status !== ""} />}
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
  const name = nameOf(other.username, other.isDeleted);
  const [item] = order.items;
  const parcel =
    order.courier && [courierNames()[order.courier as Courier], order.trackingNumber].filter(Boolean).join(" ");
  return (
    <Link
      to={paths.order(order.id)}
      data-testid="order-row"
      className="grid grid-cols-[64px_1fr_auto] items-center gap-x-4 gap-y-3 py-4 no-underline hover:bg-wash focus-visible:-outline-offset-2 lg:grid-cols-[80px_1.3fr_1.6fr_1fr_auto] lg:gap-x-6"
    >
      <Photo src={item?.imageUrl} alt="" ratio="aspect-[4/5]" sizes="80px" className="max-lg:row-span-2" />
      <span className="grid min-w-0 gap-0.5">
        <span className="serif truncate text-lead">{bottleName(item?.name ?? "")}</span>
        <span className="truncate text-meta text-ink-3">
          {role === "buyer" ? i18n.t("from {name}", { name }) : i18n.t("to {name}", { name })}
        </span>
        {parcel && <span className="truncate text-small">{parcel}</span>}
      </span>
      <span className="max-lg:col-span-3 max-lg:row-start-3">
        {order.status === "cancelled" ? (
          <span className="text-meta text-ink-3">{i18n.t("This purchase was cancelled.")}</span>
        ) : (
          <Steps label={i18n.t("Progress")} steps={stepNames()} current={currentStep(order)} />
        )}
      </span>
      <span className="grid justify-items-start gap-1.5 max-lg:col-start-2 max-lg:row-start-2">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={STATUS_TONES[order.status]}>{statusNames()[order.status]}</Badge>
          <span className="text-meta text-ink-2">{statusHints()[order.status]}</span>
        </span>
        <span className="num text-meta text-ink-3">
          {order.orderNumber}, {formatDate(order.createdAt)}
        </span>
      </span>
      <Price ringgit={order.total} size="detail" sen className="max-lg:col-start-3 max-lg:row-start-1" />
    </Link>
  );
}

function None({ role, isFiltered }: { role: Role; isFiltered: boolean }) {
  const { i18n } = useLingui();
  if (isFiltered) return <p className="text-ink-2">{i18n.t("No order stands like this.")}</p>;
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
