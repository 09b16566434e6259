/** What this shop has switched on: by its operator while it runs, or when it is built. */
import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { ask } from "@/lib/calls/ask";

export type ProtectionTerms = components["schemas"]["BoostTermsOut"];

/** Whether purchases are protected, and on which terms. */
export const protectionQuery = {
  queryKey: ["protection"],
  queryFn: () => ask<ProtectionTerms>("GET", "/api/boost/protection"),
};

/** Undefined until the shop has answered. */
export const useProtectionTerms = (): ProtectionTerms | undefined => useQuery(protectionQuery).data;

/** Until the shop has answered nothing is promised. */
export const useIsProtected = () => !!useProtectionTerms()?.isOpen;

/** The group outside of Wangi where members talk; without an address nothing leads there. */
export const community = (): string | null => import.meta.env.VITE_COMMUNITY_URL || null;
