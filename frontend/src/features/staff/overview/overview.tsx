import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { splitSen, toRinggit, toSen } from "@/lib/money";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { ErrorState } from "@/ui/error-state";
import { SelectField } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { countQuery, type Overview as Days, liveAuctionsQuery, overviewQuery, payoutHoldsQuery } from "./api";
import { EventBars } from "./event-bars";

const CHOICES = [7, 30, 90];
const formatCount = (count: number) => count.toLocaleString("en-MY");

export function Overview() {
  const { i18n } = useLingui();
  const [days, setDays] = useState(30);
  const [name, setName] = useState("DealOpened");
  const { data, error, refetch } = useQuery(overviewQuery(days));
  const people = useQuery(countQuery()).data;
  const sellers = useQuery(countQuery("seller")).data;
  const live = useQuery(liveAuctionsQuery()).data;
  const seesMoney = hasDuty(useCurrentUser().user, "money");
  const held = useQuery({ ...payoutHoldsQuery(), enabled: seesMoney }).data;
  const eventCount = (name: string) => data?.events.find((event) => event.name === name);
  const countToday = (name: string) => {
    const count = eventCount(name)?.days.at(-1);
    return count === undefined ? undefined : i18n.t("{count} today", { count: formatCount(count) });
  };
  const bids = eventCount("BidPlaced")?.days.at(-1);
  const names: Record<string, string> = {
    DealOpened: i18n.t("Orders"),
    DealCompleted: i18n.t("Completed orders"),
    DealCancelled: i18n.t("Cancelled orders"),
    UserRegistered: i18n.t("New people"),
    ProductListed: i18n.t("New listings"),
    AuctionOpened: i18n.t("New auctions"),
    BidPlaced: i18n.t("Bids"),
    BoostPaid: i18n.t("Boosts"),
    FundsHeld: i18n.t("Protected payments"),
    DisputeOpened: i18n.t("Disputes"),
    ListingReported: i18n.t("Reports of listings"),
    MessageReported: i18n.t("Reports of messages"),
  };
  return (
    <div className="grid gap-6">
      <dl
        className={`grid grid-cols-2 border-t border-b border-t-ink border-b-line ${seesMoney ? "lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.6fr)]" : "lg:grid-cols-4"}`}
      >
        <Figure name={i18n.t("Total Users")} value={shown(people)} note={countToday("UserRegistered")} />
        <Figure name={i18n.t("Sellers")} value={shown(sellers)} />
        <Figure
          name={i18n.t("Total Orders")}
          value={shown(eventCount("DealOpened")?.total)}
          note={countToday("DealOpened")}
        />
        <Figure
          name={i18n.t("Live auctions")}
          value={shown(live)}
          note={bids === undefined ? undefined : i18n.t("{bids, plural, one {# bid} other {# bids}} today", { bids })}
        />
        {seesMoney && (
          <Figure
            name={i18n.t("Money held")}
            value={held && <Ringgit amount={toRinggit(held.amount)} />}
            note={held && i18n.t("{deals, plural, one {# purchase} other {# purchases}}", { deals: held.deals })}
          />
        )}
      </dl>
      {error && !data ? (
        <ErrorState
          title={i18n.t("The figures did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      ) : (
        <section aria-labelledby="by-day" className="grid gap-4">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <h2 id="by-day" className="serif text-h4">
              {i18n.t("{what} per day", { what: names[name] ?? name })}
            </h2>
            <div className="flex flex-wrap gap-3">
              <SelectField label={i18n.t("Show")} value={name} onChange={({ target }) => setName(target.value)}>
                {Object.entries(names).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={i18n.t("Days")}
                value={String(days)}
                onChange={({ target }) => setDays(Number(target.value))}
              >
                {CHOICES.map((choice) => (
                  <option key={choice} value={choice}>
                    {i18n.t("{days, plural, one {# day} other {# days}}", { days: choice })}
                  </option>
                ))}
              </SelectField>
            </div>
          </div>
          {data ? <EventBars days={daysOf(data, name)} what={names[name] ?? name} /> : <Skeleton className="h-50" />}
        </section>
      )}
    </div>
  );
}

function daysOf({ since, events }: Days, name: string): { day: string; times: number }[] {
  const first = Date.parse(`${since}T00:00:00Z`);
  const counts = events.find((event) => event.name === name)?.days ?? [];
  return counts.map((times, at) => ({ day: new Date(first + at * 86_400_000).toISOString().slice(0, 10), times }));
}

const shown = (count: number | undefined) => (count === undefined ? undefined : formatCount(count));

function Ringgit({ amount }: { amount: number }) {
  const [whole, sen] = splitSen(toSen(amount));
  return (
    <span className="whitespace-nowrap">
      <span className="mr-[.22em] text-[.6em]">RM</span>
      {whole}
      <span className="text-[.62em]">.{sen}</span>
    </span>
  );
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div className="min-w-0 border-line px-3 py-3 even:border-l max-lg:odd:pl-0 max-lg:last:odd:col-span-2 max-lg:nth-[n+3]:border-t lg:px-6 lg:py-4 lg:first:pl-0 lg:not-first:border-l">
      <dt className="mb-2 text-small text-ink-2">{name}</dt>
      <dd className="num min-h-9 text-level font-medium leading-none max-md:min-h-7 max-md:text-[1.625rem]">
        {value ?? <Skeleton className="h-8 w-24" />}
      </dd>
      <dd className="mt-2 min-h-5 text-meta text-ink-3">{note}</dd>
    </div>
  );
}
