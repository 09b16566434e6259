import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatRinggit, formatShort, splitSen, toSen } from "@/lib/money";
import { serverNow } from "@/lib/time/now";
import { statusOf } from "@/shared/listings/listing";
import { Skeleton } from "@/ui/skeleton";
import { type Figures as Facts, figuresQuery, type Listing } from "../api";
import { priceRange } from "../products/order";

export function Figures({ listings }: { listings: Listing[] | undefined }) {
  const { i18n } = useLingui();
  const { data, isPending } = useQuery(figuresQuery);
  const facts = data ?? (listings && fromListings(listings, serverNow()));
  const range = listings && priceRange(listings, serverNow());
  const active = (facts?.byStatus.active ?? 0) + (facts?.byStatus.featured ?? 0);
  const waiting = isPending || !facts;
  return (
    <dl className="mb-7 grid grid-cols-2 border-t border-b border-t-ink border-b-line lg:grid-cols-4">
      <Figure
        name={i18n.t("Total Products")}
        waiting={waiting}
        below={i18n.t("{active} active, {pending} pending", { active, pending: facts?.byStatus.pending ?? 0 })}
      >
        {facts?.totalProducts}
      </Figure>
      <Figure
        name={i18n.t("Total Inventory")}
        waiting={waiting}
        below={i18n.t("{low} at 5 or fewer", { low: facts?.stock.low ?? 0 })}
      >
        {facts?.totalInventory} <small className="text-field tracking-normal text-ink-2">{i18n.t("units")}</small>
      </Figure>
      <Figure
        name={i18n.t("Average Price")}
        waiting={waiting}
        below={
          range
            ? i18n.t("from {least} to {most}", { least: formatShort(range[0]), most: formatShort(range[1]) })
            : listings && i18n.t("Nothing for sale")
        }
      >
        {facts?.averagePrice == null ? "–" : <Money ringgit={facts.averagePrice} />}
      </Figure>
      <Figure
        name={i18n.t("Views in 30 days")}
        waiting={isPending}
        below={data ? i18n.t("{count, plural, one {# favorite} other {# favorites}}", { count: data.favourites }) : ""}
      >
        {data ? data.views30.toLocaleString("en-MY") : i18n.t("not known")}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  waiting,
  below,
  children,
}: {
  name: string;
  waiting: boolean;
  below: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0 px-3 py-3 not-first:border-l not-first:border-line nth-3:max-lg:border-l-0 nth-[n+3]:max-lg:border-t max-lg:odd:pl-0 lg:px-6 lg:py-4 lg:first:pl-0">
      <dt className="mb-2 text-small text-ink-2">{name}</dt>
      <dd className="min-h-9 text-level font-medium leading-none tracking-[-0.025em] [font-stretch:92%] max-md:min-h-7 max-md:text-[1.625rem]">
        {waiting ? <Skeleton className="h-8 w-24" /> : children}
      </dd>
      <dd className="mt-2 min-h-5 text-meta text-ink-3">{!waiting && below}</dd>
    </div>
  );
}

function Money({ ringgit }: { ringgit: number }) {
  const [whole, sen] = splitSen(toSen(ringgit));
  return (
    <span role="img" aria-label={formatRinggit(ringgit)} className="whitespace-nowrap">
      <span className="mr-[.22em] text-[.5em] font-medium tracking-normal">RM</span>
      {whole}
      <span className="text-[.62em] tracking-normal">.{sen}</span>
    </span>
  );
}

function fromListings(listings: Listing[], now: number): Facts {
  const shown = listings.filter(({ status }) => status !== "removed");
  const count = (status: string) => shown.filter((listing) => statusOf(listing, now) === status).length;
  const stocks = shown.map(({ stockQuantity }) => stockQuantity);
  const total = shown.reduce((sum, { price }) => sum + toSen(price), 0);
  return {
    totalProducts: shown.length,
    totalInventory: stocks.reduce((sum, stock) => sum + stock, 0),
    averagePrice: shown.length > 0 ? Math.round(total / shown.length) / 100 : null,
    views30: 0,
    favourites: 0,
    stock: { low: stocks.filter((stock) => stock > 0 && stock <= 5).length, medium: 0, good: 0, out: 0 },
    byStatus: { active: count("active"), featured: count("featured"), pending: count("pending") },
    topRated: [],
  };
}
