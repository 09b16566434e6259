import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { ageOf, nameOf } from "../cases/case-words";
import { AssignmentButton, AssignmentState, useIsAssignedToMe } from "../layout/assignment-state";
import { isDecidable, type Pair, useAssigning } from "./api";
import { decisionReasons } from "./risk-words";

export function Decision({ pair, onAsk }: { pair: Pair; onAsk: () => void }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const { decided, state, flaggedAt, claimedBy, dueAt } = pair;
  const { mutate, isPending } = useAssigning(pair.id);
  const isOwn = useIsAssignedToMe(claimedBy?.id);
  return (
    <span className="grid justify-items-end gap-1.5">
      {state === "open" && <span className="num whitespace-nowrap">{ageOf(flaggedAt, now)}</span>}
      {state === "open" && <AssignmentState holder={claimedBy && nameOf(claimedBy)} dueAt={dueAt} />}
      {state !== "open" && decided && (
        <span className="grid justify-items-end gap-0.5">
          <span className="num whitespace-nowrap">{formatDateTime(decided.at)}</span>
          <span className="text-meta text-ink-3">{nameOf(decided.by)}</span>
          {decided.reason && decided.reason !== "other" && (
            <span className="text-meta text-ink-2">{decisionReasons()[decided.reason]}</span>
          )}
          <span className="max-w-60 text-left text-meta text-ink-2 break-words">{decided.words}</span>
        </span>
      )}
      <span className="flex flex-wrap justify-end gap-2">
        {state === "open" && (
          <AssignmentButton
            isOwn={isOwn}
            busy={isPending}
            label={isOwn ? returnLabel(pair) : assignmentLabel(pair)}
            onPress={mutate}
          />
        )}
        {isDecidable(pair) && (
          <Button tone="line" size="small" aria-label={decideLabel(pair)} onClick={onAsk}>
            {state === "open" ? i18n.t("Decide") : i18n.t("Release")}
          </Button>
        )}
      </span>
    </span>
  );
}

function assignmentLabel({ kind, bidder, seller }: Pair): string {
  const person = nameOf(bidder);
  if (kind === "takeover") return i18n.t("Claim the account of {person}", { person });
  if (kind === "sales") return i18n.t("Claim the sales of {person}", { person });
  return i18n.t("Claim {bidder} and {seller}", { bidder: person, seller: nameOf(seller) });
}

function returnLabel({ kind, bidder, seller }: Pair): string {
  const person = nameOf(bidder);
  if (kind === "bids" || kind === "deals")
    return i18n.t("Give it back: {bidder} and {seller}", { bidder: person, seller: nameOf(seller) });
  return i18n.t("Give it back: {person}", { person });
}

function decideLabel({ kind, state, bidder, seller }: Pair): string {
  const person = nameOf(bidder);
  if (state !== "open") return i18n.t("Release the account of {person}", { person });
  if (kind === "takeover") return i18n.t("Decide about the account of {person}", { person });
  if (kind === "sales") return i18n.t("Decide about the sales of {person}", { person });
  return i18n.t("Decide about {bidder} and {seller}", { bidder: person, seller: nameOf(seller) });
}
