import { i18n } from "@lingui/core";
import type { OrderStatus } from "./boosts";

export const statusNames = (): Record<OrderStatus, string> => ({
  pending: i18n.t("Waiting for payment"),
  paid: i18n.t("Paid"),
  failed: i18n.t("Payment failed"),
  expired: i18n.t("Not paid in time"),
  cancelled: i18n.t("Cancelled"),
  review: i18n.t("Being checked"),
  refunded: i18n.t("Given back as wallet credit"),
});

export const STATUS_TONES = {
  pending: "warn",
  paid: "good",
  failed: "bad",
  expired: "line",
  cancelled: "line",
  review: "warn",
  refunded: "line",
} as const;

export const canBePaidAgain = (status: OrderStatus): boolean => ["failed", "expired", "cancelled"].includes(status);
