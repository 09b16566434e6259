/** The words of a score: where its case stands, and each reason with its figures. */
import { i18n } from "@lingui/core";
import type { Pair, Reason, SignalKind, State } from "./api";
import { dealWords } from "./deal-words";
import { type BidCode, takeoverWords } from "./takeover-words";

export const kindNames = (): Record<Pair["kind"], string> => ({
  bids: i18n.t("Arranged bids"),
  takeover: i18n.t("Account taken over"),
  deals: i18n.t("Made-up purchases"),
  sales: i18n.t("Sales that go wrong"),
});

type OfOne = Pair & { kind: "takeover" | "sales" };

/** Whether it is about one person alone. */
export const isOfOne = (pair: Pair): pair is OfOne => pair.kind === "takeover" || pair.kind === "sales";

export const aloneWords = (): Record<OfOne["kind"], string> => ({
  takeover: i18n.t("Account looks taken over"),
  sales: i18n.t("Sales go wrong more often than usual"),
});

/** What two accounts share. */
export const signalNames = (): Record<SignalKind, string> => ({
  device: i18n.t("Same browser"),
  address: i18n.t("Same delivery address"),
  payout_account: i18n.t("Same bank account"),
});

export const stateNames = (): Record<State, string> => ({
  open: i18n.t("Not decided yet"),
  confirmed: i18n.t("Confirmed"),
  released: i18n.t("Released"),
});

/** "Won 0 of 6 auctions of this seller". */
export function reasonIn({ code, figure, of }: Reason): string {
  const whole = String(of ?? 0);
  const bids: Record<BidCode, () => string> = {
    concentrated: () =>
      i18n.t("{part} of the bidder's {whole} bids were on this seller", { part: String(figure), whole }),
    never_wins: () => i18n.t("Won {part} of {whole} auctions of this seller", { part: String(figure), whole }),
    stops_early: () =>
      i18n.t("Stopped before the last tenth of the time in {part} of {whole} auctions", {
        part: String(figure),
        whole,
      }),
    least_raises: () => i18n.t("{part} of {whole} raises were the least possible", { part: String(figure), whole }),
    answers: () =>
      i18n.t("{part} of {whole} raises answered the same rival within a minute", { part: String(figure), whole }),
    new_account: () =>
      i18n.t("The account was {days, plural, one {# day} other {# days}} old at the first of these bids", {
        days: figure,
      }),
    reciprocal: () =>
      i18n.t("The seller bid in {auctions, plural, one {# auction} other {# auctions}} of this bidder", {
        auctions: figure,
      }),
    unpaid: () => i18n.t("{wins, plural, one {# win was} other {# wins were}} never paid", { wins: figure }),
    second_chance: () =>
      i18n.t("The next bidder bought after this one had not paid, {times, plural, one {# time} other {# times}}", {
        times: figure,
      }),
    retracted: () =>
      i18n.t("Took bids back in {auctions, plural, one {# auction} other {# auctions}}", { auctions: figure }),
  };
  return { ...bids, ...takeoverWords(figure, of ?? 0), ...dealWords(figure, of ?? 0) }[code]();
}
