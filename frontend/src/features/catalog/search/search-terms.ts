import type { Query } from "@/lib/calls/call-api";
import { STATES, type State } from "@/lib/forms/malaysia";
import { oneOf } from "@/lib/one-of";

const NUMBERS = [
  "category",
  "minPrice",
  "maxPrice",
  "minVolume",
  "maxVolume",
  "minFill",
  "maxFill",
  "minYear",
  "maxYear",
] as const;
const LISTS = ["brand", "condition", "state"] as const;
const CONDITIONS = ["Good", "Damaged", "No Box"] as const;
const TYPES = ["fixed", "negotiable", "auction", "regular"] as const;
export const SORTS = ["featured", "low", "high", "newest", "bestselling"] as const;

export const PRICE_END = 500;
export const PRICE_STEP = 10;

type NumberName = (typeof NUMBERS)[number];
export type ListName = (typeof LISTS)[number];
export type Kind = (typeof TYPES)[number];
export type Sort = (typeof SORTS)[number];

type CatalogueQuery = Query<"GET", "/api/products">;
type Condition = (typeof CONDITIONS)[number];

export type SearchTerms = Partial<Record<NumberName, number>> & {
  brand: string[];
  condition: Condition[];
  state: State[];
  search?: string;
  type?: Kind;
  verified?: boolean;
  sort?: Sort;
};

export const NOTHING: SearchTerms = { brand: [], condition: [], state: [] };

export function readTerms(params: URLSearchParams): SearchTerms {
  const terms: SearchTerms = {
    ...NOTHING,
    search: params.get("search")?.trim() || undefined,
    type: oneOf(TYPES, params.get("type") ?? params.get("listingType")),
    verified: params.get("verified") === "true" || undefined,
    sort: oneOf(SORTS, params.get("sort")),
  };
  for (const name of NUMBERS) {
    const text = params.get(name);
    const value = Number(text);
    if (text && Number.isFinite(value) && value > 0) terms[name] = value;
  }
  const all = (name: ListName) => [...new Set(params.getAll(name).filter(Boolean))];
  terms.brand = all("brand");
  terms.condition = all("condition").flatMap((word) => oneOf(CONDITIONS, word) ?? []);
  terms.state = all("state").flatMap((word) => oneOf(STATES, word) ?? []);
  return sensibleTerms(terms);
}

export function writeTerms(terms: SearchTerms): URLSearchParams {
  const params = new URLSearchParams();
  const { search, type, verified, sort } = sensibleTerms(terms);
  if (search) params.set("search", search);
  if (type) params.set("type", type);
  for (const name of NUMBERS) if (sensibleTerms(terms)[name]) params.set(name, String(terms[name]));
  for (const name of LISTS) for (const value of terms[name]) params.append(name, value);
  if (verified) params.set("verified", "true");
  if (sort && sort !== "featured") params.set("sort", sort);
  return params;
}

function sensibleTerms(terms: SearchTerms): SearchTerms {
  const { maxPrice, minPrice, ...rest } = terms;
  return {
    ...rest,
    ...(minPrice && minPrice > 0 ? { minPrice } : {}),
    ...(maxPrice && maxPrice > 0 && maxPrice !== PRICE_END ? { maxPrice } : {}),
  };
}

export function toQuery(terms: SearchTerms): CatalogueQuery {
  const { brand, condition, state, ...rest } = sensibleTerms(terms);
  return {
    ...rest,
    ...(brand.length > 0 && { brand }),
    ...(condition.length > 0 && { condition }),
    ...(state.length > 0 && { state }),
  };
}

export function fromSaved(saved: Record<string, unknown>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(saved)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined && item !== false && item !== "") params.append(name, String(item));
    }
  }
  return writeTerms(readTerms(params));
}

export function withoutFilters({ search, sort }: SearchTerms): SearchTerms {
  return { ...NOTHING, search, sort };
}

export interface Chip {
  key: string;
  name: keyof SearchTerms;
  value?: string;
  without: SearchTerms;
}

export function chipsOf(terms: SearchTerms): Chip[] {
  const checked = sensibleTerms(terms);
  const single = [...NUMBERS, "type", "verified"] as const;
  const chips: Chip[] = single
    .filter((name) => checked[name])
    .map((name) => ({ key: name, name, value: String(checked[name]), without: { ...checked, [name]: undefined } }));
  const listed = LISTS.flatMap((name) =>
    checked[name].map((value) => ({
      key: `${name}-${value}`,
      name,
      value,
      without: { ...checked, [name]: checked[name].filter((word) => word !== value) },
    })),
  );
  return [...chips, ...listed];
}
