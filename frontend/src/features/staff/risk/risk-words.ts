import { i18n } from "@lingui/core";
import type { DecisionReason, Pair, Reason, SignalKind, State } from "./api";
import { dealWords } from "./deal-words";
import { type BidCode, takeoverWords } from "./takeover-words";

export const kindNames = (): Record<Pair["kind"], string> => ({
  bids: i18n.t("Arranged bids"),
  takeover: i18n.t("Account taken over"),
  deals: i18n.t("Made-up purchases"),
  sales: i18n.t("Sales that go wrong"),
});

type OfOne = Pair & { kind: "takeover" | "sales" };

export const isOfOne = (pair: Pair): pair is OfOne => pair.kind === "takeover" || pair.kind === "sales";

export const aloneWords = (): Record<OfOne["kind"], string> => ({
  takeover: i18n.t("Account looks taken over"),
  sales: i18n.t("Sales go wrong more often than usual"),
});

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

export const decisionReasons = (): Record<DecisionReason, string> => ({
  nothing_shown: i18n.t("Nothing shows it"),
  known_to_each_other: i18n.t("The two know each other"),
  owner_confirmed: i18n.t("The owner did it"),
  same_person: i18n.t("One person with two accounts"),
  prices_driven: i18n.t("Prices were driven up"),
  account_taken: i18n.t("Another person has the account"),
  made_up: i18n.t("The purchases are made up"),
  sales_go_wrong: i18n.t("Their sales go wrong"),
  other: i18n.t("Another reason"),
});

const FITTING: Record<Pair["kind"], Record<"release" | "confirm", DecisionReason[]>> = {
  bids: {
    release: ["nothing_shown", "known_to_each_other", "other"],
    confirm: ["same_person", "prices_driven", "other"],
  },
  takeover: { release: ["nothing_shown", "owner_confirmed", "other"], confirm: ["account_taken", "other"] },
  deals: {
    release: ["nothing_shown", "known_to_each_other", "other"],
    confirm: ["same_person", "made_up", "other"],
  },
  sales: { release: ["nothing_shown", "other"], confirm: ["sales_go_wrong", "other"] },
};

export const reasonsFor = (kind: Pair["kind"], decision: "release" | "confirm"): [DecisionReason, string][] =>
  FITTING[kind][decision].map((reason) => [reason, decisionReasons()[reason]]);

export function reasonIn({ code, figure, of: total }: Reason): string {
  const whole = String(total ?? 0);
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
  return { ...bids, ...takeoverWords(figure, total ?? 0), ...dealWords(figure, total ?? 0) }[code]();
}
