import { i18n } from "@lingui/core";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";
import { dashboardKey, productsKey } from "@/shared/listings/listing-keys";

export type Package = Pick<
  Schemas["BoostPackageOut"],
  "id" | "name" | "package_type" | "item_count" | "price" | "duration_hours"
>;
export type PackageType = Package["package_type"];

export type Order = Schemas["BoostOrderOut"];
export type OrderStatus = Order["status"];

export type Created = Schemas["BoostCheckoutOut"];

export type Boosted = Schemas["BoostBoostedOut"];

export type Receipt = Schemas["BoostReceiptOut"];

export type Balance = Schemas["BoostOwnWalletOut"];

export const boostKey = ["boost"];
const soon = { staleTime: 30_000 };
const always = { staleTime: 0 };

export const packagesQuery = queryOptions({
  queryKey: [...boostKey, "packages"],
  queryFn: () => nullWhenMissing(callApi("GET", "/api/boost/packages")),
  ...soon,
});

export const boostedQuery = queryOptions({
  queryKey: [...boostKey, "boosted"],
  queryFn: () => callApi("GET", "/api/boost/seller-boosted"),
  ...soon,
});

export const balanceQuery = queryOptions({
  queryKey: [...boostKey, "balance"],
  queryFn: () => callApi("GET", "/api/boost/wallet"),
  ...always,
});

const QUICKLY = 1000;
const SLOWLY = 10_000;
const QUICK_TRIES = 20;

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...boostKey, "orders", orderId],
    queryFn: () => callApi("GET", "/api/boost/orders/{order_id}", { path: { order_id: Number(orderId) } }),
    ...always,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.status !== "pending") return false;
      return dataUpdateCount < QUICK_TRIES ? QUICKLY : SLOWLY;
    },
  });

export const ordersQuery = infiniteQueryOptions({
  queryKey: [...boostKey, "orders"],
  initialPageParam: "",
  queryFn: ({ pageParam }) =>
    callApi("GET", "/api/boost/orders", {
      query: pageParam ? { cursor: pageParam } : {},
    }),
  getNextPageParam: ({ next }) => next ?? undefined,
  ...always,
});

export const receiptQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...boostKey, "receipts", orderId],
    queryFn: () => callApi("GET", "/api/boost/orders/{order_id}/receipt", { path: { order_id: Number(orderId) } }),
  });

interface Ordered {
  key: string;
  /** With the price shown, in sen. The server refuses the order at another price. */
  body: Schemas["BoostOrderIn"] & { expectedPrice: number };
}

export function useOrdering() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, body }: Ordered) =>
      callApi("POST", "/api/boost/create-order", { body, headers: { "Idempotency-Key": key } }),
    onSuccess: () => forgetBoosts(client),
  });
}

export function usePayingAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) =>
      callApi("POST", "/api/boost/orders/{order_id}/pay", { path: { order_id: Number(orderId) } }),
    onSuccess: ({ paymentUrl }) => {
      void client.invalidateQueries({ queryKey: boostKey });
      if (paymentUrl) leaveFor(paymentUrl);
    },
  });
}

export function forgetBoosts(client: ReturnType<typeof useQueryClient>): void {
  for (const queryKey of [dashboardKey, boostKey, productsKey]) void client.invalidateQueries({ queryKey });
}

/** Refuses addresses that are not web pages. */
export function leaveFor(address: string): void {
  const { protocol, href } = new URL(address, window.location.origin);
  if (!/^https?:$/.test(protocol)) throw new TypeError("not a payment page");
  window.location.assign(href);
}

export const typeName = (type: PackageType | null): string =>
  type === "premium" ? i18n.t("Premium") : i18n.t("Standard");

export function durationWords(hours: number): string {
  if (hours % 24 > 0) return i18n.t("{hours, plural, one {# hour} other {# hours}}", { hours });
  return i18n.t("{days, plural, one {# day} other {# days}}", { days: hours / 24 });
}

export const sizeWords = (count: number): string =>
  i18n.t("{count, plural, one {One bottle} other {# bottles}}", { count });

export const typeTitle = (type: PackageType): string =>
  type === "premium" ? i18n.t("Premium Boost") : i18n.t("Standard Boost");
