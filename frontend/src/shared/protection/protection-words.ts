import { i18n } from "@lingui/core";
import type { Schemas } from "@/lib/calls/api-client";
import { formatRinggit, toRinggit } from "@/lib/money";
import { serverNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";

type Deal = Schemas["BoostDealOut"];
type Reason = NonNullable<Deal["dispute"]>["reason"];
type Words = (deal: Deal) => string;

const until = ({ dueAt }: Deal) => (dueAt ? formatDateTime(dueAt) : "");
export const ringgit = (sen: number) => formatRinggit(toRinggit(sen));

export const isHeldByModerators = ({ state, appeal, dueAt }: Deal) =>
  state === "decided" && !!appeal && !!dueAt && Date.parse(dueAt) > Date.parse(appeal.until);

export const roleOf = ({ role }: Deal) => (role === "seller" ? "seller" : "buyer");

const BUYER: Record<Deal["state"], Words> = {
  awaiting_funds: () =>
    i18n.t("Pay through Wangi: we hold the money, and the seller gets it when you have the bottle."),
  held: (deal) =>
    i18n.t("We hold your payment. The seller ships by {time}; if not, you get everything back.", {
      time: deal.shipBy ? formatDateTime(deal.shipBy) : "",
    }),
  shipped: () => i18n.t("The parcel is under way. Say when it is here: then you have 72 hours to look at it."),
  inspection: (deal) =>
    i18n.t("Look at the bottle, and accept it or say what is wrong until {time}. After that the seller is paid.", {
      time: until(deal),
    }),
  disputed: (deal) =>
    deal.returnTracking
      ? i18n.t("The seller says that it did not come back as it was. We hold the money until this is decided.")
      : i18n.t("We hold the money until this is decided. No clock runs against you."),
  decided: (deal) =>
    isHeldByModerators(deal)
      ? i18n.t("The time to appeal is over. The money waits while moderators look at how the two of you trade.")
      : i18n.t("Our staff has decided. The money moves at {time}, unless one of you appeals before.", {
          time: until(deal),
        }),
  appealed: () => i18n.t("The decision is appealed. We hold the money until another member of staff has decided."),
  return_requested: (deal) =>
    i18n.t("Send the bottle back by {time}. Then you get everything back.", { time: until(deal) }),
  return_sent: (deal) =>
    i18n.t("The bottle is on its way back. You get everything back when it is there, {time} at the latest.", {
      time: until(deal),
    }),
  withheld: () =>
    i18n.t(
      "You are done with this purchase. The payment to the seller waits while moderators look at how the two of you trade. You need to do nothing.",
    ),
  released: () => i18n.t("The seller has been paid."),
  refunded: (deal) => i18n.t("You have {amount} back in your wallet.", { amount: ringgit(deal.refunded) }),
  returned: (deal) =>
    i18n.t("The bottle is back. You have {amount} back in your wallet.", { amount: ringgit(deal.refunded) }),
  split: (deal) =>
    i18n.t("The money was divided: {amount} is back in your wallet.", { amount: ringgit(deal.refunded) }),
  cancelled: () => i18n.t("Nothing was paid for this purchase."),
  outside: () => i18n.t("This purchase was paid to the seller directly. Wangi holds no money for it."),
};

const SELLER: Record<Deal["state"], Words> = {
  awaiting_funds: () => i18n.t("The buyer can pay through Wangi. Ship when we hold the money; you hear of it at once."),
  held: (deal) =>
    i18n.t("We hold the buyer’s payment. Ship by {time}, and add the tracking number in the messages.", {
      time: deal.shipBy ? formatDateTime(deal.shipBy) : "",
    }),
  shipped: () => i18n.t("You are paid when the buyer accepts the bottle, or 72 hours after it has come."),
  inspection: (deal) =>
    i18n.t("The buyer looks at the bottle until {time}. After that you are paid.", { time: until(deal) }),
  disputed: (deal) =>
    deal.returnTracking
      ? i18n.t("You said that it did not come back as it was. We hold the money until this is decided.")
      : i18n.t("The buyer says that something is wrong. We hold the money until this is decided."),
  decided: BUYER.decided,
  appealed: BUYER.appealed,
  return_requested: (deal) =>
    i18n.t("The buyer is to send the bottle back by {time}. If not, you are paid.", { time: until(deal) }),
  return_sent: (deal) =>
    i18n.t("The bottle is on its way back to you. Say by {time} if it did not come. If not, the buyer is paid back.", {
      time: until(deal),
    }),
  withheld: () =>
    i18n.t(
      "Your payment waits while moderators look at how the two of you trade. The money stays with Wangi until they have decided. You need to do nothing.",
    ),
  released: (deal) =>
    i18n.t("You got {amount}. Your wallet shows where it is.", { amount: ringgit(deal.sellerAmount) }),
  refunded: () => i18n.t("The buyer has the money back."),
  returned: () => i18n.t("You have the bottle, and the buyer the money back."),
  split: (deal) => i18n.t("The money was divided: you got {amount}.", { amount: ringgit(deal.sellerAmount) }),
  cancelled: () => i18n.t("Nothing was paid for this purchase."),
  outside: () => i18n.t("You confirmed this payment yourself. Wangi holds no money for it."),
};

export const stateWords = (deal: Deal): string => (roleOf(deal) === "seller" ? SELLER : BUYER)[deal.state](deal);

export const stateNames = (): Record<Deal["state"], string> => ({
  awaiting_funds: i18n.t("Not paid yet"),
  held: i18n.t("Money held"),
  shipped: i18n.t("Under way"),
  inspection: i18n.t("Being looked at"),
  disputed: i18n.t("Disputed"),
  decided: i18n.t("Decided"),
  appealed: i18n.t("Appealed"),
  return_requested: i18n.t("To be sent back"),
  return_sent: i18n.t("On its way back"),
  withheld: i18n.t("Payout waits"),
  released: i18n.t("Seller paid"),
  refunded: i18n.t("Paid back"),
  returned: i18n.t("Returned and paid back"),
  split: i18n.t("Divided"),
  cancelled: i18n.t("Cancelled"),
  outside: i18n.t("Paid directly"),
});

export const stateOf = (deal: Deal): string =>
  isHeldByModerators(deal) ? stateNames().withheld : decidedName(deal.state, deal.appeal?.until);

export const decidedName = (state: Deal["state"], appealUntil?: string | null): string =>
  state === "decided" && appealUntil && Date.parse(appealUntil) > serverNow()
    ? i18n.t("Decided, may be appealed")
    : stateNames()[state];

export const TONES: Record<Deal["state"], "plain" | "good" | "warn" | "bad"> = {
  awaiting_funds: "plain",
  held: "good",
  shipped: "good",
  inspection: "warn",
  disputed: "bad",
  decided: "warn",
  appealed: "bad",
  return_requested: "warn",
  return_sent: "warn",
  withheld: "warn",
  released: "good",
  refunded: "plain",
  returned: "plain",
  split: "plain",
  cancelled: "plain",
  outside: "warn",
};

export const reasonNames = (): Record<Reason, string> => ({
  not_received: i18n.t("The parcel did not come"),
  not_as_described: i18n.t("It is not as described"),
  counterfeit: i18n.t("The bottle may be counterfeit"),
  damaged: i18n.t("It came damaged"),
});

type Event = Deal["timeline"][number]["event"];

export const eventNames = (): Record<Event, string> => ({
  PAID: i18n.t("Payment held"),
  PAID_OUTSIDE: i18n.t("Paid directly"),
  SHIPPED: i18n.t("Parcel sent"),
  STAFF_SHIPPED: i18n.t("Wangi says that it was sent"),
  ARRIVED: i18n.t("Parcel has come"),
  ACCEPTED: i18n.t("Bottle accepted"),
  STAFF_DELIVERED: i18n.t("Wangi says that it came"),
  DEAL_CANCELLED: i18n.t("Purchase cancelled"),
  STAFF_CANCELLED: i18n.t("Wangi cancelled the order"),
  CALL_OFF: i18n.t("Called off, it was not shipped in time"),
  DISPUTE: i18n.t("Dispute opened"),
  RELEASE: i18n.t("Decided for the seller"),
  REFUND: i18n.t("Decided for the buyer"),
  RETURN: i18n.t("Decided: the bottle goes back"),
  SPLIT: i18n.t("Decided: the money is divided"),
  SEND_BACK: i18n.t("Sent back"),
  TAKE_BACK: i18n.t("Bottle is back"),
  OBJECT: i18n.t("The seller says that it did not come back"),
  TIME: i18n.t("The time was over"),
  CLEARED: i18n.t("Moderators let the payout go on"),
  DECIDE: i18n.t("Decided by staff"),
  APPEAL: i18n.t("Decision appealed"),
  REOPEN: i18n.t("To be decided anew"),
});

type DecisionReason = NonNullable<Schemas["BoostDecisionIn"]["code"]>;

export const decisionReasons = (): Record<DecisionReason, string> => ({
  as_described: i18n.t("It is as it was described"),
  not_as_described: i18n.t("It is not as it was described"),
  counterfeit: i18n.t("It looks counterfeit"),
  damaged: i18n.t("It came damaged"),
  delivered: i18n.t("The parcel was delivered"),
  not_received: i18n.t("The parcel did not come"),
  no_evidence: i18n.t("Nothing that was shown speaks for the other side"),
  both_at_fault: i18n.t("Both sides had a part in it"),
  bids_arranged: i18n.t("The bids were arranged"),
  purchases_made_up: i18n.t("The purchases are made up"),
  other: i18n.t("Another reason"),
});
