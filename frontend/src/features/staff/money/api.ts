import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";
import type { OrderStatus } from "@/shared/boosts/boosts";

export type StaffOrder = Omit<Schemas["BoostStaffOrderOut"], "status"> & { status: OrderStatus };

export type OrderPage = Omit<Schemas["BoostStaffOrderPageOut"], "order"> & { order: StaffOrder };

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

export const ordersQuery = (status: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "orders", status],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi<{ orders: StaffOrder[]; next: string | null }>("GET", "/api/admin/boost/orders", {
        query: { ...(status && { status }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...always,
  });

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...key, "order", orderId],
    queryFn: () => callApi<OrderPage>("GET", `/api/admin/boost/orders/${orderId}`),
    ...always,
  });

export const payoutsQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "payouts", state],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi<Schemas["BoostStaffPayoutsOut"]>("GET", "/api/admin/boost/payouts", {
        query: { state, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...always,
  });

export const dealBillsQuery = infiniteQueryOptions({
  queryKey: [...key, "bills"],
  initialPageParam: "",
  queryFn: ({ pageParam }) =>
    callApi<Schemas["BoostDealBillsOut"]>("GET", "/api/admin/boost/bills", {
      query: pageParam ? { cursor: pageParam } : {},
    }),
  getNextPageParam: ({ next }) => next ?? undefined,
  ...always,
});

export const callbacksQuery = (judgement: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "callbacks", judgement],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi<Schemas["BoostCallbacksOut"]>("GET", "/api/admin/boost/callbacks", {
        query: { ...(judgement && { judgement }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...always,
  });

export const packagesQuery = queryOptions({
  queryKey: [...key, "packages"],
  queryFn: () => callApi<StaffPackage[]>("GET", "/api/admin/boost/packages"),
  ...always,
});

export const historyQuery = (packageId: number) =>
  queryOptions({
    queryKey: [...key, "packages", packageId],
    queryFn: () => callApi<PackageChange[]>("GET", `/api/admin/boost/packages/${packageId}/history`),
    ...always,
  });

export const useAsking = (orderId: string) =>
  useChanging(() => callApi<Schemas["BoostAskedOut"]>("POST", `/api/admin/boost/orders/${orderId}/ask`, { body: {} }));

export const useBillStep = (billId: number) =>
  useChanging(({ step, ...body }: { step: "ask" } | { step: "credit"; reason: string }) =>
    callApi<Schemas["BoostBillAskedOut"]>("POST", `/api/admin/boost/bills/${billId}/${step}`, { body }),
  );

export type Outcome = Schemas["BoostSettleIn"]["outcome"];

export const usePayoutStep = (payoutId: number) =>
  useChanging(({ step, ...body }: { step: "ask" } | { step: "retry" | "settle"; reason: string; outcome?: Outcome }) =>
    callApi<StaffPayout>("POST", `/api/admin/boost/payouts/${payoutId}/${step}`, { body }),
  );

export const useRefunding = (orderId: string) =>
  useChanging((reason: string) =>
    callApi<OrderPage>("POST", `/api/admin/boost/orders/${orderId}/refund`, { body: { reason } }),
  );

export const useWithdrawingRefund = (orderId: string) =>
  useChanging(() => callApi<OrderPage>("DELETE", `/api/admin/boost/orders/${orderId}/refund`));

export const useChangingPackage = (packageId: number) =>
  useChanging((body: NewTerms) => callApi<StaffPackage>("PATCH", `/api/admin/boost/packages/${packageId}`, { body }));

function useChanging<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}
