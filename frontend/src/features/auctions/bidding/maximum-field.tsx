import { useLingui } from "@lingui/react";
import { useId } from "react";
import { cn } from "@/ui/class-names";
import { fieldFrame } from "@/ui/field";

interface Props {
  value: string | null;
  wrong: boolean;
  onChange: (value: string | null) => void;
}

export function MaximumField({ value, wrong, onChange }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  if (value === null) {
    return (
      <button type="button" onClick={() => onChange("")} className="link min-h-9 justify-self-start text-meta">
        {i18n.t("Set a maximum and let us bid for you")}
      </button>
    );
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {i18n.t("Your maximum in ringgit")}
      </label>
      <div className="grid grid-cols-[1fr_auto] gap-2">
        <span className={cn(fieldFrame, "min-h-11")}>
          <span aria-hidden="true" className="pl-3 text-ink-3">
            RM
          </span>
          <input
            id={id}
            data-testid="bid-maximum"
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            aria-invalid={wrong || undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="min-h-10 w-full min-w-0 flex-1 bg-transparent px-2 outline-none focus-visible:outline-none"
          />
        </span>
        <button type="button" onClick={() => onChange(null)} className="link min-h-11 px-2 text-meta">
          {i18n.t("Remove maximum")}
        </button>
      </div>
      <p id={`${id}-hint`} className="text-meta text-ink-2">
        {i18n.t("Only you see it. When somebody bids more, we bid one step above them, up to this amount.")}
      </p>
    </div>
  );
}
