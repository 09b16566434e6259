import { i18n } from "@lingui/core";

export function removalReason(reason: string): string {
  const names: Record<string, string> = {
    counterfeit: i18n.t("It looks counterfeit"),
    prohibited: i18n.t("It may not be sold here"),
    misleading: i18n.t("The description is misleading"),
    stolen_photos: i18n.t("The photographs are somebody else’s"),
    same_photos: i18n.t("The photographs are those of another listing"),
    scam: i18n.t("Scam"),
    harassment: i18n.t("Harassment"),
    spam: i18n.t("Spam"),
    other: i18n.t("It breaks our rules"),
  };
  return names[reason] ?? reason;
}
