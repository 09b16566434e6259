import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/ask";

export type Verification = components["schemas"]["MessagingVerificationOut"];
export type Criterion = components["schemas"]["MessagingCriterionOut"];

export function verificationQuery(sellerId: number) {
  return queryOptions({
    queryKey: ["seller", sellerId, "verification"],
    queryFn: () => callApi<Verification>("GET", `/api/sellers/${sellerId}/verification`),
    staleTime: 30_000,
  });
}
