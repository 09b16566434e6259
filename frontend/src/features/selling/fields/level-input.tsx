import { useLingui } from "@lingui/react";
import { BottleGlass } from "@/shared/listings/bottle";
import { levelOf } from "@/shared/listings/level";
import { FieldError } from "@/ui/field";
import { Slider } from "@/ui/slider";

interface Props {
  id: string;
  error?: string;
  percent: number;
  volume: number | null;
  onChange: (percent: number) => void;
}

export function LevelInput({ id, error, percent, volume, onChange }: Props) {
  const { i18n } = useLingui();
  const label = i18n.t("How much is left?");
  const { left } = levelOf(percent, volume);
  const about = left === null ? "" : i18n.t("about {left} ml of {volume} ml", { left, volume });
  return (
    <fieldset className="bg-wash px-4 py-5 md:px-6">
      <legend className="float-left mb-3.5 w-full text-small font-semibold">{label}</legend>
      <div className="clear-both grid grid-cols-[auto_1fr] items-center gap-5 md:gap-9">
        <span className="pr-2">
          <BottleGlass percent={percent} height={148} ticks />
        </span>
        <div>
          <p className="text-level font-medium leading-none tracking-[-0.025em]">{percent}%</p>
          <p className="mt-2 min-h-5 text-small text-ink-2">{about}</p>
          <div className="mt-3">
            <Slider
              label={label}
              id={id}
              describedBy={error ? `${id}-error` : undefined}
              min={1}
              max={100}
              value={percent}
              valueText={i18n.t("{percent}% full", { percent })}
              onChange={onChange}
            />
          </div>
          <FieldError id={`${id}-error`}>{error}</FieldError>
          <p className="mt-1 text-meta text-ink-3">{i18n.t("Hold the bottle against a light and match the line.")}</p>
        </div>
      </div>
    </fieldset>
  );
}
