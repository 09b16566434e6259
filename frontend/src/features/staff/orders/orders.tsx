import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { formatDateTime } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { STATUS_TONES, statusNames } from "@/shared/orders/orders";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import { SelectAllCell, SelectCell } from "../bulk/select-cells";
import { type Selection, useSelection } from "../bulk/use-selection";
import { ExportButton } from "../layout/export-button";
import { Listed } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { fetchOrdersTable, type OrderStatus, ordersQuery, type StaffOrder } from "../overview/api";
import { OrderSteps } from "./order-steps";
import { OrdersBulk } from "./orders-bulk";

const STATUSES: OrderStatus[] = ["pending", "processing", "shipped", "delivered", "cancelled"];

export function Orders() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const [search, statusParam] = [params.get("search") ?? "", params.get("status") ?? ""];
  const status = STATUSES.find((status) => status === statusParam) ?? "";
  const personParam = params.get("person") ?? "";
  const person = /^[1-9]\d{0,14}$/.test(personParam) ? Number(personParam) : "";
  const filters = { search, status, personId: person } as const;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(filters),
  );
  const orders = data?.pages.flat();
  const choose = (change: Record<string, string>) => setParams(staffPaths.filtered(params, change), { replace: true });
  return (
    <>
      <div className="mb-3 grid gap-3 md:grid-cols-[minmax(0,20rem)_minmax(0,12rem)_1fr]">
        <TextField
          label={i18n.t("Search")}
          type="search"
          maxLength={40}
          value={search}
          disabled={person !== ""}
          hint={i18n.t("Order number or tracking number")}
          onChange={({ target }) => choose({ search: target.value })}
        />
        <SelectField
          label={i18n.t("Status")}
          value={status}
          onChange={({ target }) => choose({ status: target.value })}
        >
          <option value="">{i18n.t("Everything")}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {statusNames()[status]}
            </option>
          ))}
        </SelectField>
        <div className="md:mt-7 md:justify-self-end">
          <ExportButton name="wangi-orders" fetch={() => fetchOrdersTable(filters)} />
        </div>
      </div>
      {person && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 text-small">
          <Link to={staffPaths.person(person)} className="link inline-flex min-h-8 items-center">
            {i18n.t("Only those of person {number}", { number: person })}
          </Link>
          <Button tone="quiet" size="small" onClick={() => choose({ person: "" })}>
            {i18n.t("Show everybody’s")}
          </Button>
        </p>
      )}
      <Listed
        count={orders?.length}
        error={error}
        empty={i18n.t("No orders")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Lines orders={orders ?? []} />
      </Listed>
    </>
  );
}

function Lines({ orders }: { orders: StaffOrder[] }) {
  const { i18n } = useLingui();
  const mayMove = hasDuty(useCurrentUser().user, "conduct");
  const selection = useSelection(orders.map(({ id }) => id));
  return (
    <>
      {mayMove && <OrdersBulk orders={orders} selection={selection} />}
      <Table label={i18n.t("Orders")} isStacked>
        <thead>
          <tr>
            {mayMove && <SelectAllCell selection={selection} />}
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
          {orders.map((order) => (
            <Row key={order.id} order={order} selection={mayMove ? selection : undefined} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Row({ order, selection }: { order: StaffOrder; selection: Selection | undefined }) {
  const { i18n } = useLingui();
  const { status, buyer, seller } = order;
  return (
    <tr data-testid="staff-order">
      {selection && <SelectCell selection={selection} id={order.id} name={order.orderNumber} />}
      <Cell className="whitespace-nowrap">
        <Link to={staffPaths.deal(order.id)} className="link num inline-flex min-h-6 items-center font-semibold">
          {order.orderNumber}
        </Link>
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
        <OrderSteps order={order} />
      </Cell>
    </tr>
  );
}
