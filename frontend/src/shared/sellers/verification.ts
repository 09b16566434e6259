import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { sellerKey } from "./seller-key";

export type Verification = components["schemas"]["MessagingVerificationOut"];
export type Criterion = components["schemas"]["MessagingCriterionOut"];

export function verificationQuery(sellerId: number) {
  return queryOptions({
    queryKey: [...sellerKey(sellerId), "verification"],
    queryFn: () => callApi("GET", "/api/sellers/{user_id}/verification", { path: { user_id: sellerId } }),
    staleTime: 30_000,
  });
}
