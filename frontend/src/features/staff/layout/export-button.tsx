import { useLingui } from "@lingui/react";
import { callApi } from "@/lib/calls/ask";
import { SaveTableButton } from "@/ui/save-table-button";

type Path =
  | "/api/admin/users/export.csv"
  | "/api/admin/orders/export.csv"
  | "/api/admin/products/export.csv"
  | "/api/admin/audit/export.csv";

interface Props {
  path: Path;
  name: string;
  filters?: Record<string, string>;
}

export function ExportButton({ path, name, filters = {} }: Props) {
  const { i18n } = useLingui();
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  const fetch = () => callApi<string>("GET", path, { query, parseAs: "text" });
  return <SaveTableButton name={name} label={i18n.t("Export (CSV)")} fetch={fetch} />;
}
