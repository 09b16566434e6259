import { i18n } from "@lingui/core";
import { formatRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { statusNames as boostStatuses } from "@/shared/boosts/order-words";
import { statusNames as orderStatuses } from "@/shared/orders/orders";
import { outcomeNames } from "@/shared/protection/outcome-words";
import { stateNames as dealStates } from "@/shared/protection/protection-words";
import { stateNames as caseStates, listingStates } from "../cases/case-words";
import { decisionNames } from "../cases/decision-words";
import { payoutNames, troubleWords } from "../money/payouts/payout-words";
import { ruleWords } from "../settings/rule-words";
import { settingWords } from "../settings/setting-words";
import { roleNames } from "../users/account-status";

const MONEY = new Set(["price", "currentBid", "refunded", "askedAmount", "came"]);
const MOMENT = /^\d{4}-\d\d-\d\dT/;

const fieldNames = (): Record<string, string> => ({
  isAdmin: i18n.t("Admin"),
  staffRole: i18n.t("Role"),
  isBanned: i18n.t("Banned"),
  isSeller: i18n.t("May sell"),
  suspendedUntil: i18n.t("Suspended until"),
  identityCheckedAt: i18n.t("Identity checked"),
  banAsked: i18n.t("Ban asked for"),
  roleAsked: i18n.t("Role asked for"),
  warned: i18n.t("Warned"),
  hasSecondFactor: i18n.t("Two-step sign-in"),
  sessionsEnded: i18n.t("Signed out everywhere"),
  status: i18n.t("Status"),
  state: i18n.t("State"),
  decision: i18n.t("Decision"),
  claimedBy: i18n.t("Claimed by"),
  claimedUntil: i18n.t("Claimed until"),
  price: i18n.t("Price"),
  currentBid: i18n.t("Highest bid"),
  currentBidderId: i18n.t("Highest bidder"),
  bidCount: i18n.t("Number of bids"),
  version: i18n.t("Version"),
  durationHours: i18n.t("Hours"),
  isActive: i18n.t("On offer"),
  isRenamed: i18n.t("Renamed"),
  refunded: i18n.t("Given back"),
  asked: i18n.t("Asked for"),
  askedAmount: i18n.t("Amount asked for"),
  came: i18n.t("What came"),
  dueAt: i18n.t("Due"),
  trouble: i18n.t("Trouble"),
  retried: i18n.t("Sent anew"),
  days: i18n.t("Days"),
  isHidden: i18n.t("Hidden"),
  liftedAt: i18n.t("Taken back"),
});

interface Entry {
  source: string;
  act: unknown;
}

function accountStatusNames({ source, act }: Entry): Record<string, string> {
  const isPayout = typeof act === "string" && act.startsWith("payout");
  const names: Record<string, () => Record<string, string>> = {
    "/catalog": listingStates,
    "/messaging": orderStatuses,
    "/boost": () => ({ ...dealStates(), ...boostStatuses(), ...(isPayout && payoutNames()) }),
    "/admin": () => ({
      ...caseStates(),
      open: i18n.t("Open"),
      contested: i18n.t("Appealed"),
      confirmed: i18n.t("Confirmed"),
      released: i18n.t("Released"),
    }),
    "/auction": () => ({ active: i18n.t("Active"), ended: i18n.t("Ended"), cancelled: i18n.t("Cancelled") }),
  };
  return { taken_down: i18n.t("Removed"), ...names[source]?.() };
}

const valueWords = (name: string, entry: Entry): Record<string, string | undefined> =>
  ({
    decision: { ...decisionNames(), ...outcomeNames() },
    staffRole: roleNames(),
    roleAsked: roleNames(),
    trouble: troubleWords(),
    asked: outcomeNames(),
    status: accountStatusNames(entry),
    state: accountStatusNames(entry),
  })[name] ?? {};

export interface ChangedField {
  name: string;
  before: string | number | boolean | null;
  after: string | number | boolean | null;
}

export function changedFields(details: Record<string, unknown>): ChangedField[] {
  return Array.isArray(details.fields) ? (details.fields as ChangedField[]) : [];
}

export function fieldName(name: string): string {
  const settings: Record<string, { label: string } | undefined> = settingWords();
  return fieldNames()[name] ?? settings[name]?.label ?? ruleWords(name).label;
}

export function fieldValue(name: string, value: ChangedField["before"], entry: Entry): string {
  if (value === null) return i18n.t("(nothing)");
  if (typeof value === "boolean") return value ? i18n.t("Yes") : i18n.t("No");
  if (typeof value === "number") return MONEY.has(name) ? formatRinggit(value / 100) : String(value);
  const word = valueWords(name, entry)[value];
  if (word) return word;
  return MOMENT.test(value) ? formatDateTime(value) : value.replaceAll("_", " ");
}
