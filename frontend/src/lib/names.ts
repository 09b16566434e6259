/** What to call people and bottles: somebody who is gone for good has no name any more, nor has what they listed. */
import { i18n } from "@lingui/core";

export function nameOf(name: string, isDeleted: boolean): string {
  return isDeleted ? i18n.t("Deleted user") : name;
}

export function bottleName(name: string): string {
  return name || i18n.t("Removed listing");
}
