import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { productsKey } from "./listing-keys";

export type CodeReading = Schemas["CatalogBatchCodeOut"];

const LONGEST = { brand: 100, code: 50 };

export interface CodeQuestion {
  brand: string;
  code: string;
  purchaseYear: number | null;
}

export const batchCodeQuery = ({ brand, code, purchaseYear }: CodeQuestion) =>
  queryOptions({
    queryKey: [...productsKey, "batch-code", brand, code, purchaseYear],
    queryFn: () =>
      callApi("GET", "/api/products/batch-code", {
        query: { brand, code, ...(purchaseYear !== null && { purchaseYear }) },
      }),
    enabled: isAskable(brand, LONGEST.brand) && isAskable(code, LONGEST.code),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const isAskable = (words: string, longest: number) => words !== "" && words.length <= longest;
