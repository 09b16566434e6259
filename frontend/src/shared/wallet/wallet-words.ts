import { i18n } from "@lingui/core";

export function reasonWords(reason: string): string {
  const words: Record<string, string> = {
    held: i18n.t("Paid for a boost"),
    paid: i18n.t("Paid for a boost"),
    returned: i18n.t("Returned, the boost was not paid"),
    removed: i18n.t("Rest of a boost, the listing was removed"),
    refunded: i18n.t("Boost given back"),
    late: i18n.t("Payment that came too late"),
    funds_released: i18n.t("Paid for a bottle"),
    funds_refunded: i18n.t("Purchase paid back"),
    payout: i18n.t("To your bank account"),
    payout_failed: i18n.t("Not taken by the bank"),
    payout_cancelled: i18n.t("Payout stopped"),
  };
  return words[reason] ?? reason;
}
