import { i18n } from "@lingui/core";
import { type Step, stepDetails, stepName } from "@/shared/orders/timeline";
import { eventNames, stateNames } from "@/shared/protection/protection-words";
import type { Money, OrderPage } from "./api";

export interface Line {
  key: string;
  part: "deal" | "money";
  name: string;
  details: string | null;
  actorId: number | null;
  at: string;
}

export function linesOf(order: OrderPage, money: Money | null): Line[] {
  const steps = order.timeline.map((step, n): Line => ({ ...lineOf(step), key: `deal-${n}` }));
  const paid = (money?.timeline ?? []).map(
    ({ event, state, actorId, at }, n): Line => ({
      key: `money-${n}`,
      part: "money",
      name: eventNames()[event],
      details: stateNames()[state],
      actorId,
      at,
    }),
  );
  return [...steps, ...paid].sort((line, other) => Date.parse(line.at) - Date.parse(other.at));
}

const lineOf = (step: Step): Omit<Line, "key"> => ({
  part: "deal",
  name: stepName(step),
  details: stepDetails(step),
  actorId: step.actorId,
  at: step.at,
});

export function actorOf({ seller, buyer }: OrderPage, { actorId }: Line): string {
  if (actorId === null) return i18n.t("Wangi");
  if (actorId === seller.id) return i18n.t("Seller");
  if (actorId === buyer.id) return i18n.t("Buyer");
  return i18n.t("Staff, person {number}", { number: String(actorId) });
}
