import { skipToken, useQuery } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { productKey } from "@/shared/listings/listing-keys";
import { type Conversation, conversationQuery } from "../api";

type Product = NonNullable<Conversation["product"]>;

export function useTalkedAbout(userId: number, cameFrom: number | undefined): Product | null {
  const { data } = useQuery(conversationQuery(userId));
  const listing = useQuery({
    queryKey: [...productKey, cameFrom, "talked-about"],
    queryFn:
      cameFrom === undefined
        ? skipToken
        : () => callApi("GET", "/api/products/{product_id}", { path: { product_id: cameFrom } }),
    enabled: cameFrom !== undefined && data?.product?.id !== cameFrom,
    staleTime: 60_000,
  });
  if (cameFrom !== undefined && data?.product?.id !== cameFrom && listing.data) return listing.data;
  return data?.product ?? null;
}
