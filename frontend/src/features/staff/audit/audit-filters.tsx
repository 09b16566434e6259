import { useLingui } from "@lingui/react";
import { oneOf } from "@/lib/one-of";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { serviceNames } from "../cases/case-words";
import type { AuditFilters as Filters } from "../overview/api";
import { actionNames } from "./action-names";

const SERVICES = ["auth", "catalog", "auction", "messaging", "boost", "admin"] as const;

const REQUEST = /^[A-Za-z0-9._-]{1,64}$/;
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

export function filtersOf(params: URLSearchParams): Filters {
  const param = (name: string) => params.get(name)?.trim() ?? "";
  const [by, subject, kind] = [param("by"), param("subject"), param("kind")];
  const [since, until] = [param("since"), param("until")];
  const source = oneOf(SERVICES, param("source"));
  return {
    ...(param("show") === "staff" && { byStaff: true }),
    ...(/^[1-9]\d{0,14}$/.test(by) && { byAdminId: Number(by) }),
    ...(source && { source }),
    ...(source && subject && { subject }),
    ...(kind in actionNames() && { kind }),
    ...(REQUEST.test(param("request")) && { requestId: param("request") }),
    ...(DAY.test(since) && { since }),
    ...(DAY.test(until) && { until }),
  };
}

interface Props {
  params: URLSearchParams;
  onChoose: (change: Record<string, string>) => void;
}

export function AuditFilters({ params, onChoose }: Props) {
  const { i18n } = useLingui();
  const param = (name: string) => params.get(name) ?? "";
  const filters = filtersOf(params);
  return (
    <div className="mb-3 grid grid-cols-2 gap-3 max-[359px]:grid-cols-1 lg:grid-cols-4">
      <SelectField
        label={i18n.t("Show")}
        value={param("show")}
        onChange={({ target }) => onChoose({ show: target.value })}
      >
        <option value="">{i18n.t("Everything")}</option>
        <option value="staff">{i18n.t("Acts of staff")}</option>
      </SelectField>
      <TextField
        label={i18n.t("By")}
        inputMode="numeric"
        maxLength={15}
        value={param("by")}
        hint={i18n.t("Number of a member of staff")}
        error={param("by") && !filters.byAdminId ? i18n.t("A number, please") : undefined}
        onChange={({ target }) => onChoose({ by: target.value })}
      />
      <SelectField
        label={i18n.t("Service")}
        value={param("source")}
        onChange={({ target }) => onChoose({ source: target.value })}
      >
        <option value="">{i18n.t("All services")}</option>
        {SERVICES.map((service) => (
          <option key={service} value={service}>
            {serviceNames()[service]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={i18n.t("About")}
        maxLength={100}
        value={param("subject")}
        hint={i18n.t("A number, with its service")}
        error={param("subject") && !filters.source ? i18n.t("Choose a service too") : undefined}
        onChange={({ target }) => onChoose({ subject: target.value })}
      />
      <SelectField
        label={i18n.t("Kind of act")}
        value={filters.kind ?? ""}
        onChange={({ target }) => onChoose({ kind: target.value })}
      >
        <option value="">{i18n.t("Any")}</option>
        {Object.entries(actionNames())
          .sort(([, name], [, other]) => name.localeCompare(other))
          .map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
      </SelectField>
      <TextField
        label={i18n.t("Request")}
        maxLength={64}
        value={param("request")}
        hint={i18n.t("As an entry or a log line shows it")}
        onChange={({ target }) => onChoose({ request: target.value })}
      />
      <TextField
        label={i18n.t("From")}
        type="date"
        min="2000-01-01"
        value={param("since")}
        onChange={({ target }) => onChoose({ since: target.value })}
      />
      <TextField
        label={i18n.t("To")}
        type="date"
        min="2000-01-01"
        value={param("until")}
        hint={i18n.t("The whole day, in Malaysia")}
        onChange={({ target }) => onChoose({ until: target.value })}
      />
    </div>
  );
}
