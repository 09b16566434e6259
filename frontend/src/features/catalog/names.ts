import { i18n } from "@lingui/core";
import { levelOf, pricePerMl } from "@/lib/bottle/level";
import { categoryName } from "@/lib/words/categories";
import type { Kind, SearchTerms, Sort } from "./search/search-terms";
import type { Product } from "./types";

export function kindName(kind: string): string {
  const names: Record<Kind, string> = {
    fixed: i18n.t("Fixed Price"),
    negotiable: i18n.t("Negotiable"),
    auction: i18n.t("Auction"),
    regular: i18n.t("Without auctions"),
  };
  return names[kind as Kind] ?? kind;
}

export function conditionName(condition: string): string {
  const names: Record<string, string> = {
    Good: i18n.t("Good"),
    Damaged: i18n.t("Damaged"),
    "No Box": i18n.t("No Box"),
  };
  return names[condition] ?? condition;
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

/** What it costs now: an auction its highest bid, or where it starts. */
export function priceNow({ auction, price }: Product): number {
  return auction ? (auction.currentBid ?? auction.startingPrice) : price;
}

export function perMlOf(product: Product): number | null {
  return pricePerMl(priceNow(product), product.remainingPercentage, product.volume);
}

export function leftOf({ remainingPercentage, volume }: Product): number | null {
  return levelOf(remainingPercentage, volume).left;
}

/** The abbreviations are the same in every language; only an oil has a word. */
export function concentrationName(concentration: string | null): string | null {
  return concentration === "Oil" ? i18n.t("Oil") : concentration;
}
