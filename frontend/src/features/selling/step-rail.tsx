import { useLingui } from "@lingui/react";
import { cn } from "@/ui/class-names";
import { STEPS, type Step } from "./steps";

interface Props {
  current: Step;
  reached: Step;
  onOpen: (step: Step) => void;
}

export function useStepNames(): Record<Step, string> {
  const { i18n } = useLingui();
  return {
    type: i18n.t("Type"),
    photos: i18n.t("Photographs"),
    bottle: i18n.t("The bottle"),
    price: i18n.t("Price"),
    preview: i18n.t("Preview"),
  };
}

export function StepRail({ current, reached, onOpen }: Props) {
  const { i18n } = useLingui();
  const names = useStepNames();
  const now = STEPS.indexOf(current);
  return (
    <nav aria-label={i18n.t("Steps of the listing")}>
      <ol className="grid auto-cols-fr grid-flow-col gap-1">
        {STEPS.map((step, at) => (
          <li key={step}>
            <button
              type="button"
              aria-current={step === current ? "step" : undefined}
              disabled={at > STEPS.indexOf(reached)}
              onClick={() => onOpen(step)}
              className={cn(
                "flex min-h-11 w-full items-start gap-2 border-t-2 pt-2.5 text-left text-small leading-[1.3]",
                at <= now ? "border-ink text-ink-2" : "border-wash-2 text-ink-3",
                step === current ? "font-semibold text-ink" : "enabled:hover:underline",
              )}
            >
              <span aria-hidden="true" className="max-md:sr-only">
                {at + 1}
              </span>
              <span className="max-md:sr-only">{names[step]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
