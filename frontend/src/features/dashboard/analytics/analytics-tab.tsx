import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { coverPictureOf } from "@/lib/pictures";
import { paths } from "@/shared/navigation/paths";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Skeleton } from "@/ui/skeleton";
import { figuresQuery, type Listing, type Stats, statsQuery } from "../api";
import { bandOf, linkTo } from "../products/order";
import { DaysChart } from "./days-chart";

const DAYS = 30;
const MAX_VIEWED = 6;

export function AnalyticsTab({ listings }: { listings: Listing[] }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(statsQuery(DAYS));
  return (
    <section className="pt-7">
      <h2 className="sr-only">{i18n.t("Analytics")}</h2>
      <div className="grid gap-8 lg:grid-cols-[8fr_4fr] lg:gap-12">
        {data && <DaysChart days={data.days} />}
        {data && <MostViewed products={data.products} />}
        {!data && !error && (
          <div role="status" className="lg:col-span-2">
            <span className="sr-only">{i18n.t("Loading")}</span>
            <Skeleton className="h-72" />
          </div>
        )}
        {error && (
          <ErrorState
            heading="h3"
            className="lg:col-span-2"
            title={i18n.t("The figures did not load")}
            text={messageFor(error).text}
            onRetry={() => void refetch()}
          />
        )}
        <TopRated listings={listings} />
        <Inventory listings={listings} />
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4 border-t border-line pt-4">
      <h3 className="text-lot">{title}</h3>
      {children}
    </section>
  );
}

function MostViewed({ products }: { products: Stats["products"] }) {
  const { i18n } = useLingui();
  const shown = products.filter(({ views }) => views > 0).slice(0, MAX_VIEWED);
  const most = Math.max(1, ...shown.map(({ views }) => views));
  return (
    <Part title={i18n.t("Most viewed")}>
      {shown.length === 0 && <p className="text-small text-ink-3">{i18n.t("No views in these days.")}</p>}
      <ol className="grid gap-2 text-small">
        {shown.map(({ id, name, views }, place) => (
          <li key={id}>
            <Link to={paths.product(id)} className="inline-flex min-h-6 items-center no-underline hover:underline">
              {name}
            </Link>
            <span className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={place === 0 ? "h-4 bg-ink" : "h-4 bg-wash-2"}
                style={{ width: `${(views / most) * 75}%` }}
              />
              {views}
              <span className="sr-only">{i18n.t("views")}</span>
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function TopRated({ listings }: { listings: Listing[] }) {
  const { i18n } = useLingui();
  const { data } = useQuery(figuresQuery);
  const rated = listings.filter(({ averageRating }) => averageRating !== null);
  const best = [...rated].sort((a, b) => (b.averageRating ?? 0) - (a.averageRating ?? 0) || b.reviews - a.reviews);
  const shown = (data?.topRated.length ? data.topRated : best).slice(0, 3);
  return (
    <Part title={i18n.t("Top rated")}>
      {shown.length === 0 && <p className="text-small text-ink-3">{i18n.t("No reviews yet.")}</p>}
      <ol>
        {shown.map((listing) => (
          <li key={listing.id} className="flex items-center gap-3 border-b border-line py-2.5">
            <Photo picture={coverPictureOf(listing)} sizes="40px" alt="" className="w-10 flex-none" />
            <div className="min-w-0 flex-1">
              <Link to={linkTo(listing)} className="serif text-price no-underline hover:underline">
                {listing.name}
              </Link>
              <p className="text-meta text-ink-3">{listing.brand}</p>
            </div>
            <span className="text-small font-semibold">
              <span className="sr-only">{i18n.t("Rating")} </span>
              {(listing.averageRating ?? 0).toFixed(1)}{" "}
              <span className="font-normal text-ink-3">({listing.reviews})</span>
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Inventory({ listings }: { listings: Listing[] }) {
  const { i18n } = useLingui();
  const bands = listings
    .filter(({ status }) => !["removed", "archived", "sold"].includes(status))
    .map(({ stockQuantity }) => bandOf(stockQuantity));
  const count = (band: string) => bands.filter((listingBand) => listingBand === band).length;
  const rows = [
    [i18n.t("Low, 5 or fewer"), count("low")],
    [i18n.t("Medium, 6 to 20"), count("medium")],
    [i18n.t("Good, above 20"), count("good")],
    [i18n.t("Out of stock"), count("out")],
  ] as const;
  return (
    <Part title={i18n.t("Inventory status")}>
      <dl className="text-small">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between border-b border-line py-2.5">
            <dt>{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-meta text-ink-3">{i18n.t("Pre-owned bottles are usually one of a kind, so low is normal.")}</p>
    </Part>
  );
}
