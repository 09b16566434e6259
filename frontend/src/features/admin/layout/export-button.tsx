/** Takes a list of staff as a file, with the filters of its page; each time is recorded. */
import { useLingui } from "@lingui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { ask } from "@/lib/calls/ask";
import { failedAs } from "@/lib/calls/commands";
import { saveFile } from "@/lib/page/save-file";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { showToast } from "@/ui/toast-store";

/** Of UTF-8, for spreadsheets: reading the answer as text takes it off. */
const MARK = "\uFEFF";

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
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
      const lines = await ask<string>("GET", path, { query, parseAs: "text" });
      saveFile(`${name}.csv`, MARK + lines, "text/csv");
    } catch (error) {
      showToast({ ...failedAs(i18n.t("The file could not be made"), error), tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <Button tone="line" busy={busy} onClick={() => void save()}>
      <Download {...smallIcon} />
      {i18n.t("Export (CSV)")}
    </Button>
  );
}
