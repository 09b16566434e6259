import { i18n } from "@lingui/core";

const DAY = 86_400;

export interface TimeLeft {
  seconds: number;
  days: number;
  hours: number;
  minutes: number;
  secondsPart: number;
}

/** Whole seconds from now to the end, split; never below zero. */
export function timeLeft(endsAt: string, now: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000));
  return {
    seconds,
    days: Math.floor(seconds / DAY),
    hours: Math.floor((seconds % DAY) / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    secondsPart: seconds % 60,
  };
}

export function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** "2d 06h" over a day ("2 hari 6 jam" in Malay), else "01:42:09". */
export function shortTimeLeft(left: TimeLeft): string {
  const hours = i18n.locale === "ms" ? left.hours : two(left.hours);
  if (left.days > 0) return i18n.t("{days}d {hours}h", { days: left.days, hours });
  return `${two(left.hours)}:${two(left.minutes)}:${two(left.secondsPart)}`;
}

export function minutesLeft(left: TimeLeft): string {
  return left.days + left.hours > 0 ? shortTimeLeft(left) : `${two(left.minutes)}:${two(left.secondsPart)}`;
}

export function inLanguage(how: Intl.DateTimeFormatOptions, english = "en-GB"): (at: string | number) => string {
  const made: Record<string, Intl.DateTimeFormat> = {};
  return (at) => {
    const locale = i18n.locale === "ms" ? "ms-MY" : english;
    made[locale] ??= new Intl.DateTimeFormat(locale, how);
    return made[locale].format(new Date(at));
  };
}

const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const clockWithSeconds = inLanguage({ ...hours, second: "2-digit" });
export const dayAndMonth = inLanguage({ day: "numeric", month: "short" });
export const formatDate = inLanguage({ day: "numeric", month: "short", year: "numeric" });
export const formatClock = inLanguage(hours);
export const monthAndYear = inLanguage({ month: "long", year: "numeric" });

export function formatDateTime(at: string | number): string {
  return `${formatDate(at)}, ${formatClock(at)}`;
}

/** "21:30:04": the very second. */
export function formatSecond(at: string): string {
  return clockWithSeconds(at);
}

/** "21:12:31" today, "19 Nov, 21:12" before. */
export function formatBidTime(at: string, now: number): string {
  if (new Date(at).toDateString() === new Date(now).toDateString()) return clockWithSeconds(at);
  return `${dayAndMonth(at)}, ${formatClock(at)}`;
}

export function formatDeadline(at: string): string {
  return `${formatDateTime(at)} (${timeZoneName()})`;
}

const MALAYSIA = ["Asia/Kuala_Lumpur", "Asia/Kuching"];

export function timeZoneName(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return MALAYSIA.includes(zone) ? i18n.t("Malaysia time") : zone.replaceAll("_", " ");
}
