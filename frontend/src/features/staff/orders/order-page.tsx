import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { courierNames } from "@/shared/orders/couriers";
import { type Courier, STATUS_TONES, statusNames } from "@/shared/orders/orders";
import { ringgit, stateNames, TONES } from "@/shared/protection/protection-words";
import { useCurrentUser } from "@/shared/session/session";
import { mayOpen } from "@/shared/session/staff-duties";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { DetailList } from "@/ui/table";
import { StaffLayout } from "../layout/staff-layout";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { type Money, orderMoneyQuery, orderPageQuery, type OrderPage as Page } from "./api";
import { OrderSteps } from "./order-steps";
import { Timeline } from "./timeline";

export function OrderPage({ dealId }: { dealId: number }) {
  const { i18n } = useLingui();
  const order = useQuery(orderPageQuery(dealId));
  const money = useQuery(orderMoneyQuery(dealId));
  return (
    <StaffLayout title={i18n.t("Order {number}", { number: order.data?.orderNumber ?? dealId })}>
      <WhenLoaded query={order} failed={i18n.t("The order did not load")} isPage>
        {(page) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
            <div className="grid content-start gap-6">
              <Head order={page} />
              {money.error && (
                <ErrorState
                  title={i18n.t("What its money did is missing")}
                  text={messageFor(money.error).text}
                  onRetry={() => void money.refetch()}
                />
              )}
              <Timeline order={page} money={money.data ?? null} />
              {money.isPending && <Skeleton className="h-16" />}
            </div>
            <div className="grid content-start gap-6">
              <OrderDetails order={page} />
              {money.data !== undefined && <MoneyDetails dealId={page.id} money={money.data} />}
            </div>
          </div>
        )}
      </WhenLoaded>
    </StaffLayout>
  );
}

function Head({ order }: { order: Page }) {
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h2 className="min-w-0 text-h3 break-words">{bottleName(order.items[0]?.name ?? "")}</h2>
      <Badge tone={STATUS_TONES[order.status]}>{statusNames()[order.status]}</Badge>
      <span className="ml-auto flex flex-wrap gap-2">
        <OrderSteps order={order} />
      </span>
    </header>
  );
}

function OrderDetails({ order }: { order: Page }) {
  const { i18n } = useLingui();
  const { seller, buyer, courier, trackingNumber, items } = order;
  const facts: [string, ReactNode][] = [
    [i18n.t("Total"), <Price key="total" ringgit={order.total} size="row" sen />],
    [
      i18n.t("Buyer"),
      <To key="buyer" to={staffPaths.person(buyer.id)} words={nameOf(buyer.username, buyer.isDeleted)} />,
    ],
    [
      i18n.t("Seller"),
      <To key="seller" to={staffPaths.person(seller.id)} words={nameOf(seller.username, seller.isDeleted)} />,
    ],
    [i18n.t("Since"), formatDateTime(order.createdAt)],
  ];
  const [item] = items;
  if (item) {
    facts.push([
      i18n.t("Listing"),
      <To key="listing" to={paths.product(item.id)} words={i18n.t("Listing {id}", { id: String(item.id) })} />,
    ]);
  }
  if (courier) {
    facts.push([
      i18n.t("Parcel"),
      [courierNames()[courier as Courier] ?? courier, trackingNumber].filter(Boolean).join(" "),
    ]);
  }
  if (order.cancelAskedBy !== null) {
    const who = order.cancelAskedBy === seller.id ? i18n.t("Seller") : i18n.t("Buyer");
    facts.push([i18n.t("Asked to cancel"), who]);
  }
  return <DetailList facts={facts} />;
}

function MoneyDetails({ dealId, money }: { dealId: number; money: Money | null }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const decides = mayOpen(user, staffPaths.dispute(dealId));
  return (
    <section aria-label={i18n.t("Money")} className="grid gap-2">
      <h2 className="text-h3">{i18n.t("Money")}</h2>
      {money === null ? (
        <p className="text-small text-ink-3">{i18n.t("Wangi holds no money for this purchase.")}</p>
      ) : (
        <>
          <Badge tone={TONES[money.state]} className="justify-self-start">
            {stateNames()[money.state]}
          </Badge>
          <DetailList
            facts={[
              [i18n.t("Bottle"), ringgit(money.amount)],
              [i18n.t("Protection fee"), ringgit(money.fee)],
              [i18n.t("Paid back"), ringgit(money.refunded)],
              [i18n.t("To the seller"), ringgit(money.sellerAmount)],
            ]}
          />
          {decides && (
            <Link to={staffPaths.dispute(dealId)} className="link inline-flex min-h-8 items-center text-small">
              {i18n.t("Dispute and decision")}
            </Link>
          )}
        </>
      )}
    </section>
  );
}

const To = ({ to, words }: { to: string; words: string }) => (
  <Link to={to} className="link inline-flex min-h-6 items-center">
    {words}
  </Link>
);
