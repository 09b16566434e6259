import { useLingui } from "@lingui/react";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { ExportButton } from "../layout/export-button";
import type { PeopleFilters } from "../overview/api";

const ROLES = ["seller", "staff"];
const ACCOUNT_STATUSES = ["banned", "suspended", "verified"];

export function peopleFilters(params: URLSearchParams): PeopleFilters {
  const [role, accountStatus] = [params.get("role") ?? "", params.get("accountStatus") ?? ""];
  return {
    search: params.get("search")?.slice(0, 100) ?? "",
    role: ROLES.includes(role) ? role : "",
    accountStatus: ACCOUNT_STATUSES.includes(accountStatus) ? accountStatus : "",
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
        <ExportButton path="/api/admin/users/export.csv" name="wangi-users" filters={{ ...filters }} />
      </div>
    </div>
  );
}
