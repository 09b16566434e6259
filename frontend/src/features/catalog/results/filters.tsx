import { useLingui } from "@lingui/react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { cn } from "@/ui/class-names";
import { catalogueQuery, facetsQuery } from "../api";
import { chipsOf, type SearchTerms, withoutFilters } from "../search/search-terms";
import { CategoryGroup, KindGroup, LevelGroup } from "./choice-groups";
import { ListGroup } from "./list-group";
import { PriceGroup } from "./price-group";
import { BetweenGroup, Group } from "./range-group";

interface Props {
  terms: SearchTerms;
  onApply: (terms: SearchTerms) => void;
  name: string;
  className?: string;
  footClassName?: string;
}

export function Filters({ terms, onApply, name, className, footClassName }: Props) {
  const { i18n } = useLingui();
  const [draft, setDraft] = useState(terms);
  const corrected = useCorrection(terms);
  const { data: facets } = useQuery(facetsQuery(corrected(terms)));
  const change = (part: Partial<SearchTerms>) => setDraft((current) => ({ ...current, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  const { data: counted } = useQuery({ ...facetsQuery(corrected(draft)), placeholderData: keepPreviousData });
  const touched = JSON.stringify(draft) !== JSON.stringify(terms) || chipsOf(terms).length > 0;
  const years = new Date().getFullYear();
  return (
    <form onSubmit={submit} className={className}>
      <div className="flex min-h-12 items-center justify-between border-b border-line">
        <h2 className="font-sans text-body font-semibold tracking-normal">{i18n.t("Filters")}</h2>
        <Button tone="quiet" size="small" className="-mr-3" onClick={() => onApply(withoutFilters(terms))}>
          {i18n.t("Reset")}
        </Button>
      </div>
      <CategoryGroup name={name} draft={draft} facets={facets} onChange={change} />
      <KindGroup name={name} draft={draft} facets={facets} onChange={change} />
      <PriceGroup draft={draft} onChange={change} />
      <ListGroup list="brand" title={i18n.t("Brand")} draft={draft} choices={facets?.brands} onChange={change} />
      <LevelGroup name={name} draft={draft} onChange={change} />
      <BetweenGroup
        title={i18n.t("Volume")}
        labels={[i18n.t("Smallest volume"), i18n.t("Largest volume")]}
        names={["minVolume", "maxVolume"]}
        unit="ml"
        most={1000}
        draft={draft}
        onChange={change}
      />
      <ListGroup
        list="condition"
        title={i18n.t("Box condition")}
        draft={draft}
        choices={facets?.conditions}
        onChange={change}
      />
      <BetweenGroup
        title={i18n.t("Purchase year")}
        labels={[i18n.t("Earliest year"), i18n.t("Latest year")]}
        names={["minYear", "maxYear"]}
        most={years}
        draft={draft}
        onChange={change}
      />
      <ListGroup list="state" title={i18n.t("State")} draft={draft} choices={facets?.states} onChange={change} />
      <Group title={i18n.t("Seller")}>
        <Checkbox
          checked={draft.verified ?? false}
          onChange={({ target }) => change({ verified: target.checked || undefined })}
        >
          {i18n.t("Verified sellers only")}
        </Checkbox>
      </Group>
      <div className={footClassName ?? cn("bg-paper py-4", touched && "sticky bottom-0 border-t border-line")}>
        <p className="mb-2 text-small text-ink-2 empty:hidden">
          {touched && counted && i18n.t("{total, plural, one {# bottle} other {# bottles}}", { total: counted.total })}
        </p>
        <Button type="submit" wide>
          {i18n.t("Apply Filters")}
        </Button>
      </div>
    </form>
  );
}

function useCorrection(terms: SearchTerms): (uncorrected: SearchTerms) => SearchTerms {
  const { data } = useInfiniteQuery({ ...catalogueQuery(terms), enabled: false });
  const first = data?.pages[0];
  const words = first?.corrected ? first.didYouMean : null;
  return (uncorrected) => (words ? { ...uncorrected, search: words } : uncorrected);
}
