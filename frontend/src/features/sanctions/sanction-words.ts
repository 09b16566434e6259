import { i18n } from "@lingui/core";
import { addMessages } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { removalReason } from "@/shared/listings/removal-reasons";
import type { OwnCase } from "./api";

const UNSAID = new Set<string>(["staff", "no_breach"]);

export const sanctionName = ({ sanction, kind }: OwnCase): string =>
  ({
    ban: i18n.t("Your account was banned"),
    hide: kind === "review" ? i18n.t("A review of yours was removed") : i18n.t("A message of yours was removed"),
    warn: i18n.t("You were warned"),
    suspend: i18n.t("Your account was suspended"),
    strike: i18n.t("You did not pay for an auction"),
  })[sanction];

export const reasonName = ({ reason, kind }: OwnCase): string =>
  kind === "strike"
    ? i18n.t("The seller says that it was not paid in time")
    : removalReason(UNSAID.has(reason) ? "other" : reason);

export function effectOf({ sanction, kind, until, state }: OwnCase, now: number): string {
  if (sanction === "hide") return effectOfHiding(kind, state);
  if (state === "lifted") return i18n.t("It was taken back. It does not count any more.");
  if (sanction === "strike") return effectOfStrike(until, now);
  if (sanction === "ban") {
    return i18n.t("You cannot bid, buy, sell or write. You can see your orders and finish open deliveries.");
  }
  if (sanction === "warn") return i18n.t("You can go on as before. If it happens again, we suspend your account.");
  const time = until ? formatDateTime(until) : "";
  if (until && Date.parse(until) <= now) {
    return i18n.t("Until {time} you could not bid, buy, list or write. That is over.", { time });
  }
  return i18n.t("Until {time} you cannot bid, buy, list or write. You can finish open deliveries.", { time });
}

function effectOfHiding(kind: OwnCase["kind"], state: OwnCase["state"]): string {
  if (kind === "message") {
    return state === "lifted"
      ? i18n.t("It does not count against you any more. Its words were deleted and cannot come back.")
      : i18n.t("Its words were deleted. An appeal cannot bring them back, but it can clear your record.");
  }
  return state === "lifted"
    ? i18n.t("Your review can be read again, and its stars count, unless another decision about it stands.")
    : i18n.t(
        "It is hidden from everyone, and its stars do not count. We keep it: if you appeal and are right, it is shown again.",
      );
}

function effectOfStrike(until: string | null, now: number): string {
  if (!until) return i18n.t("This counts as a strike. With two strikes in 90 days you cannot bid for 14 days.");
  const time = formatDateTime(until);
  if (Date.parse(until) <= now) return i18n.t("Until {time} you could not bid. That is over.", { time });
  return i18n.t("Until {time} you cannot bid.", { time });
}

export const kindName = ({ kind }: OwnCase): string =>
  ({
    listing: i18n.t("A listing of yours"),
    message: i18n.t("A message of yours"),
    review: i18n.t("A review of yours"),
    person: i18n.t("How you dealt with others"),
    purchase: i18n.t("A purchase of yours"),
    strike: i18n.t("An auction that you won"),
    payment: i18n.t("A payment of yours"),
    sanction: i18n.t("Your account"),
  })[kind];

export const stateName = ({ state }: OwnCase): string =>
  ({
    stands: i18n.t("Decided"),
    appealed: i18n.t("Appealed"),
    lifted: i18n.t("Taken back"),
    kept: i18n.t("Looked at again, and kept"),
  })[state];

addMessages(
  {},
  {
    appealed_already: () => i18n.t("You have appealed this decision already."),
    appeal_too_late: () => i18n.t("The time to appeal this decision is over."),
  },
);
