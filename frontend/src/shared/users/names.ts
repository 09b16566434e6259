import { i18n } from "@lingui/core";

export function nameOf(name: string, isDeleted: boolean): string {
  return isDeleted ? i18n.t("Deleted user") : name;
}

export function ownName({ firstName, lastName, username }: { firstName: string; lastName: string; username: string }) {
  return `${firstName} ${lastName}`.trim() || username;
}
