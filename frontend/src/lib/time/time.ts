/** Dates as Malaysians write them, and the time that is left by the server's clock. */
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

/** "2d 06h" over a day, else "01:42:09". */
export function shortTimeLeft(left: TimeLeft): string {
  if (left.days > 0) return i18n.t("{days}d {hours}h", { days: left.days, hours: two(left.hours) });
  return `${two(left.hours)}:${two(left.minutes)}:${two(left.secondsPart)}`;
}

/** "01:38", as a clock says it whose hours are over. */
export function minutesLeft(left: TimeLeft): string {
  return left.days + left.hours > 0 ? shortTimeLeft(left) : `${two(left.minutes)}:${two(left.secondsPart)}`;
}

const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const clockWithSeconds = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** "20 Nov 2026, 21:30". */
export function formatDateTime(at: string | number): string {
  const when = new Date(at);
  return `${date.format(when)}, ${clock.format(when)}`;
}

/** "March 2025", in the reader's language. */
export function monthAndYear(at: string, language: string): string {
  return new Intl.DateTimeFormat(language === "ms" ? "ms-MY" : "en-GB", { month: "long", year: "numeric" }).format(
    new Date(at),
  );
}

/** "20 Nov 2026". */
export function formatDate(at: string | number): string {
  return date.format(new Date(at));
}

export function formatClock(at: string | number): string {
  return clock.format(new Date(at));
}

/** "21:30:04": the very second. */
export function formatSecond(at: string): string {
  return clockWithSeconds.format(new Date(at));
}

/** "21:12:31" today, "19 Nov, 21:12" before. */
export function formatBidTime(at: string, now: number): string {
  const when = new Date(at);
  if (when.toDateString() === new Date(now).toDateString()) return clockWithSeconds.format(when);
  return `${when.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${clock.format(when)}`;
}

/** "20 Nov 2026, 21:30 (Malaysia time)": a deadline. */
export function formatDeadline(at: string): string {
  return `${formatDateTime(at)} (${timeZoneName()})`;
}

const MALAYSIA = ["Asia/Kuala_Lumpur", "Asia/Kuching"];

/** The reader's own time zone by name, for anything with a deadline. */
export function timeZoneName(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return MALAYSIA.includes(zone) ? i18n.t("Malaysia time") : zone.replaceAll("_", " ");
}
