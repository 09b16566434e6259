import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { useServerNow } from "@/lib/time/now";
import { formatDate, formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { Badge } from "@/ui/badge";
import { Link } from "@/ui/link";
import { SelectField } from "@/ui/select";
import { Listed } from "../../layout/staff-list";
import { staffPaths } from "../../layout/staff-paths";
import { type PayoutFilter, payoutsQuery, type StaffPayout } from "../api";
import { Acts } from "../money-actions";
import { PayoutStep } from "./payout-step";
import { payoutNames, TROUBLE_TONES, troubleWords } from "./payout-words";

const DAY = 24 * 3_600_000;

export function MoneyPayouts() {
  const { i18n } = useLingui();
  const [state, setState] = useState<PayoutFilter>("open");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    payoutsQuery(state),
  );
  const payouts = data?.pages.flatMap((page) => page.payouts);
  return (
    <>
      <div className="mb-3 max-w-60">
        <SelectField
          label={i18n.t("Show")}
          value={state}
          onChange={({ target }) => setState(target.value as PayoutFilter)}
        >
          <option value="open">{i18n.t("Not ended yet")}</option>
          <option value="failed">{i18n.t("Failed")}</option>
          <option value="completed">{i18n.t("Paid out")}</option>
          <option value="cancelled">{i18n.t("Called back")}</option>
        </SelectField>
      </div>
      <Listed
        count={payouts?.length}
        error={error}
        empty={i18n.t("No payouts here")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <ul aria-label={i18n.t("Payouts")} className="border-t border-edge">
          {payouts?.map((payout) => (
            <Row key={payout.id} payout={payout} />
          ))}
        </ul>
      </Listed>
    </>
  );
}

function Row({ payout }: { payout: StaffPayout }) {
  const { i18n } = useLingui();
  const { id, dealId, userId, amount, status, sendAt, createdAt, endedAt, trouble } = payout;
  const days = Math.floor((useServerNow() - Date.parse(createdAt)) / DAY);
  return (
    <li data-testid="payout-row" className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3">
      <span className="grid basis-28 text-small">
        <b className="font-semibold">{i18n.t("Payout {payoutId}", { payoutId: String(id) })}</b>
        {dealId ? (
          <Link to={staffPaths.dispute(dealId)} className="link inline-flex min-h-6 items-center text-meta">
            {i18n.t("Purchase {dealId}", { dealId: String(dealId) })}
          </Link>
        ) : (
          <span className="text-meta text-ink-3">{i18n.t("Asked for by its owner")}</span>
        )}
      </span>
      <span className="num ml-auto whitespace-nowrap font-semibold md:order-1">{formatRinggit(toRinggit(amount))}</span>
      <span className="grid min-w-0 flex-1 basis-56 text-small">
        <Link to={paths.seller(userId)} className="link inline-flex min-h-6 items-center justify-self-start">
          {payout.holderName ?? i18n.t("Person {userId}", { userId: String(userId) })}
        </Link>
        <Named payout={payout} />
      </span>
      <span className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1">
        <Badge tone={trouble ? TROUBLE_TONES[trouble] : status === "completed" ? "good" : "plain"}>
          {status === "waiting" && !trouble && Date.parse(sendAt) > Date.parse(createdAt)
            ? i18n.t("Goes out on {time}", { time: formatDateTime(sendAt) })
            : payoutNames()[status]}
        </Badge>
        {trouble && <span className="text-meta text-ink-2">{troubleWords()[trouble]}</span>}
        {payout.isHeld && <span className="text-meta text-ink-2">{i18n.t("Waits for moderators")}</span>}
        <span className="text-meta text-ink-3">
          {endedAt || days < 1
            ? i18n.t("Made {time}", { time: formatDateTime(createdAt) })
            : i18n.t("Made {time}, {days, plural, one {# day} other {# days}} ago", {
                time: formatDateTime(createdAt),
                days,
              })}
        </span>
      </span>
      <span className="ml-auto flex justify-end text-small md:order-2 md:basis-36">
        <PayoutStep payout={payout} />
      </span>
      <Acts acts={payout.acts} />
    </li>
  );
}

function Named({ payout: { bankName, lastFour, namedAt } }: { payout: StaffPayout }) {
  const { i18n } = useLingui();
  return (
    <span className="block text-meta text-ink-3">
      {bankName} <span className="num">•••• {lastFour}</span>
      {", "}
      {namedAt ? i18n.t("name matched {date}", { date: formatDate(namedAt) }) : i18n.t("name match not recorded")}
    </span>
  );
}
