import { i18n } from "@lingui/core";
import type { Schemas } from "@/lib/calls/api-client";

type Code = Schemas["AdminRiskReasonOut"]["code"];
export type TakeoverCode = Exclude<Code, BidCode | DealCode>;
export type DealCode =
  | "shared_signal"
  | "bought_again"
  | "praised"
  | "bought_here"
  | "quick"
  | "bought_back"
  | "won_and_cancelled"
  | "sales_cancelled"
  | "sales_disputed"
  | "sales_refunded";
export type BidCode =
  | "concentrated"
  | "never_wins"
  | "stops_early"
  | "least_raises"
  | "answers"
  | "new_account"
  | "reciprocal"
  | "unpaid"
  | "second_chance"
  | "retracted";

export function takeoverWords(figure: number, total: number): Record<TakeoverCode, () => string> {
  const before = String(total);
  return {
    new_device: () =>
      i18n.t("{browsers, plural, one {# new browser signed in} other {# new browsers signed in}}", {
        browsers: figure,
      }),
    new_network: () => i18n.t("The new browser came from a network that is new to the account"),
    password_reset: () => i18n.t("The password was reset by mail"),
    password_changed: () => i18n.t("The password was changed"),
    email_changed: () => i18n.t("The e-mail address was changed"),
    email_restored: () => i18n.t("The old e-mail address was taken back from its mailbox"),
    factor_removed: () => i18n.t("Two-step sign-in or a passkey was removed"),
    sign_in_added: () => i18n.t("Another way to sign in was added"),
    payout_account: () => i18n.t("A bank account for payouts was set"),
    payout_asked: () => i18n.t("A payout from the wallet was asked for"),
    prices: () =>
      i18n.t("Prices changed: {count} within three days, {before} in the four weeks before", {
        count: String(figure),
        before,
      }),
    listings: () =>
      i18n.t("Bottles listed: {count} within three days, {before} in the four weeks before", {
        count: String(figure),
        before,
      }),
    conversations: () =>
      i18n.t("People written to: {count} within three days, {before} in the four weeks before", {
        count: String(figure),
        before,
      }),
    offers: () =>
      i18n.t("Offers made: {count} within three days, {before} in the four weeks before", {
        count: String(figure),
        before,
      }),
  };
}
