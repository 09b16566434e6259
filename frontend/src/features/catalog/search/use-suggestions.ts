import { useQuery } from "@tanstack/react-query";
import { useLater } from "@/lib/page/use-later";
import type { Suggestions } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { SHORTEST_SEARCH, suggestionsQuery } from "../api";
import { NOTHING, writeTerms } from "./search-terms";

export interface Option {
  kind: "search" | "brand" | "product";
  key: string;
  to: string;
  words: string;
  brand?: string;
  imageUrl?: string | null;
  price?: number;
  count?: number;
}

export function useSuggestions(words: string): Option[] {
  const searchedWords = useLater(words.trim().toLowerCase());
  const { data } = useQuery(suggestionsQuery(searchedWords));
  return data && words.trim().length >= SHORTEST_SEARCH ? optionsOf(data) : [];
}

function optionsOf({ searches, brands, products }: Suggestions): Option[] {
  return [
    ...searches.map((words): Option => ({ kind: "search", key: `s-${words}`, to: paths.search(words), words })),
    ...brands.map(({ name, count }): Option => {
      const to = `${paths.products}?${writeTerms({ ...NOTHING, brand: [name] })}`;
      return { kind: "brand", key: `b-${name}`, to, words: name, count };
    }),
    ...products.map(({ id, name, ...rest }): Option => {
      return { kind: "product", key: `p-${id}`, to: paths.product(id), words: name, ...rest };
    }),
  ];
}
