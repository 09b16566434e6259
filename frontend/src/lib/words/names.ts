/** What to call people and bottles: somebody who is gone for good has no name any more, nor has what they listed. */
import { i18n } from "@lingui/core";

export function nameOf(name: string, isDeleted: boolean): string {
  return isDeleted ? i18n.t("Deleted user") : name;
}

/** One's own name in full, which others do not see; the username where it is empty. */
export function ownName({ firstName, lastName, username }: { firstName: string; lastName: string; username: string }) {
  return `${firstName} ${lastName}`.trim() || username;
}

export function bottleName(name: string): string {
  return name || i18n.t("Removed listing");
}
