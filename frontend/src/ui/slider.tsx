import { Slider as Radix } from "radix-ui";

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  valueText?: string;
  id?: string;
  describedBy?: string;
  onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, valueText, id, describedBy, onChange }: Props) {
  return (
    <Radix.Root
      className="relative flex h-11 w-full touch-none select-none items-center"
      value={[value]}
      min={min}
      max={max}
      onValueChange={([next]) => next !== undefined && onChange(next)}
    >
      <Radix.Track className="relative h-0.5 w-full bg-wash-2">
        <Radix.Range className="absolute h-0.5 bg-ink" />
      </Radix.Track>
      <Radix.Thumb
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-valuetext={valueText}
        className="relative block size-6 rounded-full border-[1.5px] border-ink bg-surface after:absolute after:-inset-2.5 after:content-['']"
      />
    </Radix.Root>
  );
}
