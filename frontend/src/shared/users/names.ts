/** What to call people and bottles: a deleted user has no name any more, nor have their listings. */
import { i18n } from "@lingui/core";

export function nameOf(name: string, isDeleted: boolean): string {
  return isDeleted ? i18n.t("Deleted user") : name;
}

/** One's own name in full, which others do not see; the username where it is empty. */
export function ownName({ firstName, lastName, username }: { firstName: string; lastName: string; username: string }) {
  return `${firstName} ${lastName}`.trim() || username;
}
