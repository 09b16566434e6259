/** The sentences of cards, as the server writes them, in the reader's language. */
import { i18n } from "@lingui/core";

export const CARD_SENTENCES: Record<string, () => string> = {
  "Purchase This Item": () => i18n.t("Purchase This Item"),
  "Confirm Purchase": () => i18n.t("Confirm Purchase"),
  "Waiting for Buyer's Confirmation": () => i18n.t("Waiting for Buyer's Confirmation"),
  "Purchase confirmed": () => i18n.t("Purchase confirmed"),
  Payment: () => i18n.t("Payment"),
  "Confirm Payment Received": () => i18n.t("Confirm Payment Received"),
  "Waiting for seller to confirm payment receipt...": () => i18n.t("Waiting for seller to confirm payment receipt..."),
  "Payment received - Transaction complete": () => i18n.t("Payment received - Transaction complete"),
  Delivery: () => i18n.t("Delivery"),
  "Confirm Delivery Received": () => i18n.t("Confirm Delivery Received"),
  "Waiting for buyer to confirm delivery receipt...": () => i18n.t("Waiting for buyer to confirm delivery receipt..."),
  "Delivery confirmed": () => i18n.t("Delivery confirmed"),
  Review: () => i18n.t("Review"),
  "Waiting for buyer to submit a review...": () => i18n.t("Waiting for buyer to submit a review..."),
  "Review submitted": () => i18n.t("Review submitted"),
  "No longer available": () => i18n.t("No longer available"),
  "This purchase was cancelled.": () => i18n.t("This purchase was cancelled."),
};

/** The name of a card's step. */
export const titleOf = ({ title }: { title: string }): string => CARD_SENTENCES[title]?.() ?? title;
