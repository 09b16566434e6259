import { i18n } from "@lingui/core";
import type { Refusal } from "@/lib/calls/refusal";
import { addMessages } from "@/lib/i18n/refusal-messages";
import { formatRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";

addMessages(
  {
    invalid_amount: (refusal) => ({ title: i18n.t("Invalid Bid Amount"), text: invalidWords(refusal) }),
    bid_too_low: (refusal) => ({ title: i18n.t("Bid Too Low"), text: bidTooLow(refusal) }),
    maximum_not_raised: () => ({
      title: i18n.t("You already lead"),
      text: i18n.t("You are the highest bidder. Only a higher maximum would change anything."),
    }),
    auction_ended: () => ({ title: i18n.t("Auction Ended"), text: i18n.t("This auction has ended") }),
    auction_not_active: () => ({
      title: i18n.t("Auction Ended"),
      text: i18n.t("This auction is not open for bids."),
    }),
    not_connected: () => ({
      title: i18n.t("Connection Error"),
      text: i18n.t("Unable to place bid due to connection issues. Please refresh the page."),
    }),
    no_reply: () => ({ title: i18n.t("Error"), text: i18n.t("Failed to place bid. Please try again.") }),
    bidding_paused: (refusal) => ({ title: i18n.t("Not allowed"), text: pausedWords(refusal) }),
  },
  {
    already_settled: () => i18n.t("This sale has already been marked as paid, unpaid or cancelled."),
    payment_window_open: () => i18n.t("The winner still has time to pay."),
    no_second_chance: () => i18n.t("There is no second chance to offer here."),
    second_chance_open: () => i18n.t("A second chance offer is still open."),
    offer_over: () => i18n.t("This offer is over."),
    no_bids_to_void: () => i18n.t("None of their bids here counts any more."),
  },
);

function invalidWords({ message }: Refusal): string {
  const words: Record<string, string> = {
    "The highest possible bid is RM 100,000.00.": i18n.t("The highest possible bid is RM 100,000.00."),
    "Your maximum must be at least your bid.": i18n.t("Your maximum must be at least your bid."),
  };
  return words[message] ?? i18n.t("Please enter a valid number.");
}

function bidTooLow(refusal: Refusal): string {
  const minimum = refusal.details.minimum;
  if (typeof minimum !== "number") return refusal.message;
  return i18n.t("Your bid must be at least {amount}.", { amount: formatRinggit(minimum) });
}

function pausedWords({ details: { until }, message }: Refusal): string {
  if (typeof until !== "string") return message;
  return i18n.t("You cannot bid until {until}, because auctions you won were not paid.", {
    until: formatDateTime(until),
  });
}
