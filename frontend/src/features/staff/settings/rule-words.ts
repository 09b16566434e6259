import { i18n } from "@lingui/core";
import type { Rule } from "./rules-api";

interface Words {
  label: string;
  meaning: string;
}

const words = (): Record<string, Words> => ({
  first_bid: {
    label: i18n.t("First bid"),
    meaning: i18n.t("How low the first bid of an auction may be. Auctions that run keep the rule they started with."),
  },
  pay_billplz: {
    label: i18n.t("Pay through Billplz"),
    meaning: i18n.t(
      "While this is off, no new bills are made there. Bills that were made can still be paid and are credited.",
    ),
  },
  pay_toyyibpay: {
    label: i18n.t("Pay through ToyyibPay"),
    meaning: i18n.t(
      "While this is off, no new bills are made there. Bills that were made can still be paid and are credited.",
    ),
  },
  pay_wallet: {
    label: i18n.t("Pay boosts with wallet credit"),
    meaning: i18n.t("While this is off, sellers pay boosts in full. Their balance stays, and payouts go on."),
  },
  listings_for_sale: {
    label: i18n.t("Listings for sale"),
    meaning: i18n.t("How many one seller may have for sale at once. Those beyond a lower limit stay."),
  },
  listings_a_day: {
    label: i18n.t("New listings"),
    meaning: i18n.t("How many one seller may put up within 24 hours."),
  },
  saved_searches: {
    label: i18n.t("Saved searches"),
    meaning: i18n.t("How many one person may keep. Those beyond a lower limit stay."),
  },
  open_boost_orders: {
    label: i18n.t("Unpaid boost orders"),
    meaning: i18n.t("How many of one seller may wait for their payment at once."),
  },
  offers_for_a_listing: {
    label: i18n.t("Offers for a listing"),
    meaning: i18n.t("How many offers one buyer may make for the same listing."),
  },
  favourite_offers_a_day: {
    label: i18n.t("Offers to those who saved a listing"),
    meaning: i18n.t("For how many listings a seller may send such offers within 24 hours. 0 turns them off."),
  },
});

export const ruleWords = (name: string): Words => words()[name] ?? { label: name, meaning: "" };

export function valueWords({ kind }: Pick<Rule, "kind">, value: number): string {
  if (kind === "limit") return i18n.number(value);
  if (kind === "switch") return value ? i18n.t("On") : i18n.t("Off");
  return value ? i18n.t("At the starting price") : i18n.t("One increment above the starting price");
}
