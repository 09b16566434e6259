import { useLingui } from "@lingui/react";
import { failureMessage } from "@/lib/calls/commands";
import type { OrderStatus } from "@/shared/boosts/boosts";
import { statusNames } from "@/shared/boosts/order-words";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { useAsking } from "../api";
import { judgementNames } from "./judgement-words";

export function AskProvider({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { mutate, isPending } = useAsking(orderId);
  const send = () =>
    mutate(undefined, {
      onSuccess: ({ status, found: outcomes }) => {
        const answers = outcomes.map((outcome) => judgementNames()[outcome] ?? outcome).join(", ");
        showToast({
          title: i18n.t("The provider answered: {answers}", { answers }),
          text: `${i18n.t("Boost order {orderId}", { orderId })}: ${statusNames()[status as OrderStatus]}`,
        });
      },
      onError: (error) => showToast({ ...failureMessage(i18n.t("The provider was not asked"), error), tone: "bad" }),
    });
  return (
    <Button
      tone="line"
      size="small"
      busy={isPending}
      aria-label={i18n.t("Ask the provider about order {orderId}", { orderId })}
      onClick={send}
    >
      {i18n.t("Ask the provider")}
    </Button>
  );
}
