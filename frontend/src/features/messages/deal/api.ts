import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import type { Courier } from "@/shared/orders/orders";

export type CancelReason = components["schemas"]["MessagingCancelIn"]["reason"];

export const offerListing = (receiverId: number, productId: number) =>
  callApi("POST", "/api/messages/action", { body: { receiverId, productId, actionType: "INITIATE" } });

export const shipOrder = (id: number, body: { courier: Courier; trackingNumber?: string }) =>
  callApi("POST", "/api/transactions/{deal_id}/ship", { path: { deal_id: id }, body });

export const notPaid = (id: number) =>
  callApi("POST", "/api/transactions/{deal_id}/not-paid", { path: { deal_id: id } });

export const withdrawCancelRequest = (id: number) =>
  callApi("DELETE", "/api/transactions/{deal_id}/cancel", { path: { deal_id: id } });

export const cancelOrder = (id: number, reason: CancelReason) =>
  callApi("POST", "/api/transactions/{deal_id}/cancel", { path: { deal_id: id }, body: { reason } });
