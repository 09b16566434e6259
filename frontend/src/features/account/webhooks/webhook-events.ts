import type { I18n } from "@lingui/core";
import type { Delivery, Webhook, WebhookEvent } from "./webhook-calls";

export function eventWords(i18n: I18n): Record<WebhookEvent, string> {
  return {
    "listing.published": i18n.t("A listing of yours is up"),
    "listing.changed": i18n.t("A listing of yours changed"),
    "listing.removed": i18n.t("A listing of yours was taken down"),
    "listing.sold": i18n.t("The last bottle of a listing is sold"),
    "auction.opened": i18n.t("An auction of yours begins"),
    "auction.changed": i18n.t("The terms of an auction of yours changed"),
    "auction.cancelled": i18n.t("An auction of yours is cancelled"),
    "auction.ended": i18n.t("An auction of yours is over"),
    "bid.placed": i18n.t("A bid on an auction of yours"),
    "bid.outbid": i18n.t("You were outbid"),
    "auction.won": i18n.t("You won an auction"),
    "auction.lost": i18n.t("You did not win an auction"),
    "order.opened": i18n.t("A purchase is confirmed"),
    "order.paid": i18n.t("An order is paid"),
    "order.shipped": i18n.t("An order is on its way"),
    "order.delivered": i18n.t("An order has arrived"),
    "order.cancelled": i18n.t("An order is cancelled"),
    "order.completed": i18n.t("An order is complete"),
    "payment.held": i18n.t("Money is held for an order"),
    "payment.released": i18n.t("Money goes to the seller"),
    "payment.refunded": i18n.t("Money goes back to the buyer"),
    "dispute.opened": i18n.t("A purchase is disputed"),
    "dispute.resolved": i18n.t("A dispute is over"),
  };
}

export function pauseWords(i18n: I18n, reason: Webhook["pausedFor"]): string {
  if (reason === "failing") return i18n.t("Its address has taken nothing for three days.");
  if (reason === "gone") return i18n.t("Its address says that it is gone.");
  if (reason === "banned") return i18n.t("Your account was banned.");
  if (reason === "account")
    return i18n.t("Your account was taken back or joined the staff. Check that this webhook is yours.");
  return i18n.t("You paused it. What happens meanwhile is not kept for it.");
}

export function stateWords(i18n: I18n, { state }: Delivery): string {
  if (state === "delivered") return i18n.t("Delivered");
  return state === "failed" ? i18n.t("Failed") : i18n.t("Waiting");
}

export function answerWords(i18n: I18n, { statusCode, cause, attempts }: Delivery): string {
  if (statusCode) return i18n.t("answered {code}", { code: statusCode });
  if (cause === "timeout") return i18n.t("no answer within 10 seconds");
  if (cause === "certificate") return i18n.t("its certificate is not valid");
  if (cause === "name") return i18n.t("its name is unknown");
  if (cause === "address") return i18n.t("nothing is sent to this address");
  if (cause === "answer") return i18n.t("its answer was not HTTP");
  if (cause === "secret" || cause === "fault") return i18n.t("a fault of ours; it is tried again");
  if (cause) return i18n.t("no connection");
  return attempts > 0 ? i18n.t("sent, no answer yet") : i18n.t("not sent yet");
}
