import { i18n } from "@lingui/core";

export const CATEGORIES = [1, 2, 3, 4] as const;

export function categoryName(id: number): string | undefined {
  const names: Record<number, string> = {
    1: i18n.t("Designer"),
    2: i18n.t("Local"),
    3: i18n.t("Arabian House"),
    4: i18n.t("Niche"),
  };
  return names[id];
}
