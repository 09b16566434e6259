/** The words of a person's own warning or suspension. */
import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/time/time";
import { learnWords } from "@/lib/words/messages";
import { removalReason } from "@/lib/words/removal";
import type { OwnCase } from "./api";

/** Reasons that stand in staff's list but say nothing to the person. */
const UNSAID = new Set<string>(["staff", "no_breach"]);

export const measureName = ({ measure }: OwnCase): string =>
  measure === "warn" ? i18n.t("You were warned") : i18n.t("Your account was suspended");

export const reasonName = ({ reason }: OwnCase): string => removalReason(UNSAID.has(reason) ? "other" : reason);

/** What follows from it, in plain words. */
export function effectOf({ measure, until, state }: OwnCase, now: number): string {
  if (state === "lifted") return i18n.t("It was taken back. It does not count any more.");
  if (measure === "warn") return i18n.t("You can go on as before. If it happens again, we suspend your account.");
  const time = until ? formatDateTime(until) : "";
  if (until && Date.parse(until) <= now) {
    return i18n.t("Until {time} you could not bid, buy, list or write. That is over.", { time });
  }
  return i18n.t("Until {time} you cannot bid, buy, list or write. You can finish open deliveries.", { time });
}

export const kindName = ({ kind }: OwnCase): string =>
  ({
    listing: i18n.t("A listing of yours"),
    message: i18n.t("A message of yours"),
    review: i18n.t("A review of yours"),
    person: i18n.t("How you dealt with others"),
    purchase: i18n.t("A purchase of yours"),
  })[kind];

export const stateName = ({ state }: OwnCase): string =>
  ({
    stands: i18n.t("Decided"),
    appealed: i18n.t("Appealed"),
    lifted: i18n.t("Taken back"),
    kept: i18n.t("Looked at again, and kept"),
  })[state];

learnWords(
  {},
  {
    appealed_already: () => i18n.t("You have appealed this decision already."),
    appeal_too_late: () => i18n.t("The time to appeal this decision is over."),
  },
);
