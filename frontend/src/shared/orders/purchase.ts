import { i18n } from "@lingui/core";
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { addMessages } from "@/lib/i18n/refusal-messages";
import { formatRinggit } from "@/lib/money";
import { trackEvent } from "@/shared/analytics/analytics";
import { itemOf } from "@/shared/analytics/analytics-item";
import { readConsent } from "@/shared/analytics/consent";
import { ordersKey } from "./orders";

addMessages(
  {
    price_changed: ({ details: { price } }) => ({
      title: i18n.t("The price has changed"),
      text: i18n.t("The price is now {price}. Check it, then confirm again.", { price: formatRinggit(Number(price)) }),
    }),
  },
  {},
);

type Message = components["schemas"]["MessagingMessageOut"];

export async function confirmPurchaseStep(message: Message): Promise<void> {
  const isPurchase = message.actionType === "INITIATE";
  const amount = isPurchase ? message.card?.amount : undefined;
  await callApi("POST", "/api/messages/action/confirm", {
    body: { messageId: message.id, ...(amount !== undefined && { amount }) },
  });
  if (isPurchase) reportPurchase(message);
}

function reportPurchase({ card, product }: Message): void {
  if (!card || readConsent() !== "yes") return;
  const { transactionId, amount } = card;
  const items = product ? [itemOf({ ...product, brand: "", price: amount })] : [];
  trackEvent("purchase", { transaction_id: transactionId, items, value: amount, currency: "MYR" });
}

export const wonCardQuery = (auctionId: number, sellerId: number, productId: number) =>
  queryOptions({
    queryKey: [...ordersKey, "won", auctionId],
    queryFn: async () => {
      const query = { productId, limit: 50 };
      const messages = await callApi("GET", "/api/messages/conversation/{user_id}", {
        path: { user_id: sellerId },
        query,
      });
      return messages.findLast(({ card }) => card?.auctionId === auctionId) ?? null;
    },
  });
