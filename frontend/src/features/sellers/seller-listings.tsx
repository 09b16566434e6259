import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import {
  LISTING_SORTS,
  type ListingSort,
  type ListingsChoice,
  listingsQuery,
  TABS,
  type Tab,
} from "@/features/sellers/listings-api";
import { SellerReviews } from "@/features/sellers/reviews";
import { ListingCard } from "@/shared/listings/card/listing-card";
import { ListingCardSkeletons } from "@/shared/listings/card/listing-card-skeleton";
import { paths } from "@/shared/navigation/paths";
import { Count } from "@/ui/badge";
import { cn } from "@/ui/class-names";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Pager } from "@/ui/pager";
import { Select } from "@/ui/select";
import { TabPanel, Tabs } from "@/ui/tabs";

const GRID = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4";

export const ListingSkeletons = () => <ListingCardSkeletons count={6} className={GRID} />;

interface Props {
  sellerId: number;
  counts: Partial<Record<Tab, number>>;
}

export function SellerListings({ sellerId, counts }: Props) {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const { tab, sort, page } = readPlace(params);
  const section = useRef<HTMLElement>(null);
  useScrollOnPage(section, page);
  const change = (next: { tab?: Tab; sort?: ListingSort }) =>
    setParams(writePlace({ tab, sort, ...next, page: 1 }), { replace: true, preventScrollReset: true });
  const names: Record<Tab, string> = {
    featured: i18n.t("Featured"),
    active: i18n.t("Active"),
    sold: i18n.t("Sold"),
    reviews: i18n.t("Reviews"),
  };
  return (
    <section ref={section} aria-labelledby="listings" className="wrap scroll-mt-18">
      <h2 id="listings" className="sr-only">
        {i18n.t("Listings")}
      </h2>
      <Tabs
        label={i18n.t("Listings")}
        value={tab}
        onChange={(next) => change({ tab: next as Tab })}
        aside={
          tab !== "reviews" && <Order sort={sort} onChange={(next) => change({ sort: next })} hide="max-md:hidden" />
        }
        tabs={TABS.map((value) => ({
          value,
          label: (
            <>
              {names[value]}
              {counts[value] !== undefined && <Count>{counts[value]}</Count>}
            </>
          ),
        }))}
      >
        {TABS.map((value) => (
          <TabPanel key={value} value={value} className="pt-6">
            {tab !== "reviews" && (
              <Order sort={sort} onChange={(next) => change({ sort: next })} hide="mb-5 md:hidden" />
            )}
            {value === tab && tab !== "reviews" && <Page sellerId={sellerId} choice={{ tab, sort, page }} />}
            {value === tab && tab === "reviews" && <SellerReviews sellerId={sellerId} />}
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

interface Place {
  tab: Tab;
  sort: ListingSort;
  page: number;
}

function readPlace(params: URLSearchParams): Place {
  const tab = TABS.find((tab) => tab === params.get("tab")) ?? "active";
  const sort = LISTING_SORTS.find((sort) => sort === params.get("sort")) ?? "popular";
  return { tab, sort, page: Math.max(1, Math.floor(Number(params.get("page")) || 1)) };
}

function writePlace({ tab, sort, page }: Place): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== "active") params.set("tab", tab);
  if (sort !== "popular") params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return params;
}

function useScrollOnPage(section: React.RefObject<HTMLElement | null>, page: number): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    section.current?.scrollIntoView?.();
  }, [page, section]);
}

function Order({ sort, onChange, hide }: { sort: ListingSort; onChange: (sort: ListingSort) => void; hide: string }) {
  const { i18n } = useLingui();
  const names: Record<ListingSort, string> = {
    popular: i18n.t("Most popular"),
    rating: i18n.t("Best rated"),
    "price-low": i18n.t("Price low to high"),
    "price-high": i18n.t("Price high to low"),
    newest: i18n.t("Newest First"),
  };
  return (
    <span className={cn("block w-50 max-md:w-full", hide)}>
      <Select aria-label={i18n.t("Sort")} value={sort} onChange={({ target }) => onChange(target.value as ListingSort)}>
        {LISTING_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {names[sort]}
          </option>
        ))}
      </Select>
    </span>
  );
}

function Page({ sellerId, choice }: { sellerId: number; choice: ListingsChoice }) {
  const { i18n } = useLingui();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(listingsQuery(sellerId, choice));
  if (isPending) return <ListingSkeletons />;
  if (error) {
    return (
      <ErrorState
        heading="h3"
        title={i18n.t("The bottles did not load")}
        text={i18n.t("Failed to load products. Please try again later.")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.products.length === 0) return <NothingHere tab={choice.tab} />;
  const query = (page: number) => writePlace({ ...choice, page }).toString();
  const to = (page: number) => `${paths.seller(sellerId)}${query(page) && `?${query(page)}`}`;
  return (
    <>
      <div className={cn(GRID, "transition-opacity", isPlaceholderData && "opacity-55")}>
        {data.products.map((product) => (
          <ListingCard key={product.id} product={product} heading="h3" />
        ))}
      </div>
      <div className="mt-12">
        <Pager page={choice.page} pages={data.pagination.totalPages} to={to} keepScroll />
      </div>
    </>
  );
}

function NothingHere({ tab }: { tab: ListingsChoice["tab"] }) {
  const { i18n } = useLingui();
  const words = {
    featured: [i18n.t("Nothing promoted right now"), i18n.t("What this seller promotes appears here.")],
    active: [i18n.t("Nothing for sale yet"), i18n.t("What this seller lists appears here.")],
    sold: [i18n.t("Nothing sold yet"), i18n.t("Bottles that found a home appear here.")],
  }[tab];
  return (
    <EmptyState drawing="shelf" heading="h3" title={words[0] ?? ""} className="pt-2">
      {words[1]}
    </EmptyState>
  );
}
