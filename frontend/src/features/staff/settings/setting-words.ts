import { i18n } from "@lingui/core";
import type { Setting } from "./api";

interface Words {
  label: string;
  meaning: string;
}

export const settingWords = (): Record<Setting["name"], Words> => ({
  auctions: {
    label: i18n.t("New auctions"),
    meaning: i18n.t("Sellers list auctions. While paused none begins; those that run go on to their end."),
  },
  payments: {
    label: i18n.t("Payments"),
    meaning: i18n.t("People pay boosts and purchases here. While paused no payment begins; what was paid is credited."),
  },
  protected_purchase: {
    label: i18n.t("Protected purchase"),
    meaning: i18n.t(
      "Buyers pay into safekeeping. While paused no new money is held; what is held is released or given back.",
    ),
  },
  registration: {
    label: i18n.t("New accounts"),
    meaning: i18n.t("People register. While paused no account is made; members sign in as always."),
  },
});
