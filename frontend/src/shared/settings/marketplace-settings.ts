/** What this shop has switched on: by its operator while it runs, or when it is built. */
import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { ask } from "@/lib/calls/ask";

export type ProtectionTerms = components["schemas"]["BoostTermsOut"];

export const protectionQuery = {
  queryKey: ["protection"],
  queryFn: () => ask<ProtectionTerms>("GET", "/api/boost/protection"),
};

/** Undefined until the shop has answered. */
export const useProtectionTerms = (): ProtectionTerms | undefined => useQuery(protectionQuery).data;

/** Until the shop has answered nothing is promised. */
export const useIsProtected = () => !!useProtectionTerms()?.isOpen;

/** What an operator may pause while the shop runs. */
export const openQuery = {
  queryKey: ["settings"],
  queryFn: () => ask<components["schemas"]["AdminOpenOut"]>("GET", "/api/settings"),
};

export const useIsOpen = (what: "auctions" | "payments" | "registration"): boolean =>
  useQuery(openQuery).data?.[what] ?? true;

/** Whether the first bid of an auction that starts now may be its starting price. */
export const useIsFirstBidAtStart = () => !!useQuery(openQuery).data?.firstBidAtStart;

/** The group outside of Wangi where members talk; without an address nothing leads there. */
export const community = (): string | null => import.meta.env.VITE_COMMUNITY_URL || null;
