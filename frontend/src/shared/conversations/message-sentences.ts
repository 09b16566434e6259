import { i18n } from "@lingui/core";
import type { components } from "@/generated/api";
import { shortenText } from "@/lib/i18n/shorten";
import { formatRinggit } from "@/lib/money";
import { nameOf } from "@/shared/users/names";

type Sentence = components["schemas"]["MessagingSentenceOut"];

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
  "Post or hand over the bottle, then save the shipment.": () =>
    i18n.t("Post or hand over the bottle, then save the shipment."),
  "Waiting for seller to post or hand over the bottle...": () =>
    i18n.t("Waiting for seller to post or hand over the bottle..."),
  "Delivery confirmed": () => i18n.t("Delivery confirmed"),
  Review: () => i18n.t("Review"),
  "Waiting for buyer to submit a review...": () => i18n.t("Waiting for buyer to submit a review..."),
  "Submit Review": () => i18n.t("Submit Review"),
  "Review submitted": () => i18n.t("Review submitted"),
  "No longer available": () => i18n.t("No longer available"),
  "This purchase was cancelled.": () => i18n.t("This purchase was cancelled."),
};

export const titleOf = ({ title }: { title: string }): string => CARD_SENTENCES[title]?.() ?? title;

export function contentOf({ content, sentence }: { content: string; sentence: Sentence | null }): string {
  return sentence && i18n.locale !== "en" ? inWords(sentence) : content;
}

function inWords({ code, name, amount }: Sentence): string {
  const price = formatRinggit(amount);
  if (code === "offered") return i18n.t("I offer {price}.", { price });
  if (!name) return i18n.t("I have confirmed the purchase.");
  return i18n.t("I have confirmed the purchase of {name} for {price}.", { name, price });
}

export interface IncomingMessage {
  sender: { username: string; isDeleted: boolean };
  content: string;
  sentence: Sentence | null;
  messageType: string;
  card: { title: string } | null;
}

export function toastOf(message: IncomingMessage): { title: string; text: string } {
  const isFile = message.messageType === "FILE";
  const words = isFile ? i18n.t("[File Attachment]") : message.card ? titleOf(message.card) : contentOf(message);
  const name = nameOf(message.sender.username, message.sender.isDeleted);
  return { title: i18n.t("New message from {name}", { name }), text: shortenText(words, 50) };
}
