import { useLingui } from "@lingui/react";
import { Check, Minus } from "lucide-react";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import { Tooltip } from "@/ui/tooltip";

export function ReserveLine({ met }: { met: boolean | null }) {
  const { i18n } = useLingui();
  const Icon = met ? Check : Minus;
  return (
    <div className="mt-2 min-h-6 text-meta font-medium">
      {met !== null && (
        <Tooltip side="bottom" text={i18n.t("When an auction ends below the reserve price, the seller is notified.")}>
          <button
            type="button"
            className={cn("inline-flex min-h-6 cursor-help items-center gap-1", met ? "text-pandan" : "text-ambar")}
          >
            <Icon {...smallIcon} />
            {met ? i18n.t("Reserve met") : i18n.t("Reserve not met")}
          </button>
        </Tooltip>
      )}
    </div>
  );
}
