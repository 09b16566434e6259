import type { User } from "./account-types";

const ROLES = {
  conduct: ["moderator", "admin"],
  money: ["finance", "admin"],
  record: ["admin"],
  settings: ["admin"],
};
export type Duty = keyof typeof ROLES;

const DUTIES: [string, Duty][] = [
  ["/admin/cases", "conduct"],
  ["/admin/disputes", "conduct"],
  ["/admin/risk", "conduct"],
  ["/admin/listings", "conduct"],
  ["/admin/money", "money"],
  ["/admin/payments", "money"],
  ["/admin/audit", "record"],
  ["/admin/settings", "settings"],
];

export function hasDuty(user: User | null, duty: Duty): boolean {
  return ROLES[duty].includes(user?.staffRole ?? "");
}

export function mayOpen(user: User | null, pathname: string): boolean {
  const duty = DUTIES.find(([page]) => pathname.startsWith(page))?.[1];
  return duty ? hasDuty(user, duty) : Boolean(user?.staffRole);
}
