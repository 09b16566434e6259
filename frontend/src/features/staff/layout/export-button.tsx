import { useLingui } from "@lingui/react";
import { SaveTableButton } from "@/ui/save-table-button";

export function ExportButton({ name, fetch }: { name: string; fetch: () => Promise<string> }) {
  const { i18n } = useLingui();
  return <SaveTableButton name={name} label={i18n.t("Export (CSV)")} fetch={fetch} />;
}
