import { useLingui } from "@lingui/react";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { serviceNames } from "../cases/case-words";
import { actNames } from "./action-names";

const SERVICES = ["auth", "catalog", "auction", "messaging", "boost", "admin"];

const REQUEST = /^[A-Za-z0-9._-]{1,64}$/;
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

export function filtersOf(params: URLSearchParams): Record<string, string> {
  const of = (name: string) => params.get(name)?.trim() ?? "";
  const [by, source, subject, kind] = [of("by"), of("source"), of("subject"), of("kind")];
  const [since, until] = [of("since"), of("until")];
  const isOfService = SERVICES.includes(source);
  return {
    ...(of("show") === "staff" && { byStaff: "true" }),
    ...(/^[1-9]\d{0,14}$/.test(by) && { byAdminId: by }),
    ...(isOfService && { source }),
    ...(isOfService && subject && { subject }),
    ...(kind in actNames() && { kind }),
    ...(REQUEST.test(of("request")) && { requestId: of("request") }),
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
  const of = (name: string) => params.get(name) ?? "";
  const asked = filtersOf(params);
  return (
    <div className="mb-3 grid grid-cols-2 gap-3 max-[359px]:grid-cols-1 lg:grid-cols-4">
      <SelectField
        label={i18n.t("Show")}
        value={of("show")}
        onChange={({ target }) => onChoose({ show: target.value })}
      >
        <option value="">{i18n.t("Everything")}</option>
        <option value="staff">{i18n.t("Acts of staff")}</option>
      </SelectField>
      <TextField
        label={i18n.t("By")}
        inputMode="numeric"
        maxLength={15}
        value={of("by")}
        hint={i18n.t("Number of a member of staff")}
        error={of("by") && !asked.byAdminId ? i18n.t("A number, please") : undefined}
        onChange={({ target }) => onChoose({ by: target.value })}
      />
      <SelectField
        label={i18n.t("Service")}
        value={of("source")}
        onChange={({ target }) => onChoose({ source: target.value })}
      >
        <option value="">{i18n.t("All services")}</option>
        {SERVICES.map((one) => (
          <option key={one} value={one}>
            {serviceNames()[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={i18n.t("About")}
        maxLength={100}
        value={of("subject")}
        hint={i18n.t("A number, with its service")}
        error={of("subject") && !asked.source ? i18n.t("Choose a service too") : undefined}
        onChange={({ target }) => onChoose({ subject: target.value })}
      />
      <SelectField
        label={i18n.t("Kind of act")}
        value={asked.kind ?? ""}
        onChange={({ target }) => onChoose({ kind: target.value })}
      >
        <option value="">{i18n.t("Any")}</option>
        {Object.entries(actNames())
          .sort(([, one], [, other]) => one.localeCompare(other))
          .map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
      </SelectField>
      <TextField
        label={i18n.t("Request")}
        maxLength={64}
        value={of("request")}
        hint={i18n.t("As an entry or a log line shows it")}
        onChange={({ target }) => onChoose({ request: target.value })}
      />
      <TextField
        label={i18n.t("From")}
        type="date"
        min="2000-01-01"
        value={of("since")}
        onChange={({ target }) => onChoose({ since: target.value })}
      />
      <TextField
        label={i18n.t("To")}
        type="date"
        min="2000-01-01"
        value={of("until")}
        hint={i18n.t("The whole day, in Malaysia")}
        onChange={({ target }) => onChoose({ until: target.value })}
      />
    </div>
  );
}
