import type { I18n } from "@lingui/core";

export type Group = [string, [string, string][]];

export function buyingKinds(i18n: I18n): Group[] {
  return [
    [
      i18n.t("Bidding"),
      [
        ["outbid", i18n.t("You are outbid")],
        ["ending_soon", i18n.t("An auction you watch ends soon")],
        ["won", i18n.t("You win an auction")],
        ["lost", i18n.t("An auction goes to somebody else")],
        ["auction_cancelled", i18n.t("An auction you bid on is cancelled")],
        ["payment_due", i18n.t("A payment is due")],
        ["second_chance", i18n.t("Second chances")],
      ],
    ],
    [
      i18n.t("Talking and trading"),
      [
        ["messages", i18n.t("New messages")],
        ["deals", i18n.t("Steps of a purchase")],
      ],
    ],
    [
      i18n.t("Finding"),
      [
        ["saved_search", i18n.t("Saved searches")],
        ["price_drop", i18n.t("Price drops")],
      ],
    ],
  ];
}

export function sellingKinds(i18n: I18n): Group {
  return [
    i18n.t("Selling"),
    [
      ["sales", i18n.t("Sales")],
      ["unsold", i18n.t("Your auction ends without a sale")],
      ["reviews", i18n.t("New reviews")],
      ["low_stock", i18n.t("Low stock")],
      ["boosts", i18n.t("Boosts and their payments")],
    ],
  ];
}
