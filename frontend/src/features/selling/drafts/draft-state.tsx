import { useLingui } from "@lingui/react";
import { formatClock } from "@/lib/time/time";
import { Button } from "@/ui/button";
import type { Kept } from "./use-draft";

export function KeptLine({ kept, onRetry }: { kept: Kept; onRetry: () => void }) {
  const { i18n } = useLingui();
  if (kept.state === "failed") {
    return (
      <span className="flex items-center gap-2 text-meta text-rosella">
        {i18n.t("The draft was not saved.")}
        <Button tone="quiet" size="small" onClick={onRetry}>
          {i18n.t("Retry")}
        </Button>
      </span>
    );
  }
  const saved = kept.state === "saved" ? i18n.t("Draft saved {time}", { time: formatClock(kept.at) }) : "";
  return (
    <span role="status" className="text-meta text-ink-3">
      {kept.state === "saving" ? i18n.t("Saving the draft") : saved}
    </span>
  );
}
