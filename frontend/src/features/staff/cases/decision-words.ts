import { i18n } from "@lingui/core";
import type { Case, Decision } from "./api";

export const decisionNames = (): Record<Decision["decision"], string> => ({
  take_down: i18n.t("Take the listing down"),
  hide: i18n.t("Hide it"),
  warn: i18n.t("Warn the person"),
  suspend: i18n.t("Suspend the person"),
  ban: i18n.t("Ban the person"),
  restore: i18n.t("Put the listing back"),
  uphold: i18n.t("The first decision stands"),
  lift: i18n.t("Take the first decision back"),
  keep: i18n.t("Keep the first decision"),
  dismiss: i18n.t("Do nothing"),
  match: i18n.t("Ask the provider and take its answer"),
  credit: i18n.t("Credit what came"),
  write_off: i18n.t("Write it off: nothing came"),
});

const ofKind = (kind: Case["kind"]): Partial<Record<Decision["decision"], [string, string]>> => {
  if (kind === "strike") {
    return {
      lift: [
        i18n.t("Take the strike back"),
        i18n.t("It counts no more, a pause that it made ends, and winner and seller read why."),
      ],
      keep: [i18n.t("Keep the strike"), i18n.t("Winner and seller read that it stays, and why.")],
    };
  }
  if (kind === "sanction") {
    return {
      lift: [
        i18n.t("Lift the ban or suspension"),
        i18n.t("They can trade again at once and are told so. Listings, bids and auctions that it ended stay ended."),
      ],
      keep: [i18n.t("Keep the ban or suspension"), decisionHints().keep],
    };
  }
  return {};
};

export const decisionName = (decision: Decision["decision"], kind: Case["kind"]): string =>
  ofKind(kind)[decision]?.[0] ?? decisionNames()[decision];

export const decisionHint = (decision: Decision["decision"], kind: Case["kind"], wasHidden = false): string => {
  if (decision === "lift" && wasHidden) {
    return kind === "message"
      ? i18n.t("The writer is told that the appeal was granted. The words were deleted and do not come back.")
      : i18n.t("The review can be read again and its stars count. Its writer and who reported it read so.");
  }
  return ofKind(kind)[decision]?.[1] ?? decisionHints()[decision];
};

export const decisionHints = (): Record<Decision["decision"], string> => ({
  take_down: i18n.t("A running auction of it ends for good. The seller reads why, and can appeal."),
  hide: i18n.t("A message is emptied for good, a review is out of sight. The writer reads why, and can appeal."),
  warn: i18n.t("The person reads why, by a notice and a mail."),
  ban: i18n.t("No trade at all until it is lifted. They can sign in and appeal."),
  suspend: i18n.t("No bidding, buying or selling until then. It can be lifted on the list of users."),
  restore: i18n.t("It is for sale again; an auction that ended has to be listed anew."),
  uphold: i18n.t("The seller reads that it stays as it is."),
  lift: i18n.t("It is taken back at once, and the person reads that their appeal was granted."),
  keep: i18n.t("The person reads that it stays. They cannot appeal again."),
  dismiss: i18n.t("Those who reported it read that no rule was broken."),
  match: i18n.t("If the provider says that it was paid as asked for, it counts as paid."),
  credit: i18n.t("What the provider says came is in the payer’s wallet. A large amount takes two of staff."),
  write_off: i18n.t("The bill is deleted, and the payer reads that they can pay anew. Refused if something came."),
});
