import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, type Query } from "@/lib/calls/call-api";

export type StaffOrder = Schemas["BoostStaffOrderOut"];

export type OrderPage = Schemas["BoostStaffOrderPageOut"];

export type Bill = Schemas["BoostPaymentOut"];

export type ProviderMessage = Schemas["BoostNotificationOut"];

export type Callback = Schemas["BoostCallbackOut"];

export type StaffPayout = Schemas["BoostStaffPayoutOut"];

export type DealBill = Schemas["BoostDealBillOut"];

export type Act = Schemas["BoostStaffActOut"];

export type StaffPackage = Schemas["BoostStaffPackageOut"];

export type PackageChange = Schemas["BoostPackageChangeOut"];

export type NewTerms = Schemas["BoostPackageIn"];

const key = ["admin", "money"];
const always = { staleTime: 0 };

export type OrderFilter = NonNullable<Query<"GET", "/api/admin/boost/orders">["status"]>;
export type PayoutFilter = NonNullable<Query<"GET", "/api/admin/boost/payouts">["state"]>;
export type Judgement = NonNullable<Query<"GET", "/api/admin/boost/callbacks">["judgement"]>;

export const ordersQuery = (status: OrderFilter | "") =>
  infiniteQueryOptions({
    queryKey: [...key, "orders", status],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/admin/boost/orders", {
        query: { ...(status && { status }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...always,
  });

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...key, "order", orderId],
    queryFn: () => callApi("GET", "/api/admin/boost/orders/{order_id}", { path: { order_id: Number(orderId) } }),
    ...always,
  });

export const payoutsQuery = (state: PayoutFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, "payouts", state],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/admin/boost/payouts", {
        query: { state, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...always,
  });

export const dealBillsQuery = infiniteQueryOptions({
  queryKey: [...key, "bills"],
  initialPageParam: "",
  queryFn: ({ pageParam }) =>
    callApi("GET", "/api/admin/boost/bills", {
      query: pageParam ? { cursor: pageParam } : {},
    }),
  getNextPageParam: ({ next }) => next ?? undefined,
  ...always,
});

export const callbacksQuery = (judgement: Judgement | "") =>
  infiniteQueryOptions({
    queryKey: [...key, "callbacks", judgement],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/admin/boost/callbacks", {
        query: { ...(judgement && { judgement }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...always,
  });

export const packagesQuery = queryOptions({
  queryKey: [...key, "packages"],
  queryFn: () => callApi("GET", "/api/admin/boost/packages"),
  ...always,
});

export const historyQuery = (packageId: number) =>
  queryOptions({
    queryKey: [...key, "packages", packageId],
    queryFn: () =>
      callApi("GET", "/api/admin/boost/packages/{package_id}/history", { path: { package_id: packageId } }),
    ...always,
  });

export const useAsking = (orderId: string) =>
  useChanging(() =>
    callApi("POST", "/api/admin/boost/orders/{order_id}/ask", { path: { order_id: Number(orderId) }, body: {} }),
  );

export const useBillStep = (billId: number) =>
  useChanging(({ step, ...body }: { step: "ask" } | { step: "credit"; reason: string }) =>
    callApi("POST", `/api/admin/boost/bills/{bill_id}/${step}`, { path: { bill_id: billId }, body }),
  );

export type Outcome = Schemas["BoostSettleIn"]["outcome"];

export const usePayoutStep = (payoutId: number) =>
  useChanging(({ step, ...body }: { step: "ask" } | { step: "retry" | "settle"; reason: string; outcome?: Outcome }) =>
    callApi("POST", `/api/admin/boost/payouts/{payout_id}/${step}`, { path: { payout_id: payoutId }, body }),
  );

export const useRefunding = (orderId: string) =>
  useChanging((reason: string) =>
    callApi("POST", "/api/admin/boost/orders/{order_id}/refund", {
      path: { order_id: Number(orderId) },
      body: { reason },
    }),
  );

export const useWithdrawingRefund = (orderId: string) =>
  useChanging(() =>
    callApi("DELETE", "/api/admin/boost/orders/{order_id}/refund", { path: { order_id: Number(orderId) } }),
  );

export const useChangingPackage = (packageId: number) =>
  useChanging((body: NewTerms) =>
    callApi("PATCH", "/api/admin/boost/packages/{package_id}", { path: { package_id: packageId }, body }),
  );

function useChanging<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}
