import { i18n } from "@lingui/core";
import { nameOf } from "../cases/case-words";
import type { Pair } from "./api";

interface DecisionWords {
  title: string;
  text: string;
  release: string;
  confirm: string;
}

export function decisionWords({ kind, bidder, seller }: Pair): DecisionWords {
  const nothing = i18n.t("Release: nothing wrong up to now");
  const both = { bidder: nameOf(bidder), seller: nameOf(seller) };
  const words: Record<Pair["kind"], () => DecisionWords> = {
    bids: () => ({
      title: i18n.t("Are these bids arranged?"),
      text: i18n.t("{bidder} bid in auctions of {seller}. If you release them, held payouts go on.", both),
      release: nothing,
      confirm: i18n.t("Confirm: the bids are arranged. Warn, suspend or ban on the person's page."),
    }),
    takeover: () => ({
      title: i18n.t("Was this account taken over?"),
      text: i18n.t("The account of {person}. If you release it, payouts to its bank account go on.", {
        person: nameOf(bidder),
      }),
      release: i18n.t("Release: the account is with its owner"),
      confirm: i18n.t("Confirm: another person has it. Sign it out everywhere on the person's page."),
    }),
    deals: () => ({
      title: i18n.t("Are these purchases made up?"),
      text: i18n.t("{bidder} bought from {seller}. If you release them, held payouts go on.", both),
      release: nothing,
      confirm: i18n.t("Confirm: the purchases are made up. Warn, suspend or ban on the person's page."),
    }),
    sales: () => ({
      title: i18n.t("Do the sales of this seller go wrong?"),
      text: i18n.t("The sales of {person}. No payout is held for this.", { person: nameOf(bidder) }),
      release: nothing,
      confirm: i18n.t("Confirm: they do. Warn, suspend or ban on the person's page."),
    }),
  };
  return words[kind]();
}
