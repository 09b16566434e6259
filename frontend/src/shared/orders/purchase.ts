import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { trackEvent } from "@/shared/analytics/analytics";
import { itemOf } from "@/shared/analytics/analytics-item";
import { readConsent } from "@/shared/analytics/consent";
import { ordersKey } from "./orders";

type Message = components["schemas"]["MessagingMessageOut"];

export async function confirmPurchaseStep(message: Message): Promise<void> {
  await callApi("POST", "/api/messages/action/confirm", { body: { messageId: message.id } });
  if (message.actionType === "INITIATE") reportPurchase(message);
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
