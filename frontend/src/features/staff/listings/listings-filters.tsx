import { useLingui } from "@lingui/react";
import { oneOf } from "@/lib/one-of";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { listingStates } from "../cases/case-words";
import { ExportButton } from "../layout/export-button";
import { fetchListingsTable, type ListingFilters } from "../overview/api";

const STATES = ["active", "pending", "sold", "archived", "removed", "reported"] as const;

export function listingFilters(params: URLSearchParams): ListingFilters {
  return {
    search: params.get("search")?.slice(0, 100) ?? "",
    status: oneOf(STATES, params.get("status")) ?? "",
    seller: params.get("seller")?.slice(0, 40) ?? "",
  };
}

interface Props {
  filters: ListingFilters;
  onFilter: (change: Record<string, string>) => void;
}

export function ListingsFilters({ filters, onFilter }: Props) {
  const { i18n } = useLingui();
  const { search, status, seller } = filters;
  return (
    <div className="mb-3 grid gap-3 md:grid-cols-[minmax(0,18rem)_minmax(0,11rem)_minmax(0,12rem)_1fr]">
      <TextField
        label={i18n.t("Search")}
        type="search"
        maxLength={100}
        value={search}
        hint={i18n.t("Words of the listing or its number")}
        onChange={({ target }) => onFilter({ search: target.value })}
      />
      <SelectField
        label={i18n.t("Status")}
        value={status}
        onChange={({ target }) => onFilter({ status: target.value })}
      >
        <option value="">{i18n.t("Everything")}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {listingStates()[state]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={i18n.t("Seller")}
        type="search"
        maxLength={40}
        value={seller}
        hint={i18n.t("Whole username or number")}
        onChange={({ target }) => onFilter({ seller: target.value })}
      />
      <div className="md:mt-7 md:justify-self-end">
        <ExportButton name="wangi-listings" fetch={() => fetchListingsTable(filters)} />
      </div>
    </div>
  );
}
