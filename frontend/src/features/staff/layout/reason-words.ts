import { i18n } from "@lingui/core";
import type { Schemas } from "@/lib/calls/api-client";

export type CaseReason = Schemas["AdminDecisionIn"]["reason"];

export const reasonNames = (): Record<CaseReason, string> => ({
  counterfeit: i18n.t("Counterfeit"),
  prohibited: i18n.t("May not be sold here"),
  misleading: i18n.t("Misleading description"),
  stolen_photos: i18n.t("Stolen photographs"),
  same_photos: i18n.t("The same photographs on another listing"),
  scam: i18n.t("Scam"),
  harassment: i18n.t("Harassment"),
  spam: i18n.t("Spam"),
  no_breach: i18n.t("No rule was broken"),
  staff: i18n.t("Decided by staff"),
  other: i18n.t("Another reason"),
  not_paid: i18n.t("Not paid in time"),
  was_paid: i18n.t("It was paid"),
  seller_at_fault: i18n.t("The seller did not go through with it"),
  wrong_amount: i18n.t("Another amount came"),
  paid_twice: i18n.t("It was paid twice"),
  nothing_came: i18n.t("Nothing came"),
});

export type ActReason = NonNullable<Schemas["AuthSuspendIn"]["code"]>;

const BY_HAND: ActReason[] = [
  "counterfeit",
  "prohibited",
  "misleading",
  "stolen_photos",
  "same_photos",
  "scam",
  "harassment",
  "spam",
  "other",
];

export const actReasons = (): [ActReason, string][] => {
  const names = reasonNames();
  return BY_HAND.map((reason) => [reason, names[reason]]);
};
