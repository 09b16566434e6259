import { useLingui } from "@lingui/react";
import { failureMessage } from "@/lib/calls/commands";
import { leaveFor, type Order, usePayingAgain } from "@/shared/boosts/boosts";
import { canBePaidAgain } from "@/shared/boosts/order-words";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import "./checkout/refusals";

export function PayAgain({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const paying = usePayingAgain();
  const { paymentUrl, status, orderId, packageName } = order;
  if (status === "pending" && paymentUrl) {
    return (
      <Button
        tone="line"
        size="small"
        aria-label={i18n.t("Continue to payment: {packageName}", { packageName })}
        onClick={() => leaveFor(paymentUrl)}
      >
        {i18n.t("Continue to payment")}
      </Button>
    );
  }
  if (!canBePaidAgain(status)) return null;
  const pay = async () => {
    try {
      const { paymentUrl: address } = await paying.mutateAsync(orderId);
      if (!address) showToast({ title: i18n.t("Processing your request") });
    } catch (error) {
      showToast({ ...failureMessage(i18n.t("Boost Order Error"), error), tone: "bad" });
    }
  };
  return (
    <Button
      tone="line"
      size="small"
      busy={paying.isPending}
      aria-label={i18n.t("Pay again: {packageName}", { packageName })}
      onClick={() => void pay()}
    >
      {i18n.t("Pay again")}
    </Button>
  );
}
