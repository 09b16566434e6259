import { useLingui } from "@lingui/react";
import { stepNames } from "@/shared/orders/orders";
import { cn } from "@/ui/class-names";

export function DealProgress({ progress }: { progress: number }) {
  const { i18n } = useLingui();
  return (
    <ol aria-label={i18n.t("Progress")} className="grid gap-3 border-b border-line pb-6">
      {stepNames().map((step, index) => (
        <li key={step} aria-current={index === progress ? "step" : undefined} className="flex items-baseline gap-3">
          <span
            className={cn(
              "font-semibold",
              index === progress && "border-b-2 border-ambar",
              index > progress && "font-normal text-ink-3",
            )}
          >
            {step}
          </span>
          {index < progress && <span className="text-small text-ink-3">{i18n.t("Done")}</span>}
        </li>
      ))}
    </ol>
  );
}

export function StepNow({ progress }: { progress: number }) {
  const { i18n } = useLingui();
  const name = stepNames()[progress];
  if (!name) return null;
  return (
    <span className="truncate text-small text-ink-2">
      {i18n.t("Step {step} of 4", { step: String(progress + 1) })}, {name}
    </span>
  );
}
