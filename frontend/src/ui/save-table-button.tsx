import { useLingui } from "@lingui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { saveFile } from "@/lib/page/save-file";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { showToast } from "@/ui/toast-store";

/** Excel needs the byte order mark for UTF-8. */
const MARK = "\uFEFF";

interface Props {
  name: string;
  label: string;
  fetch: () => Promise<string>;
  quiet?: boolean;
}

export function SaveTableButton({ name, label, fetch, quiet = false }: Props) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${name}.csv`, MARK + (await fetch()), "text/csv");
    } catch (error) {
      showToast({ ...failureMessage(i18n.t("The file could not be made"), error), tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <Button
      tone={quiet ? "quiet" : "line"}
      size={quiet ? "small" : "medium"}
      className="justify-self-start"
      busy={busy}
      onClick={() => void save()}
    >
      <Download {...smallIcon} />
      {label}
    </Button>
  );
}
