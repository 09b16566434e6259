import { useLingui } from "@lingui/react";
import { useSearchParams } from "react-router-dom";
import { headingOf } from "@/features/catalog/names";
import { Filters } from "@/features/catalog/results/filters";
import { Results } from "@/features/catalog/results/results";
import { readTerms, type SearchTerms, writeTerms } from "@/features/catalog/search/search-terms";
import { usePageTitle } from "@/lib/page/page-title";
import { SearchBox } from "../search-box";

export function ProductsPage() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const terms = readTerms(params);
  const key = writeTerms(terms).toString();
  const change = (next: SearchTerms) => setParams(writeTerms(next), { preventScrollReset: true });
  usePageTitle(headingOf(terms));
  return (
    <div className="wrap pt-4 md:pt-8">
      <SearchBox className="mb-5 md:hidden" />
      <h1 className="mb-5 text-h1 md:mb-6">{i18n.t("Explore Our Collection")}</h1>
      <div className="lg:grid lg:grid-cols-[248px_minmax(0,1fr)] lg:gap-12">
        <aside aria-label={i18n.t("Filters")} className="max-lg:hidden">
          <Filters key={key} name="panel" terms={terms} onApply={change} className="border-t border-ink" />
        </aside>
        <Results terms={terms} onChange={change} />
      </div>
    </div>
  );
}
