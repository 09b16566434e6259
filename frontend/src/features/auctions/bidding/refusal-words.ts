import { i18n } from "@lingui/core";
import { asRefusal } from "@/lib/calls/refusal";
import { type Message, messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";

export function bidRefused(error: unknown): Message {
  const { code, details } = asRefusal(error);
  if (code === "not_signed_in") {
    return { title: i18n.t("Authentication Required"), text: i18n.t("You need to be logged in to place a bid.") };
  }
  if (code !== "bidding_paused" || typeof details.until !== "string") return messageFor(error);
  return {
    title: i18n.t("Not allowed"),
    text: i18n.t("You cannot bid until {until}, because auctions you won were not paid.", {
      until: formatDateTime(details.until),
    }),
  };
}
