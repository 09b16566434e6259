import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ErrorState } from "@/ui/error-state";
import { type Payout, payoutsQuery } from "./api";
import { PayoutHoldNotice } from "./payout-hold-notice";
import { StopPayout } from "./stop-payout";

export function Payouts() {
  const { i18n } = useLingui();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(payoutsQuery);
  const payouts = data?.pages.flatMap((page) => page.payouts) ?? [];
  if (error && !data) {
    return (
      <ErrorState
        heading="h3"
        title={i18n.t("The payouts did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    );
  }
  if (payouts.length === 0) return null;
  return (
    <section aria-labelledby="payouts" className="mt-10 min-w-0">
      <h2 id="payouts" className="flex min-h-11 items-center text-h3">
        {i18n.t("Payouts")}
      </h2>
      {payouts.some(({ isHeld }) => isHeld) && <PayoutHoldNotice />}
      <ul className="grid">
        {payouts.map((payout) => (
          <Row key={payout.id} payout={payout} />
        ))}
      </ul>
      {hasNextPage && (
        <Button tone="line" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {i18n.t("Show more")}
        </Button>
      )}
    </section>
  );
}

function Row({ payout }: { payout: Payout }) {
  const { i18n } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const { amount, bankName, lastFour, createdAt, sendAt, status, isHeld } = payout;
  const names: Record<Payout["status"], string> = {
    waiting: i18n.t("Goes out on {time}", { time: formatDateTime(sendAt) }),
    sending: i18n.t("On its way"),
    sent: i18n.t("On its way"),
    completed: i18n.t("Paid out"),
    failed: i18n.t("Not taken by the bank, back in your wallet"),
    cancelled: i18n.t("Stopped, back in your wallet"),
  };
  const tone = status === "completed" ? "good" : status === "failed" ? "warn" : "plain";
  return (
    <li data-testid="payout" className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line py-3">
      <span className="grid min-w-0 flex-1 basis-50">
        <span className="font-semibold">
          {bankName} <span className="num">•••• {lastFour}</span>
        </span>
        <time dateTime={createdAt} className="text-meta text-ink-3">
          {formatDateTime(createdAt)}
        </time>
      </span>
      <Badge tone={isHeld ? "warn" : tone}>{isHeld ? i18n.t("Waits for moderators") : names[status]}</Badge>
      <span className="num font-semibold">{formatRinggit(toRinggit(amount))}</span>
      {status === "waiting" && (
        <Button
          tone="line"
          size="small"
          aria-label={i18n.t("Stop the payout of {amount}", { amount: formatRinggit(toRinggit(amount)) })}
          onClick={() => setAsked(true)}
        >
          {i18n.t("Stop")}
        </Button>
      )}
      {isAsked && <StopPayout payout={payout} onClose={() => setAsked(false)} />}
    </li>
  );
}
