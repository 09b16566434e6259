import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import { outcomeOf } from "@/shared/protection/outcome-words";
import { isHeldByModerators } from "@/shared/protection/protection-words";
import { Notice } from "@/ui/notice";
import type { Deal } from "./api";

export function AppealView({ deal, appeal }: { deal: Deal; appeal: NonNullable<Deal["appeal"]> }) {
  const { i18n } = useLingui();
  const who = appeal.appealedBy === "seller" ? i18n.t("Seller") : i18n.t("Buyer");
  return (
    <section aria-labelledby="appeal" className="grid gap-3">
      <h3 id="appeal" className="font-sans text-body font-semibold tracking-normal">
        {i18n.t("The decision")}
      </h3>
      <p className="max-w-prose">{outcomeOf(appeal.decision, appeal.buyerAmount)}</p>
      {deal.state === "decided" && !isHeldByModerators(deal) && (
        <p className="text-small text-ink-2">
          {i18n.t("It can be appealed until {time}. No money moves before.", { time: formatDateTime(appeal.until) })}
        </p>
      )}
      {appeal.appealedAt && (
        <>
          <span className="text-meta text-ink-3">
            {i18n.t("Appeal")}, {who}, <time dateTime={appeal.appealedAt}>{formatDateTime(appeal.appealedAt)}</time>
          </span>
          <blockquote className="max-w-prose border-l-2 border-line pl-4 break-words whitespace-pre-line">
            {appeal.words || i18n.t("These words were removed with their account.")}
          </blockquote>
        </>
      )}
      {appeal.outcome && (
        <Notice>
          {appeal.outcome === "upheld"
            ? i18n.t("Another member of staff has decided the same.")
            : i18n.t("Another member of staff has changed the decision.")}
        </Notice>
      )}
    </section>
  );
}
