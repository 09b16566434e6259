import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListingCard } from "@/shared/listings/card/listing-card";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";
import { newestQuery } from "../api";
import { recentListings } from "../home/newest-products";
import { chipsOf, type SearchTerms, writeTerms } from "../search/search-terms";
import { useChipWords } from "./chips";
import { SaveSearch } from "./save-search";

export function addressOf(terms: SearchTerms): string {
  const query = writeTerms(terms).toString();
  return query ? `${paths.products}?${query}` : paths.products;
}

export function NothingFound({ terms, didYouMean }: { terms: SearchTerms; didYouMean: string | null }) {
  const { i18n } = useLingui();
  const [saving, setSaving] = useState(false);
  const chips = chipsOf(terms);
  const words = useChipWords();
  const actions = (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button asChild>
        <Link to={paths.products}>{i18n.t("Reset Filters")}</Link>
      </Button>
      <Button tone="line" onClick={() => setSaving(true)}>
        {i18n.t("Save this search")}
      </Button>
    </div>
  );
  return (
    <>
      <EmptyState drawing="shelf" heading="h3" title={i18n.t("No products found")} action={actions}>
        <p>{i18n.t("Try adjusting your filters or search criteria")}</p>
        {didYouMean && <DidYouMean terms={terms} words={didYouMean} />}
        {chips.length > 0 && (chips.length > 1 || terms.search) && (
          <ul className="mt-2 grid">
            {chips.map((chip) => (
              <li key={chip.key}>
                <Link to={addressOf(chip.without)} className="link inline-flex min-h-9 items-center">
                  {i18n.t("Without “{filter}”", { filter: words(chip) })}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {saving && <SaveSearch terms={terms} onClose={() => setSaving(false)} />}
      </EmptyState>
      <Newest />
    </>
  );
}

function Newest() {
  const { i18n } = useLingui();
  const { data } = useQuery(newestQuery("listing"));
  const products = recentListings(data ?? []).slice(0, 3);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="mt-8">
      <h3 id="newest" className="mb-4 text-quote">
        {i18n.t("Recent Listings")}
      </h3>
      <div className="grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-5">
        {products.map((product) => (
          <ListingCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  );
}

export function DidYouMean({ terms, words }: { terms: SearchTerms; words: string }) {
  const { i18n } = useLingui();
  return (
    <p className="mt-2">
      {i18n.t("Did you mean")}{" "}
      <Link to={addressOf({ ...terms, search: words })} className="link font-semibold text-ink">
        {words}
      </Link>
      ?
    </p>
  );
}
