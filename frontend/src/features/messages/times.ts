/** Times as the messages show them. */
import { i18n } from "@lingui/core";
import { formatClock, formatDate } from "@/lib/time/time";

const moment = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_MS = 86_400_000;

/** "Nov 19, 9:05 AM". */
export function messageTime(at: string): string {
  const when = new Date(at);
  return Number.isNaN(when.getTime()) ? i18n.t("Unknown time") : moment.format(when).replace("\u202f", " ");
}

const dayOf = (at: number) => new Date(at).toDateString();

/** "Today", "Yesterday", "19 Nov 2026": what stands between two days. */
export function dayName(at: string, now: number): string {
  const day = dayOf(Date.parse(at));
  if (day === dayOf(now)) return i18n.t("Today");
  return day === dayOf(now - DAY_MS) ? i18n.t("Yesterday") : formatDate(at);
}

/** "09:41", "Yesterday", "18 Nov": in a row of the list. */
export function listTime(at: string, now: number): string {
  const day = dayOf(Date.parse(at));
  if (day === dayOf(now)) return formatClock(at);
  return day === dayOf(now - DAY_MS) ? i18n.t("Yesterday") : dayAndMonth.format(new Date(at));
}
