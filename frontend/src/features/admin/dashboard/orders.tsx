/** All purchases, the newest first; staff moves one along where its people cannot. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { STATUS_TONES, type StaffReason, staffReasons, statusNames } from "@/lib/deals/orders";
import { useCurrentUser } from "@/lib/session/session";
import { hasDuty } from "@/lib/session/staff";
import { formatDateTime } from "@/lib/time/time";
import { bottleName, nameOf } from "@/lib/words/names";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Price } from "@/ui/price";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import { adminPaths } from "../layout/admin-paths";
import { ExportButton } from "../layout/export-button";
import { ReasonDialog } from "../layout/reason-dialog";
import { Listed } from "../layout/staff-list";
import { type OrderStatus, type OrderStep, ordersQuery, type StaffOrder, useMovingOrder } from "./api";

/** Where an order can go next, apart from being cancelled. */
const NEXT: Partial<Record<OrderStatus, OrderStep>> = {
  pending: "processing",
  processing: "shipped",
  shipped: "delivered",
};
const STATUSES: OrderStatus[] = ["pending", "processing", "shipped", "delivered", "cancelled"];

export function Orders() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const [search, asked] = [params.get("search") ?? "", params.get("status") ?? ""];
  const status = STATUSES.find((one) => one === asked) ?? "";
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(status, search),
  );
  const [step, setStep] = useState<{ order: StaffOrder; to: OrderStep } | null>(null);
  const orders = data?.pages.flat();
  const choose = (change: Record<string, string>) => setParams(adminPaths.filtered(params, change), { replace: true });
  return (
    <>
      <div className="mb-3 grid gap-3 md:grid-cols-[minmax(0,20rem)_minmax(0,12rem)_1fr]">
        <TextField
          label={i18n.t("Search")}
          type="search"
          maxLength={40}
          value={search}
          hint={i18n.t("Order number or tracking number")}
          onChange={({ target }) => choose({ search: target.value })}
        />
        <SelectField
          label={i18n.t("Status")}
          value={status}
          onChange={({ target }) => choose({ status: target.value })}
        >
          <option value="">{i18n.t("Everything")}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {statusNames()[one]}
            </option>
          ))}
        </SelectField>
        <div className="md:mt-7 md:justify-self-end">
          <ExportButton path="/api/admin/orders/export.csv" name="wangi-orders" filters={{ search, status }} />
        </div>
      </div>
      <Listed
        count={orders?.length}
        error={error}
        empty={i18n.t("No orders")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Table label={i18n.t("Orders")}>
          <thead>
            <tr>
              <HeadCell>{i18n.t("Order")}</HeadCell>
              <HeadCell>{i18n.t("Buyer and seller")}</HeadCell>
              <HeadCell>{i18n.t("Status")}</HeadCell>
              <HeadCell numeric>{i18n.t("Total")}</HeadCell>
              <HeadCell>
                <span className="sr-only">{i18n.t("Actions")}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {orders?.map((one) => (
              <Row key={one.id} order={one} onSet={(to) => setStep({ order: one, to })} />
            ))}
          </tbody>
        </Table>
      </Listed>
      {step && <StepDialog {...step} onClose={() => setStep(null)} />}
    </>
  );
}

function Row({ order, onSet }: { order: StaffOrder; onSet: (to: OrderStep) => void }) {
  const { i18n } = useLingui();
  const { status, buyer, seller } = order;
  const mayMove = hasDuty(useCurrentUser().user, "conduct");
  const next = mayMove ? NEXT[status] : undefined;
  return (
    <tr data-testid="staff-order">
      <Cell className="whitespace-nowrap">
        <b className="num font-semibold">{order.orderNumber}</b>
        <span className="block max-w-60 truncate text-meta text-ink-3">{bottleName(order.items[0]?.name ?? "")}</span>
        <span className="block text-meta text-ink-3">{formatDateTime(order.createdAt)}</span>
      </Cell>
      <Cell>
        {nameOf(buyer.username, buyer.isDeleted)}
        <span className="block text-meta text-ink-3">
          {i18n.t("from {name}", { name: nameOf(seller.username, seller.isDeleted) })}
        </span>
      </Cell>
      <Cell>
        <Badge tone={STATUS_TONES[status]}>{statusNames()[status]}</Badge>
      </Cell>
      <Cell numeric>
        <Price ringgit={order.total} size="row" sen />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        {next && (
          <Button tone="line" size="small" onClick={() => onSet(next)}>
            {stepNames()[next]}
          </Button>
        )}
        {mayMove && (status === "pending" || status === "processing") && (
          <Button tone="quiet" size="small" onClick={() => onSet("cancelled")}>
            {i18n.t("Cancel")}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

const stepNames = (): Record<OrderStep, string> => ({
  processing: i18n.t("Process"),
  shipped: i18n.t("Ship"),
  delivered: i18n.t("Deliver"),
  cancelled: i18n.t("Cancel the order"),
});

function StepDialog({ order, to, onClose }: { order: StaffOrder; to: OrderStep; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useMovingOrder();
  const [reason, setReason] = useState<StaffReason>("courier");
  const reasons = Object.entries(staffReasons()) as [StaffReason, string][];
  return (
    <ReasonDialog
      title={i18n.t("Set {number} to {status}?", { number: order.orderNumber, status: statusNames()[to] })}
      text={
        to === "delivered"
          ? i18n.t("Both people read your reason. Money that we hold stays held: its buyer has 72 hours to look at it.")
          : i18n.t("Both people read your reason.")
      }
      button={stepNames()[to]}
      busy={isPending}
      error={error}
      onSend={(words) => mutate({ id: order.id, status: to, reason, words }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField
        label={i18n.t("Why")}
        value={reason}
        onChange={({ target }) => setReason(target.value as StaffReason)}
      >
        {reasons.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
