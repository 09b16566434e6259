import { i18n } from "@lingui/core";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";
import { Refusal } from "@/lib/calls/refusal";

export type PackageType = "standard" | "premium";

export type Package = Pick<Schemas["BoostPackageOut"], "id" | "name" | "item_count" | "price" | "duration_hours"> & {
  package_type: PackageType;
};

export type OrderStatus = "pending" | "paid" | "failed" | "expired" | "cancelled" | "review" | "refunded";

export type Order = Omit<Schemas["BoostOrderOut"], "status" | "packageType"> & {
  status: OrderStatus;
  packageType: PackageType;
};

export type Created = Schemas["BoostCheckoutOut"];

export type Boosted = Omit<Schemas["BoostBoostedOut"], "boost_type"> & { boost_type: PackageType };

export type Receipt = Schemas["BoostReceiptOut"];

export type Balance = Schemas["BoostOwnWalletOut"];

export const boostKey = ["boost"];
const soon = { staleTime: 30_000 };
const always = { staleTime: 0 };

export const packagesQuery = queryOptions({
  queryKey: [...boostKey, "packages"],
  queryFn: async () => {
    try {
      return await callApi<Package[]>("GET", "/api/boost/packages");
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  },
  ...soon,
});

export const boostedQuery = queryOptions({
  queryKey: [...boostKey, "boosted"],
  queryFn: () => callApi<Boosted[]>("GET", "/api/boost/seller-boosted"),
  ...soon,
});

export const balanceQuery = queryOptions({
  queryKey: [...boostKey, "balance"],
  queryFn: () => callApi<Balance>("GET", "/api/boost/wallet"),
  ...always,
});

const QUICKLY = 1000;
const SLOWLY = 10_000;
const QUICK_TRIES = 20;

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...boostKey, "orders", orderId],
    queryFn: () => callApi<Order>("GET", `/api/boost/orders/${orderId}`),
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
    callApi<{ orders: Order[]; next: string | null }>("GET", "/api/boost/orders", {
      query: pageParam ? { cursor: pageParam } : {},
    }),
  getNextPageParam: ({ next }) => next ?? undefined,
  ...always,
});

export const receiptQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...boostKey, "receipts", orderId],
    queryFn: () => callApi<Receipt>("GET", `/api/boost/orders/${orderId}/receipt`),
  });

interface Ordered {
  key: string;
  /** The price shown, in sen. The server refuses the order at another price. */
  body: { boostPackageId: number; productIds: number[]; expectedPrice: number; useCredit?: boolean };
}

export function useOrdering() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, body }: Ordered) =>
      callApi<Created>("POST", "/api/boost/create-order", { body, headers: { "Idempotency-Key": key } }),
    onSuccess: () => forgetBoosts(client),
  });
}

export function usePayingAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) => callApi<Schemas["BoostPayOut"]>("POST", `/api/boost/orders/${orderId}/pay`),
    onSuccess: ({ paymentUrl }) => {
      void client.invalidateQueries({ queryKey: boostKey });
      if (paymentUrl) leaveFor(paymentUrl);
    },
  });
}

export function forgetBoosts(client: ReturnType<typeof useQueryClient>): void {
  for (const queryKey of [["dashboard"], boostKey, ["products"]]) void client.invalidateQueries({ queryKey });
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
