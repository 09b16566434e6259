import { useLingui } from "@lingui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { trackEvent } from "@/shared/analytics/analytics";
import { boostPaths } from "@/shared/boosts/boost-paths";
import { forgetBoosts, type Order, orderQuery } from "@/shared/boosts/boosts";
import { canBePaidAgain } from "@/shared/boosts/order-words";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Notice, type Tone } from "@/ui/notice";
import { PayAgain } from "./pay-again";

export function OrderNotice({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(orderId));
  useSettled(order);
  if (error && !order) {
    return (
      <Shown tone="bad" title={i18n.t("Payment Error")}>
        <p>{messageFor(error).text}</p>
        <p>{i18n.t("What was paid is never lost: the order below tells how it stands.")}</p>
        <Button tone="line" size="small" className="mt-2.5" busy={isFetching} onClick={() => void refetch()}>
          {i18n.t("Retry")}
        </Button>
      </Shown>
    );
  }
  if (!order || order.status === "pending") return <Processing order={order} />;
  if (order.status === "paid") return <Paid order={order} />;
  if (order.status === "review") {
    return (
      <Shown tone="warn" title={i18n.t("Processing your request")}>
        {i18n.t("We check this payment by hand. You need not pay again.")}
      </Shown>
    );
  }
  return <NotPaid order={order} />;
}

function Processing({ order }: { order: Order | undefined }) {
  const { i18n } = useLingui();
  return (
    <Shown tone="plain" title={i18n.t("Processing your request")}>
      <p>{i18n.t("We wait for the bank’s answer. If you have paid, do not pay again.")}</p>
      {order && (
        <p className="mt-2.5">
          <PayAgain order={order} />
        </p>
      )}
    </Shown>
  );
}

function Paid({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const { amount, creditUsed, paidAt, receiptNumber, productIds, orderId } = order;
  const facts = [
    i18n.t("Paid {amount}", { amount: formatRinggit(toRinggit(amount)) }),
    creditUsed > 0 && i18n.t("{credit} of it from your wallet", { credit: formatRinggit(toRinggit(creditUsed)) }),
    paidAt && formatDateTime(paidAt),
  ];
  return (
    <Shown tone="good" title={i18n.t("Payment Successful")}>
      <p>
        {i18n.t("{count, plural, one {One bottle is featured now.} other {# bottles are featured now.}}", {
          count: productIds.length,
        })}
      </p>
      <p>{facts.filter(Boolean).join(", ")}</p>
      {receiptNumber && (
        <Link to={boostPaths.receipt(orderId)} className="link inline-flex min-h-9 items-center">
          {i18n.t("Receipt {receiptNumber}", { receiptNumber })}
        </Link>
      )}
    </Shown>
  );
}

function NotPaid({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const words = canBePaidAgain(order.status)
    ? i18n.t(
        "The payment did not succeed. Nothing is featured yet. If your bank shows a deduction, do not pay again; it returns within 3 working days.",
      )
    : i18n.t("The amount is in your wallet, for another boost.");
  return (
    <Shown tone="bad" title={i18n.t("Payment Failed")}>
      <p>{words}</p>
      <p className="mt-2.5">
        <PayAgain order={order} />
      </p>
    </Shown>
  );
}

function Shown({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) {
  return (
    <Notice tone={tone} role={tone === "bad" ? "alert" : "status"} title={title} className="pr-12">
      {children}
    </Notice>
  );
}

function useSettled(order: Order | undefined): void {
  const client = useQueryClient();
  const status = order?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the status
  useEffect(() => {
    if (!order || status === "pending") return;
    forgetBoosts(client);
    if (status !== "paid") return;
    const { packageType, durationHours, amount, itemCount } = order;
    const bought = { package_type: packageType, duration_hours: durationHours, item_count: itemCount };
    trackEvent("boost_purchase", { ...bought, value: toRinggit(amount), currency: "MYR" });
  }, [status, client]);
}
