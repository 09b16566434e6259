import { useLingui } from "@lingui/react";
import { oneOf } from "@/lib/one-of";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { ExportButton } from "../layout/export-button";
import { fetchPeopleTable, type PeopleFilters } from "../overview/api";

const ROLES = ["seller", "staff"] as const;
const ACCOUNT_STATUSES = ["banned", "suspended", "verified"] as const;

export function peopleFilters(params: URLSearchParams): PeopleFilters {
  return {
    search: params.get("search")?.slice(0, 100) ?? "",
    role: oneOf(ROLES, params.get("role")) ?? "",
    accountStatus: oneOf(ACCOUNT_STATUSES, params.get("accountStatus")) ?? "",
  };
}

interface Props {
  filters: PeopleFilters;
  onFilter: (change: Record<string, string>) => void;
}

export function PeopleFields({ filters, onFilter }: Props) {
  const { i18n } = useLingui();
  const { search, role, accountStatus } = filters;
  return (
    <div className="mb-3 grid gap-3 md:grid-cols-[minmax(0,18rem)_minmax(0,10rem)_minmax(0,11rem)_1fr]">
      <TextField
        label={i18n.t("Search")}
        type="search"
        maxLength={100}
        value={search}
        hint={i18n.t("Username, e-mail address, or hash: and the hash of an address")}
        onChange={({ target }) => onFilter({ search: target.value })}
      />
      <SelectField label={i18n.t("Show")} value={role} onChange={({ target }) => onFilter({ role: target.value })}>
        <option value="">{i18n.t("All users")}</option>
        <option value="seller">{i18n.t("Sellers")}</option>
        <option value="staff">{i18n.t("Staff")}</option>
      </SelectField>
      <SelectField
        label={i18n.t("Account status")}
        value={accountStatus}
        onChange={({ target }) => onFilter({ accountStatus: target.value })}
      >
        <option value="">{i18n.t("Any")}</option>
        <option value="banned">{i18n.t("Banned")}</option>
        <option value="suspended">{i18n.t("Suspended")}</option>
        <option value="verified">{i18n.t("Verified seller")}</option>
      </SelectField>
      <div className="md:mt-7 md:justify-self-end">
        <ExportButton name="wangi-users" fetch={() => fetchPeopleTable(filters)} />
      </div>
    </div>
  );
}
