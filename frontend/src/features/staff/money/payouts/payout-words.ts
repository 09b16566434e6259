import { i18n } from "@lingui/core";
import type { StaffPayout } from "../api";

type Trouble = NonNullable<StaffPayout["trouble"]>;

export const payoutNames = (): Record<StaffPayout["status"], string> => ({
  waiting: i18n.t("Waits to be sent"),
  sending: i18n.t("Being sent"),
  sent: i18n.t("At the bank"),
  completed: i18n.t("Paid out"),
  failed: i18n.t("Failed, back in the wallet"),
  cancelled: i18n.t("Called back, in the wallet again"),
});

export const troubleWords = (): Record<Trouble, string> => ({
  refused: i18n.t("The provider refused it: the account is wrong, or closed."),
  given_back: i18n.t("The bank gave it back."),
  away: i18n.t("The provider did not answer. It is tried again every five minutes."),
  taken: i18n.t("The provider has it and we do not know its number there. Its callback tells how it ends."),
  unclear: i18n.t("It was sent without an answer, and a second sending was refused: the first may have been paid."),
  differs: i18n.t("The provider names another amount or number. Ask it by other means, and say how this payout ended."),
  sealed: i18n.t("The account was sealed with a secret that is lost."),
});

export const TROUBLE_TONES: Record<Trouble, "warn" | "bad"> = {
  refused: "bad",
  given_back: "bad",
  away: "warn",
  taken: "warn",
  differs: "bad",
  unclear: "bad",
  sealed: "bad",
};

export const refusalWords = (code: string): string | undefined =>
  ({
    no_payout_account: i18n.t("Its owner has no bank account now."),
    own_money: i18n.t("This is about your own money: another member of staff has to decide it."),
    not_enough_balance: i18n.t("Its owner has used the money since."),
  })[code];
