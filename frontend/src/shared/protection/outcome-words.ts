import { i18n } from "@lingui/core";
import type { Schemas } from "@/lib/calls/api-client";
import { ringgit } from "./protection-words";

type Outcome = Schemas["BoostDecisionIn"]["outcome"];

export const outcomeNames = (): Record<Outcome, string> => ({
  refund: i18n.t("The buyer gets everything back"),
  return: i18n.t("The bottle goes back, then the buyer gets everything back"),
  split: i18n.t("The money is divided"),
  release: i18n.t("The seller gets the money"),
});

export const outcomeOf = (outcome: Outcome, buyerAmount: number | null | undefined) =>
  buyerAmount
    ? i18n.t("The buyer gets {amount} back, the seller the rest", { amount: ringgit(buyerAmount) })
    : outcomeNames()[outcome];
