import { i18n } from "@lingui/core";
import { addMessages } from "@/lib/i18n/refusal-messages";
import { oneOf } from "@/lib/one-of";
import "../layout/assignment-state";
import { reasonNames } from "../layout/reason-words";
import { staffPaths } from "../layout/staff-paths";
import type { Case, CasePage, Decision, Filters, ModeratedKind, State } from "./api";
import { decisionName } from "./decision-words";

const STATES = ["waiting", "open", "claimed", "appealed", "decided", "closed"] as const;
const MODERATED_KINDS = ["listing", "message", "review", "person", "purchase", "strike", "sanction"] as const;

type Step = CasePage["steps"][number];
type Outcome = NonNullable<CasePage["acknowledgements"][number]["outcome"]>;

export const kindNames = (): Record<Case["kind"], string> => ({
  listing: i18n.t("Listing"),
  message: i18n.t("Message"),
  review: i18n.t("Review"),
  person: i18n.t("Person"),
  purchase: i18n.t("Purchase"),
  strike: i18n.t("Strike"),
  payment: i18n.t("Payment"),
  sanction: i18n.t("Ban or suspension"),
});

export const moderatedKinds = (): Record<ModeratedKind, string> => {
  const { payment: _, ...moderated } = kindNames();
  return moderated;
};

export const caseAddress = ({ kind, id }: Pick<Case, "kind" | "id">, filter: Record<string, string> = {}): string =>
  withFilter(kind === "payment" ? staffPaths.payment(id) : staffPaths.case(id), filter);

export function withFilter(path: string, filter: Record<string, string>): string {
  const query = new URLSearchParams(staffPaths.filtered(new URLSearchParams(), filter));
  return query.size > 0 ? `${path}?${query}` : path;
}

export const queueFilters = (params: URLSearchParams): Filters => ({
  state: oneOf(STATES, params.get("state")) ?? "waiting",
  kind: oneOf(MODERATED_KINDS, params.get("kind")) ?? "",
  mine: params.has("mine"),
});

export const inAddress = ({ state, kind, mine }: Filters): Record<string, string> => ({
  state: state === "waiting" ? "" : state,
  kind,
  mine: mine ? "1" : "",
});

export const stateNames = (): Record<State, string> => ({
  waiting: i18n.t("Everything that waits"),
  open: i18n.t("Not claimed yet"),
  claimed: i18n.t("Claimed by staff"),
  appealed: i18n.t("Appealed"),
  decided: i18n.t("Being carried out"),
  closed: i18n.t("Closed"),
});

export const listingStates = (): Record<string, string> => ({
  active: i18n.t("Active"),
  featured: i18n.t("Featured"),
  ended: i18n.t("Ended"),
  pending: i18n.t("Pending"),
  sold: i18n.t("Sold"),
  archived: i18n.t("Archived"),
  removed: i18n.t("Removed"),
  reported: i18n.t("Reported"),
});

const OWN_REASONS: Partial<Record<Case["kind"], Decision["reason"][]>> = {
  strike: ["was_paid", "seller_at_fault", "not_paid", "other"],
  payment: ["wrong_amount", "paid_twice", "nothing_came", "other"],
};
const OF_OTHERS = new Set<string>(["staff", ...Object.values(OWN_REASONS).flat()]);

export const reasonsFor = (kind: Case["kind"]): [Decision["reason"], string][] => {
  const names = reasonNames();
  const all = Object.keys(names) as Decision["reason"][];
  const fitting = OWN_REASONS[kind] ?? all.filter((reason) => reason === "other" || !OF_OTHERS.has(reason));
  return fitting.map((reason) => [reason, names[reason]]);
};

export const outcomeNames = (): Record<Outcome, string> => ({
  done: i18n.t("Done"),
  already: i18n.t("It was so already"),
  gone: i18n.t("It is not there any more"),
  refused: i18n.t("It could not be done"),
  asked: i18n.t("Waits for a second person"),
});

export const serviceNames = (): Record<string, string> => ({
  catalog: i18n.t("Listings"),
  messaging: i18n.t("Messages"),
  auth: i18n.t("Accounts"),
  auction: i18n.t("Auctions"),
  boost: i18n.t("Payments"),
  admin: i18n.t("Cases"),
});

export function stepName({ step, decision }: Step, kind: Case["kind"]): string {
  if (step === "decided" && decision) return decisionName(decision, kind);
  const names: Record<string, string> = {
    opened: i18n.t("Opened"),
    claimed: i18n.t("Claimed"),
    returned: i18n.t("Claim given back"),
    appealed: i18n.t("Appealed"),
    struck: i18n.t("Strike given"),
    matched: i18n.t("The payment fits now"),
  };
  return names[step] ?? step;
}

export const nameOf = ({ id, username }: { id: number; username: string }): string =>
  username || i18n.t("Person {id}", { id: String(id) });

export const subjectName = ({ kind, subjectId }: Case): string => `${kindNames()[kind]} ${subjectId}`;

export function ageOf(since: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return i18n.t("{minutes} min", { minutes: String(minutes) });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return i18n.t("{hours} h", { hours: String(hours) });
  return i18n.t("{days} d", { days: String(Math.floor(hours / 24)) });
}

export const reportsIn = (reason: Decision["reason"], reports: number): string =>
  i18n.t("{reason}, {reports, plural, one {# report} other {# reports}}", { reason: reasonNames()[reason], reports });

addMessages(
  {},
  {
    case_over: () => i18n.t("This case has been decided."),
    needs_another: () => i18n.t("Another member of staff has to decide this appeal."),
    own_case: () => i18n.t("You're involved in this case. Another member of staff has to handle it."),
    wrong_decision: () => i18n.t("This case cannot be decided like that."),
  },
);
