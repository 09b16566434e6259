import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { ask } from "@/lib/calls/ask";

export type ProtectionTerms = components["schemas"]["BoostTermsOut"];

export const protectionQuery = {
  queryKey: ["protection"],
  queryFn: () => ask<ProtectionTerms>("GET", "/api/boost/protection"),
};

export const useProtectionTerms = (): ProtectionTerms | undefined => useQuery(protectionQuery).data;

export const useIsProtected = () => !!useProtectionTerms()?.isOpen;

export const openQuery = {
  queryKey: ["settings"],
  queryFn: () => ask<components["schemas"]["AdminOpenOut"]>("GET", "/api/settings"),
};

export const useIsOpen = (what: "auctions" | "payments" | "registration"): boolean =>
  useQuery(openQuery).data?.[what] ?? true;

export const useIsFirstBidAtStart = () => !!useQuery(openQuery).data?.firstBidAtStart;

export const community = (): string | null => import.meta.env.VITE_COMMUNITY_URL || null;
