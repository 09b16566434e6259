import { i18n } from "@lingui/core";
import { dayAndMonth, formatDate, inLanguage } from "@/lib/time/time";

const hours = { hour: "numeric", minute: "2-digit" } as const;
const clock = inLanguage(hours, "en-US");
const moment = inLanguage({ month: "short", day: "numeric", ...hours }, "en-US");
const DAY_MS = 86_400_000;

export function messageTime(at: string): string {
  return Number.isNaN(Date.parse(at)) ? i18n.t("Unknown time") : moment(at).replace("\u202f", " ");
}

const dayOf = (at: number) => new Date(at).toDateString();

export function dayName(at: string, now: number): string {
  const day = dayOf(Date.parse(at));
  if (day === dayOf(now)) return i18n.t("Today");
  return day === dayOf(now - DAY_MS) ? i18n.t("Yesterday") : formatDate(at);
}

export function listTime(at: string, now: number): string {
  const day = dayOf(Date.parse(at));
  if (day === dayOf(now)) return clock(at).replace("\u202f", " ");
  return day === dayOf(now - DAY_MS) ? i18n.t("Yesterday") : dayAndMonth(at);
}
