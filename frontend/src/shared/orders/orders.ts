import { i18n } from "@lingui/core";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";

export type Order = components["schemas"]["MessagingOrderOut"];
export type OrderDetails = components["schemas"]["MessagingOrderDetailsOut"];
export type OrderStatus = Order["status"];
export type Courier = components["schemas"]["MessagingShipIn"]["courier"];
export type StaffReason = NonNullable<components["schemas"]["MessagingStatusIn"]["reason"]>;
export type ReportReason = components["schemas"]["MessagingReportIn"]["reason"];
export type Role = "buyer" | "seller";

const PAGE = 30;

export const ordersKey = ["orders"];

export const ordersQuery = (role: Role, status: OrderStatus | "") =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, role, status],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/orders", {
        query: { role, limit: PAGE, ...(status && { status }), ...(pageParam && { before: pageParam }) },
      }),
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
  });

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...ordersKey, id],
    queryFn: () => callApi("GET", "/api/orders/{deal_id}", { path: { deal_id: id } }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: true,
  });

export const reportOrder = (id: number, body: { reason: ReportReason; words: string }) =>
  callApi("POST", "/api/orders/{deal_id}/reports", { path: { deal_id: id }, body });

export const statusNames = (): Record<OrderStatus, string> => ({
  pending: i18n.t("pending"),
  processing: i18n.t("processing"),
  shipped: i18n.t("shipped"),
  delivered: i18n.t("delivered"),
  cancelled: i18n.t("cancelled"),
});

export const statusHints = (): Partial<Record<OrderStatus, string>> => ({
  pending: i18n.t("Waiting for payment"),
  processing: i18n.t("Paid, to be shipped"),
  shipped: i18n.t("On its way"),
});

export const staffReasons = (): Record<StaffReason, string> => ({
  courier: i18n.t("The courier shows it"),
  asked_by_buyer: i18n.t("Its buyer asked for it"),
  asked_by_seller: i18n.t("Its seller asked for it"),
  mistake: i18n.t("A mistake is put right"),
  rules: i18n.t("It breaks our rules"),
  other: i18n.t("Another reason"),
});

export const STATUS_TONES = {
  pending: "warn",
  processing: "warn",
  shipped: "plain",
  delivered: "good",
  cancelled: "line",
} as const;

export const stepNames = (): string[] => [i18n.t("Purchase"), i18n.t("Payment"), i18n.t("Delivery"), i18n.t("Review")];

const CURRENT: Record<Order["transactionStatus"], number> = {
  OFFERED: 0,
  WAITING_PAYMENT: 1,
  WAITING_DELIVERY: 2,
  WAITING_REVIEW: 3,
  COMPLETED: 4,
  CANCELLED: 0,
};

export const currentStep = ({ transactionStatus }: Order): number => CURRENT[transactionStatus];
