import { useLingui } from "@lingui/react";
import { cn } from "@/ui/class-names";
import { STEPS, type Step } from "./steps";

export function StepRail({ current }: { current: Step }) {
  const { i18n } = useLingui();
  const names = {
    "select-package": i18n.t("Select package"),
    "select-products": i18n.t("Select products"),
    checkout: i18n.t("Checkout"),
  };
  const now = STEPS.indexOf(current);
  return (
    <ol aria-label={i18n.t("Steps of the boost")} className="grid max-w-180 auto-cols-fr grid-flow-col gap-1">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === now ? "step" : undefined}
          className={cn(
            "border-t-2 pt-2.5 text-small leading-[1.3] max-md:text-meta",
            at <= now ? "border-ink text-ink-2" : "border-wash-2 text-ink-3",
            at === now && "font-semibold text-ink",
          )}
        >
          {names[step]}
        </li>
      ))}
    </ol>
  );
}
