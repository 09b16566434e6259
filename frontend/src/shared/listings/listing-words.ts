import { i18n } from "@lingui/core";
import { levelOf, pricePerMl } from "./level";
import type { Product } from "./types";

export function conditionName(condition: string): string {
  const names: Record<string, string> = {
    Good: i18n.t("Good"),
    Damaged: i18n.t("Damaged"),
    "No Box": i18n.t("No Box"),
  };
  return names[condition] ?? condition;
}

export function priceNow({ auction, price }: Product): number {
  return auction ? (auction.currentBid ?? auction.startingPrice) : price;
}

export function perMlOf(product: Product): number | null {
  return pricePerMl(priceNow(product), product.remainingPercentage, product.volume);
}

export function leftOf({ remainingPercentage, volume }: Product): number | null {
  return levelOf(remainingPercentage, volume).left;
}

export function concentrationName(concentration: string | null): string | null {
  return concentration === "Oil" ? i18n.t("Oil") : concentration;
}

export function bottleName(name: string): string {
  return name || i18n.t("Removed listing");
}

interface InPhoto {
  brand: string;
  name: string;
  volume: number | null;
  remainingPercentage: number;
}

export function photoWords({ brand, name, volume, remainingPercentage }: InPhoto): string {
  return i18n.t("{brand} {name}, {volume} ml bottle, {percent}% full", {
    brand,
    name,
    volume: volume ?? "",
    percent: remainingPercentage,
  });
}
