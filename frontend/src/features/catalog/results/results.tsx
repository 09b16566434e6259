import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { ListingCard } from "@/shared/listings/card/listing-card";
import { ListingCardSkeletons } from "@/shared/listings/card/listing-card-skeleton";
import { PromotedNote } from "@/shared/listings/card/promoted-note";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { ErrorState } from "@/ui/error-state";
import { Notice } from "@/ui/notice";
import { Select } from "@/ui/select";
import { catalogueQuery, PAGE_SIZE, type Page } from "../api";
import { headingOf, sortName } from "../names";
import { chipsOf, type SearchTerms, SORTS, type Sort } from "../search/search-terms";
import { Chips } from "./chips";
import { FilterSheet } from "./filter-sheet";
import { DidYouMean, NothingFound } from "./nothing-found";
import { SaveSearch } from "./save-search";

const GRID = "grid grid-cols-2 gap-x-3 gap-y-7 md:gap-x-6 md:gap-y-10 lg:grid-cols-3";

export function Results({ terms, onChange }: { terms: SearchTerms; onChange: (terms: SearchTerms) => void }) {
  const { i18n } = useLingui();
  const pages = usePagesInHistory();
  const [startPages] = useState(pages.shown);
  const query = useInfiniteQuery(catalogueQuery(terms, startPages));
  const { error, isPlaceholderData, refetch } = query;
  const data = useDeferredValue(query.data);
  const isPending = !data && !error;
  const first = data?.pages[0];
  const products = uniqueProducts(data?.pages ?? []);
  const loadMore = async () => {
    await query.fetchNextPage();
    pages.remember(Math.ceil(products.length / PAGE_SIZE) + 1);
  };
  return (
    <section aria-labelledby="results" aria-busy={isPending || isPlaceholderData} className="min-w-0">
      <Bar
        terms={terms}
        corrected={correctedTerms(terms, first)}
        onChange={onChange}
        total={first?.total}
        waiting={isPending}
      />
      <Chips terms={terms} onChange={onChange} />
      {first && <Corrected page={first} terms={terms} />}
      {isPending && <ListingCardSkeletons count={9} className={GRID} />}
      {error && !data && (
        <ErrorState
          heading="h3"
          title={i18n.t("The bottles did not load")}
          text={`${i18n.t("Failed to load products. Please try again later.")} ${messageFor(error).text}`}
          onRetry={() => void refetch()}
        />
      )}
      {first && products.length === 0 && !isPlaceholderData && (
        <NothingFound terms={terms} didYouMean={first.didYouMean} />
      )}
      <div className={cn(GRID, "transition-opacity", isPlaceholderData && "opacity-55")}>
        {products.map((product, place) => (
          <ListingCard key={product.id} product={product} heading="h3" eager={place < 3} />
        ))}
      </div>
      {products.some(({ isFeatured }) => isFeatured) && <PromotedNote className="mt-8" />}
      {query.hasNextPage && (
        <div className="mt-12 grid justify-items-center gap-3">
          <p className="text-meta text-ink-3">
            {i18n.t("{shown} of {total} bottles", { shown: products.length, total: first?.total ?? products.length })}
          </p>
          {query.isFetchNextPageError && <p className="text-small text-rosella">{messageFor(query.error).text}</p>}
          <Button tone="line" busy={query.isFetchingNextPage} onClick={() => void loadMore()}>
            {i18n.t("Load more")}
          </Button>
        </div>
      )}
    </section>
  );
}

function uniqueProducts(pages: Page[]) {
  const all = pages.flatMap(({ products }) => products);
  return [...new Map(all.map((product) => [product.id, product])).values()];
}

/** Kept in the history entry, so that Back restores the scroll position. */
function usePagesInHistory() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const shown = Math.max(1, Number((state as { pages?: number } | null)?.pages) || 1);
  return {
    shown,
    remember: (pages: number) => navigate({ search }, { replace: true, state: { pages }, preventScrollReset: true }),
  };
}

const correctedTerms = (terms: SearchTerms, page?: Page): SearchTerms =>
  page?.corrected && page.didYouMean ? { ...terms, search: page.didYouMean } : terms;

interface BarProps {
  terms: SearchTerms;
  /** A saved search with the typing error would never match again. */
  corrected: SearchTerms;
  total: number | undefined;
  waiting: boolean;
  onChange: (terms: SearchTerms) => void;
}

function Bar({ terms, corrected, total, waiting, onChange }: BarProps) {
  const { i18n } = useLingui();
  const [saving, setSaving] = useState(false);
  return (
    <div className="mb-4 border-t border-ink pt-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3.5">
          <h2 id="results" className="break-words text-h3">
            {headingOf(terms)}
          </h2>
          <p role="status" className="text-meta text-ink-3">
            {waiting && i18n.t("Loading bottles")}
            {total !== undefined && i18n.t("{total, plural, one {# bottle} other {# bottles}}", { total })}
          </p>
        </div>
        {(terms.search || chipsOf(terms).length > 0) && (
          <Button tone="quiet" size="small" className="-mr-3 md:mr-0" onClick={() => setSaving(true)}>
            {i18n.t("Save this search")}
          </Button>
        )}
        <div className="grid grid-cols-2 gap-2 max-md:w-full md:w-50 md:grid-cols-1">
          <div className="lg:hidden">
            <FilterSheet terms={terms} onApply={onChange} />
          </div>
          <span className="block">
            <Select
              aria-label={i18n.t("Sort")}
              value={terms.sort ?? "featured"}
              onChange={({ target }) => onChange({ ...terms, sort: target.value as Sort })}
            >
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {sortName(sort)}
                </option>
              ))}
            </Select>
          </span>
        </div>
      </div>
      {saving && <SaveSearch terms={corrected} onClose={() => setSaving(false)} />}
    </div>
  );
}

function Corrected({ page, terms }: { page: Page; terms: SearchTerms }) {
  const { i18n } = useLingui();
  const { didYouMean, corrected, products } = page;
  if (!didYouMean || products.length === 0) return null;
  if (!corrected) return <DidYouMean terms={terms} words={didYouMean} />;
  return (
    <Notice
      className="mb-5"
      role="status"
      title={i18n.t("These are the results for “{words}”.", { words: didYouMean })}
    >
      {i18n.t("Nothing matched “{search}” exactly.", { search: terms.search ?? "" })}
    </Notice>
  );
}
