/** The catalogue in its first form: search, category and auctions, page by page. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { catalogueQuery, PAGE_SIZE, type Page, type Wanted, wantedOf } from "@/features/catalog/api";
import { Lot, LotSkeleton } from "@/features/catalog/lot";
import { messageFor } from "@/lib/messages";
import { paths } from "@/lib/paths";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Pager } from "@/ui/pager";
import { usePageTitle } from "../page-title";
import { SearchBox } from "../search-box";

const PLACES = Array.from({ length: PAGE_SIZE }, (_, place) => place);
const GRID = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4";

export function ProductsPage() {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const wanted = wantedOf(params);
  const { page } = wanted;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(catalogueQuery(wanted));
  const title = useHeading(wanted);
  usePageTitle(title);
  return (
    <div className="wrap pt-6 md:pt-8">
      <SearchBox className="mb-6 md:hidden" />
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-h1">{title}</h1>
        <p role="status" className="text-meta text-ink-3">
          {data && i18n.t("{total, plural, one {# bottle} other {# bottles}}", { total: data.total })}
        </p>
      </div>
      {isPending && (
        <div className={GRID}>
          {PLACES.map((place) => (
            <LotSkeleton key={place} />
          ))}
        </div>
      )}
      {error && (
        <ErrorState
          title={i18n.t("The shelf did not load")}
          text={`${i18n.t("Failed to load products. Please try again later.")} ${messageFor(error).text}`}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Shelf data={data} page={page} dimmed={isPlaceholderData} />}
    </div>
  );
}

function Shelf({ data, page, dimmed }: { data: Page; page: number; dimmed: boolean }) {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  if (data.products.length === 0) return <NothingFound />;
  const to = (wanted: number) =>
    `${paths.products}?${new URLSearchParams({ ...Object.fromEntries(params), page: String(wanted) })}`;
  return (
    <>
      <section aria-label={i18n.t("Perfumes")} className={cn(GRID, dimmed && "opacity-55")}>
        {data.products.map((product, place) => (
          <Lot key={product.id} product={product} heading="h2" eager={place < 4} />
        ))}
      </section>
      <div className="mt-12">
        <Pager page={page} pages={Math.ceil(data.total / PAGE_SIZE)} to={to} />
      </div>
    </>
  );
}

function NothingFound() {
  const { i18n } = useLingui();
  const reset = (
    <Button asChild tone="line">
      <Link to={paths.products}>{i18n.t("Reset Filters")}</Link>
    </Button>
  );
  return (
    <EmptyState drawing="shelf" title={i18n.t("No products found")} action={reset}>
      {i18n.t("Try adjusting your filters or search criteria")}
    </EmptyState>
  );
}

function useHeading({ search, category, type }: Wanted): string {
  const { i18n } = useLingui();
  const categories: Record<string, string> = {
    1: i18n.t("Designer"),
    2: i18n.t("Local"),
    3: i18n.t("Arabian House"),
    4: i18n.t("Niche"),
  };
  if (search) return i18n.t("Results for “{search}”", { search });
  if (category && categories[category]) return categories[category];
  return type === "auction" ? i18n.t("Auctions") : i18n.t("Explore Our Collection");
}
