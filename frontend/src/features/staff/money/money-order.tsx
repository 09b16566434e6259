import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { STATUS_TONES, statusNames } from "@/shared/boosts/order-words";
import { paths } from "@/shared/navigation/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { DetailList } from "@/ui/table";
import { SecondPersonNotice } from "../layout/second-person";
import { WhenLoaded } from "../layout/when-loaded";
import { type OrderPage, orderQuery, useWithdrawingRefund } from "./api";
import { AskProvider } from "./provider/ask-provider";
import { OrderBills } from "./provider/order-bills";
import { ProviderMessageList } from "./provider/provider-messages";
import { RefundDialog } from "./refund-dialog";

const money = (sen: number) => formatRinggit(toRinggit(sen));

export function MoneyOrder({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  return (
    <WhenLoaded query={useQuery(orderQuery(orderId))} failed={i18n.t("The order did not load")} isPage>
      {(page) => <Page page={page} />}
    </WhenLoaded>
  );
}

function Page({ page: { order, payments, notifications, refunds, secondPerson } }: { page: OrderPage }) {
  const { i18n } = useLingui();
  const [refunding, setRefunding] = useState(false);
  const withdrawing = useWithdrawingRefund(order.orderId);
  const left = order.amount - order.refunded;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={STATUS_TONES[order.status]}>{statusNames()[order.status]}</Badge>
        <span className="ml-auto flex flex-wrap gap-2">
          {payments.length > 0 && <AskProvider orderId={order.orderId} />}
          {order.status === "paid" && left > 0 && !secondPerson && (
            <Button tone="danger" size="small" onClick={() => setRefunding(true)}>
              {i18n.t("Refund")}
            </Button>
          )}
        </span>
      </div>
      {secondPerson && (
        <SecondPersonNotice
          request={secondPerson}
          what={i18n.t("{amount} are given back and the boost ends.", { amount: money(left) })}
          onAgree={() => setRefunding(true)}
          withdrawing={withdrawing}
        />
      )}
      <DetailList
        facts={[
          [
            i18n.t("Seller"),
            <Link key="seller" to={paths.seller(order.sellerId)} className="link">
              {order.sellerName || i18n.t("Seller {sellerId}", { sellerId: order.sellerId })}
            </Link>,
          ],
          [i18n.t("Package"), order.packageName],
          [i18n.t("Amount"), money(order.amount)],
          [i18n.t("Wallet credit used"), money(order.creditUsed)],
          [i18n.t("Given back"), money(order.refunded)],
          [i18n.t("Ordered"), formatDateTime(order.createdAt)],
          [i18n.t("Paid"), order.paidAt ? formatDateTime(order.paidAt) : "–"],
          [i18n.t("Receipt"), order.receiptNumber ?? "–"],
        ]}
      />
      <OrderBills bills={payments} name={i18n.t("Boost order {orderId}", { orderId: order.orderId })} />
      <ProviderMessageList messages={notifications} />
      {refunds.length > 0 && <Refunds refunds={refunds} />}
      {refunding && <RefundDialog orderId={order.orderId} amount={left} onClose={() => setRefunding(false)} />}
    </div>
  );
}

function Refunds({ refunds }: { refunds: OrderPage["refunds"] }) {
  const { i18n } = useLingui();
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds" className="mb-2 text-h3">
        {i18n.t("Given back")}
      </h2>
      <ul className="border-t border-edge">
        {refunds.map(({ refundedAt, amount, kind, words }) => (
          <li key={`${refundedAt}${kind}${amount}`} className="border-b border-line py-3 text-small">
            <span className="font-semibold">{money(amount)}</span>{" "}
            <span className="text-ink-3">
              {kind}, {formatDateTime(refundedAt)}
            </span>
            {words && <p className="break-words">{words}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
