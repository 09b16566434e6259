import { useLingui } from "@lingui/react";
import { X } from "lucide-react";
import { categoryName } from "@/shared/listings/categories";
import { conditionName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { kindName } from "../names";
import { type Chip, chipsOf, type SearchTerms } from "../search/search-terms";

export function Chips({ terms, onChange }: { terms: SearchTerms; onChange: (terms: SearchTerms) => void }) {
  const { i18n } = useLingui();
  const chips = chipsOf(terms);
  const words = useChipWords();
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label={i18n.t("Active filters")}
      className="mb-5 flex items-center gap-2 max-md:-mx-(--gutter) max-md:overflow-x-auto max-md:px-(--gutter) max-md:[scrollbar-width:none] md:flex-wrap"
    >
      {chips.map((chip) => (
        <li key={chip.key} className="flex-none">
          <button
            type="button"
            onClick={() => onChange(chip.without)}
            className="reach inline-flex min-h-9 items-center gap-2 whitespace-nowrap rounded-1 border border-edge px-3 text-small hover:border-ink hover:bg-wash"
          >
            <span className="sr-only">{i18n.t("Remove filter")}: </span>
            {words(chip)}
            <X {...smallIcon} />
          </button>
        </li>
      ))}
      <li className="flex-none">
        <Link to={paths.products} className="link inline-flex min-h-11 items-center px-1 text-small font-medium">
          {i18n.t("Clear filters")}
        </Link>
      </li>
    </ul>
  );
}

export function useChipWords(): (chip: Chip) => string {
  const { i18n } = useLingui();
  return ({ name, value = "" }) => {
    const labels: Partial<Record<keyof SearchTerms, string>> = {
      category: categoryName(Number(value)) ?? value,
      type: kindName(value),
      minPrice: i18n.t("From RM {price}", { price: value }),
      maxPrice: i18n.t("Up to RM {price}", { price: value }),
      minVolume: i18n.t("From {volume} ml", { volume: value }),
      maxVolume: i18n.t("Up to {volume} ml", { volume: value }),
      minFill: i18n.t("From {percent}% full", { percent: value }),
      maxFill: i18n.t("Up to {percent}% full", { percent: value }),
      minYear: i18n.t("From {year}", { year: value }),
      maxYear: i18n.t("Up to {year}", { year: value }),
      verified: i18n.t("Verified sellers only"),
      condition: i18n.t("Box: {condition}", { condition: conditionName(value) }),
    };
    return labels[name] ?? value;
  };
}
