import { i18n } from "@lingui/core";
import { toRinggit } from "@/lib/money";
import type { BoostReport } from "../api";

export type ReportDay = BoostReport["days"][number];

export type Counted = Exclude<keyof ReportDay, "day">;

export const figureNames = (): Record<Counted, string> => ({
  shown: i18n.t("Turns in the carousel"),
  views: i18n.t("Views"),
  favourites: i18n.t("Favorites"),
  conversations: i18n.t("Conversations"),
  deals: i18n.t("Deals"),
});

export const FIGURES: Counted[] = ["shown", "views", "favourites", "conversations", "deals"];

export const sumOf = (what: Counted, among: ReportDay[]): number => among.reduce((total, day) => total + day[what], 0);

export const forEachRinggit = (count: number, sen: number): number | null => (sen > 0 ? count / toRinggit(sen) : null);

export const shownRate = (rate: number | null): string => rate?.toFixed(2) ?? "–";

const DAY_MS = 24 * 3_600_000;

export function paidByDay({ days, before, boostedAt, boostedUntil }: BoostReport, spent: number): number[] {
  const [begin, end] = [Date.parse(boostedAt), Date.parse(boostedUntil)];
  const part = (day: string) => {
    const midnight = Date.parse(`${day}T00:00:00+08:00`);
    return Math.max(0, Math.min(end, midnight + DAY_MS) - Math.max(begin, midnight)) / (end - begin);
  };
  return [...before, ...days].map(({ day }) => (end > begin ? Math.round(spent * part(day)) : 0));
}
