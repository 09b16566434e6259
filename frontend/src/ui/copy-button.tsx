import { useLingui } from "@lingui/react";
import { Copy } from "lucide-react";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { showToast } from "@/ui/toast-store";

export function CopyButton({ text, what }: { text: string; what: string }) {
  const { i18n } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: i18n.t("Copied"), tone: "good" });
    } catch {
      // Browsers offer no clipboard without https.
      showToast({ title: i18n.t("Please select the text and copy it"), tone: "warn" });
    }
  };
  return (
    <Button tone="line" size="small" onClick={() => void copy()}>
      <Copy {...smallIcon} />
      {what}
    </Button>
  );
}
