import { i18n } from "@lingui/core";
import { nameOf } from "@/shared/users/names";
import { courierNames } from "./couriers";
import { type Courier, type OrderDetails, type StaffReason, staffReasons } from "./orders";

export type Step = OrderDetails["timeline"][number];
type Parties = Pick<OrderDetails, "seller" | "buyer">;

const KINDS: Record<string, () => string> = {
  offered: () => i18n.t("Purchase offered"),
  won: () => i18n.t("Auction won"),
  initiate: () => i18n.t("Purchase confirmed"),
  confirm_payment: () => i18n.t("Payment received"),
  funds_held: () => i18n.t("Payment held"),
  shipped: () => i18n.t("Parcel sent"),
  confirm_delivery: () => i18n.t("Delivery confirmed"),
  funds_released: () => i18n.t("Seller paid"),
  funds_refunded: () => i18n.t("Buyer paid back"),
  reviewed: () => i18n.t("Review submitted"),
  buyer_rated: () => i18n.t("Buyer rated"),
  lapsed: () => i18n.t("Completed without a review"),
  cancel_asked: () => i18n.t("Asked to cancel"),
  cancel_withdrawn: () => i18n.t("Request to cancel withdrawn"),
  cancel_ended: () => i18n.t("Request to cancel ended"),
  called_off: () => i18n.t("Called off, it was not posted in time"),
  cancelled: () => i18n.t("Cancelled"),
  unavailable: () => i18n.t("No longer available"),
  reminded: () => i18n.t("Reminder sent"),
};

const REASONS: Record<string, () => string> = {
  changed_mind: () => i18n.t("changed their mind"),
  unavailable: () => i18n.t("the bottle is not available"),
  no_payment: () => i18n.t("no payment came"),
  unreachable: () => i18n.t("the other person did not answer"),
  listing_removed: () => i18n.t("the listing was removed"),
  person_left: () => i18n.t("a person left Wangi"),
};

const BY_ITSELF: Record<string, string> = { confirm_payment: "funds_held", confirm_delivery: "funds_released" };

export const timelineOf = ({ timeline }: Pick<OrderDetails, "timeline">): Step[] =>
  timeline.filter(({ kind }, at) => !(kind in BY_ITSELF) || timeline[at - 1]?.kind !== BY_ITSELF[kind]);

export function stepName({ kind }: Pick<Step, "kind">): string {
  return KINDS[kind]?.() ?? kind.replaceAll("_", " ");
}

export const actorName = (order: Parties, { actorId }: Step): string => senderName(order, actorId);

export function senderName({ seller, buyer }: Parties, userId: number | null): string {
  const person = [seller, buyer].find(({ id }) => id === userId);
  return person ? nameOf(person.username, person.isDeleted) : i18n.t("Wangi");
}

export function stepDetails({ details }: Step): string | null {
  const { courier, tracking, reason, staffReason, words } = details as Record<string, string | null | undefined>;
  if (staffReason) return [staffReasons()[staffReason as StaffReason] ?? staffReason, words].filter(Boolean).join(": ");
  if (courier) return [courierNames()[courier as Courier] ?? courier, tracking].filter(Boolean).join(" ");
  return reason ? (REASONS[reason]?.() ?? null) : null;
}
