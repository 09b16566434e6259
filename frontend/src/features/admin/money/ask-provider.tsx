/** Asks the payment provider about the bills of an order, and says what it answered. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import type { OrderStatus } from "@/lib/boosts/boosts";
import { statusNames } from "@/lib/boosts/order-words";
import { failedAs } from "@/lib/calls/commands";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { useAsking } from "./api";
import { ReasonDialog } from "./reason-dialog";

export function AskProvider({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { mutate, isPending } = useAsking(orderId);
  const [isAsked, setAsked] = useState(false);
  const title = i18n.t("Ask the provider about order {orderId}", { orderId });
  const send = (reason: string) =>
    mutate(reason, {
      onSuccess: ({ status, found }) => {
        showToast({
          title: i18n.t("The provider answered: {answers}", { answers: found.join(", ") }),
          text: `${i18n.t("Boost order {orderId}", { orderId })}: ${statusNames()[status as OrderStatus]}`,
        });
        setAsked(false);
      },
      onError: (error) => showToast({ ...failedAs(i18n.t("The provider was not asked"), error), tone: "bad" }),
    });
  return (
    <>
      <Button tone="line" size="small" aria-label={title} onClick={() => setAsked(true)}>
        {i18n.t("Ask the provider")}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={title}
          button={i18n.t("Ask the provider")}
          busy={isPending}
          onSend={send}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
