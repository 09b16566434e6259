import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/ask";
import type { Courier, OrderDetails } from "@/shared/orders/orders";

export type CancelReason = components["schemas"]["MessagingCancelIn"]["reason"];

export const offerListing = (receiverId: number, productId: number) =>
  callApi("POST", "/api/messages/action", { body: { receiverId, productId, actionType: "INITIATE" } });

export const shipOrder = (id: number, body: { courier: Courier; trackingNumber?: string }) =>
  callApi<OrderDetails>("POST", `/api/transactions/${id}/ship`, { body });

export const notPaid = (id: number) => callApi<OrderDetails>("POST", `/api/transactions/${id}/not-paid`);

export const withdrawCancelRequest = (id: number) => callApi<OrderDetails>("DELETE", `/api/transactions/${id}/cancel`);

export const cancelOrder = (id: number, reason: CancelReason) =>
  callApi<OrderDetails>("POST", `/api/transactions/${id}/cancel`, { body: { reason } });
