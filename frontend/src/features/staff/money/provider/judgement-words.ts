import { i18n } from "@lingui/core";

export const JUDGEMENT_TONES: Record<string, "good" | "warn" | "bad"> = {
  paid: "good",
  review: "warn",
  credited: "warn",
  failed: "bad",
  forged: "bad",
};

export const judgementNames = (): Record<string, string> => ({
  forged: i18n.t("Forged"),
  unknown: i18n.t("No bill of ours"),
  review: i18n.t("Does not fit"),
  paid: i18n.t("Paid"),
  credited: i18n.t("Wallet credit"),
  failed: i18n.t("Failed"),
  repeated: i18n.t("Told before"),
  deleted: i18n.t("Bill deleted"),
  open: i18n.t("Nothing paid yet"),
  unreadable: i18n.t("Of an account that is not ours now"),
});

export const billNames = (): Record<string, string> => ({
  creating: i18n.t("Being made"),
  open: i18n.t("Nothing paid yet"),
  paid: i18n.t("Paid"),
  review: i18n.t("Does not fit"),
  deleted: i18n.t("Bill deleted"),
  lost: i18n.t("Never made"),
});

export const kindNames = (): Record<string, string> => ({
  callback: i18n.t("Callback"),
  return: i18n.t("With the payer’s return"),
  answer: i18n.t("Answer to a question"),
});
