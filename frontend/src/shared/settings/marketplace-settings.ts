import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";

export type ProtectionTerms = components["schemas"]["BoostTermsOut"];

export const protectionQuery = {
  queryKey: ["protection"],
  queryFn: () => callApi("GET", "/api/boost/protection"),
};

export const useProtectionTerms = (): ProtectionTerms | undefined => useQuery(protectionQuery).data;

export const useIsProtected = () => !!useProtectionTerms()?.isOpen;

export const openQuery = {
  queryKey: ["settings"],
  queryFn: () => callApi("GET", "/api/settings"),
};

export const useIsOpen = (what: "auctions" | "payments" | "registration"): boolean =>
  useQuery(openQuery).data?.[what] ?? true;

export const useIsFirstBidAtStart = () => !!useQuery(openQuery).data?.firstBidAtStart;

export const communityUrl = (): string | null => import.meta.env.VITE_COMMUNITY_URL || null;
