import { i18n } from "@lingui/core";

const DAY = 86_400;

export interface TimeLeft {
  seconds: number;
  days: number;
  hours: number;
  minutes: number;
  secondsPart: number;
}

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

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

export function shortTimeLeft(left: TimeLeft): string {
  const hours = i18n.locale === "ms" ? left.hours : twoDigits(left.hours);
  if (left.days > 0) return i18n.t("{days}d {hours}h", { days: left.days, hours });
  return `${twoDigits(left.hours)}:${twoDigits(left.minutes)}:${twoDigits(left.secondsPart)}`;
}

export function minutesLeft(left: TimeLeft): string {
  return left.days + left.hours > 0 ? shortTimeLeft(left) : `${twoDigits(left.minutes)}:${twoDigits(left.secondsPart)}`;
}

export function inLanguage(how: Intl.DateTimeFormatOptions, english = "en-GB"): (at: string | number) => string {
  const formats: Record<string, Intl.DateTimeFormat> = {};
  return (at) => {
    const locale = i18n.locale === "ms" ? "ms-MY" : english;
    formats[locale] ??= new Intl.DateTimeFormat(locale, how);
    return formats[locale].format(new Date(at));
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

export function formatSecond(at: string): string {
  return clockWithSeconds(at);
}

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
