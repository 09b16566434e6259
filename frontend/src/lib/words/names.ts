/** What to call people and bottles: a deleted user has no name any more, nor have their listings. */
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

interface InPhoto {
  brand: string;
  name: string;
  volume: number | null;
  remainingPercentage: number;
}

/** What a photograph of a bottle shows, for those who do not see it. */
export function photoWords({ brand, name, volume, remainingPercentage }: InPhoto): string {
  return i18n.t("{brand} {name}, {volume} ml bottle, {percent}% full", {
    brand,
    name,
    volume: volume ?? "",
    percent: remainingPercentage,
  });
}
