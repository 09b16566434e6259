import { i18n } from "@lingui/core";
import { categoryName } from "@/shared/listings/categories";
import type { Kind, SearchTerms, Sort } from "./search/search-terms";

export function kindName(kind: string): string {
  const names: Record<Kind, string> = {
    fixed: i18n.t("Fixed Price"),
    negotiable: i18n.t("Negotiable"),
    auction: i18n.t("Auction"),
    regular: i18n.t("Without auctions"),
  };
  return names[kind as Kind] ?? kind;
}

export function sortName(sort: Sort): string {
  return {
    featured: i18n.t("Featured"),
    low: i18n.t("Price low to high"),
    high: i18n.t("Price high to low"),
    newest: i18n.t("Newest First"),
    bestselling: i18n.t("Best Selling"),
  }[sort];
}

export function headingOf({ search, category, type }: SearchTerms): string {
  if (search) return i18n.t("Results for “{search}”", { search });
  const name = category && categoryName(category);
  if (name) return name;
  return type === "auction" ? i18n.t("Auctions") : i18n.t("All Perfumes");
}
