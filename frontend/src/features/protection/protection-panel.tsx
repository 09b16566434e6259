import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { eventNames, ringgit, roleOf, stateOf, stateWords, TONES } from "@/shared/protection/protection-words";
import { useProtectionTerms } from "@/shared/settings/marketplace-settings";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { type Deal, dealQuery, followingOrder } from "./api";
import { DealSteps } from "./deal-steps";
import { DisputeView } from "./dispute-view";
import { PayingBack } from "./paying-back";

export function ProtectionPanel({ dealId }: { dealId: number }) {
  const { i18n } = useLingui();
  const { data: deal, error, isPending, refetch, isFetching } = useQuery(dealQuery(dealId));
  if (isPending) return <Waiting />;
  if (error) {
    return (
      <Notice tone="bad" role="alert" title={i18n.t("The payment did not load.")}>
        {messageFor(error).text}{" "}
        <Button tone="line" size="small" busy={isFetching} className="mt-2" onClick={() => void refetch()}>
          {i18n.t("Retry")}
        </Button>
      </Notice>
    );
  }
  return deal && <Money deal={deal} />;
}

function Money({ deal }: { deal: Deal }) {
  const { i18n } = useLingui();
  useQuery(followingOrder(deal));
  const isOutside = deal.state === "outside";
  return (
    <section
      aria-labelledby="protection"
      data-testid="protection"
      data-state={deal.state}
      className="grid gap-5 rounded-2 border border-line p-5 md:p-7"
    >
      <PayingBack deal={deal} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="protection" className="serif flex items-center gap-2.5 text-h4">
          {!isOutside && <ShieldCheck {...icon} className="flex-none text-pandan" />}
          {isOutside ? i18n.t("Payment") : i18n.t("Protected purchase")}
        </h2>
        <Badge tone={TONES[deal.state]}>{stateOf(deal)}</Badge>
      </div>
      <p aria-live="polite" className="max-w-prose">
        {stateWords(deal)}
      </p>
      <Amounts deal={deal} />
      <DealSteps deal={deal} />
      {deal.dispute && <DisputeView deal={deal} dispute={deal.dispute} />}
      {!deal.dispute && deal.decisionWords && (
        <Notice tone="plain" title={i18n.t("Why it was decided so")}>
          <span className="break-words">{deal.decisionWords}</span>
        </Notice>
      )}
      {deal.timeline.length > 0 && !isOutside && <Events deal={deal} />}
    </section>
  );
}

function Amounts({ deal }: { deal: Deal }) {
  const { i18n } = useLingui();
  const terms = useProtectionTerms();
  const percent = (terms?.feeBasisPoints ?? 0) / 100;
  const isBuyers = roleOf(deal) === "buyer";
  if (deal.state === "outside" || deal.state === "cancelled") return null;
  const lines: [string, number][] = isBuyers
    ? [
        [i18n.t("Bottle"), deal.amount],
        [
          deal.heldAt || !percent
            ? i18n.t("Protection fee")
            : i18n.t("Protection fee ({percent}%)", { percent: i18n.number(percent) }),
          deal.fee,
        ],
      ]
    : [];
  const [sum, amount]: [string, number] = isBuyers
    ? [deal.heldAt ? i18n.t("You paid") : i18n.t("You pay"), deal.total]
    : [deal.endedAt ? i18n.t("You got") : i18n.t("You get"), deal.sellerAmount];
  return (
    <dl className="grid max-w-90 gap-1.5 text-small">
      {lines.map(([name, sen]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-ink-2">{name}</dt>
          <dd className="num">{ringgit(sen)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-semibold">
        <dt>{sum}</dt>
        <dd className="num">{ringgit(amount)}</dd>
      </div>
    </dl>
  );
}

function Events({ deal }: { deal: Deal }) {
  const { i18n } = useLingui();
  return (
    <details className="border-t border-line pt-2 text-small">
      <summary className="inline-flex min-h-11 items-center font-semibold underline">
        {i18n.t("What happened to the money")}
      </summary>
      <ol className="mt-3 grid gap-2">
        {deal.timeline.map(({ event, at }) => (
          <li key={`${event}-${at}`} className="flex flex-wrap justify-between gap-x-4">
            <span>{eventNames()[event]}</span>
            <time dateTime={at} className="text-ink-2">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-72 max-md:h-96" />
    </div>
  );
}
