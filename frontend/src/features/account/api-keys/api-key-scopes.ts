import type { I18n } from "@lingui/core";
import type { Scope } from "./api-key-calls";

export const SCOPES: Scope[] = [
  "read",
  "events:read",
  "account:read",
  "account:write",
  "listings:read",
  "listings:write",
  "bids:write",
  "messages:read",
  "messages:write",
  "orders:read",
  "orders:write",
];

export function scopeWords(i18n: I18n, scope: Scope): string {
  const words: Record<Scope, string> = {
    read: i18n.t("Read what every visitor sees"),
    "events:read": i18n.t("Follow what happens to auctions and listings"),
    "account:read": i18n.t("Read your account, favourites, notices and own auctions"),
    "account:write": i18n.t("Keep favourites and searches, mark notices as read"),
    "listings:read": i18n.t("Read your listings, drafts and figures"),
    "listings:write": i18n.t("Put up, change and take down your listings"),
    "bids:write": i18n.t("Bid in your name"),
    "messages:read": i18n.t("Read your messages"),
    "messages:write": i18n.t("Write, delete and mark messages in your name"),
    "orders:read": i18n.t("Read your orders and offers"),
    "orders:write": i18n.t("Mark orders as shipped, answer offers and reviews"),
  };
  return words[scope] ?? scope;
}
