import { Slider as Radix } from "radix-ui";

interface Props {
  labels: [string, string];
  value: [number, number];
  min: number;
  max: number;
  step: number;
  valueText: (value: number) => string;
  onChange: (value: [number, number]) => void;
}

const HANDLE =
  "relative block size-6 rounded-full border-[1.5px] border-ink bg-surface after:absolute after:-inset-2.5 after:content-['']";

export function RangeSlider({ labels, value, min, max, step, valueText, onChange }: Props) {
  // Radix uses inline styles, which a drawn page may not have (app/first-screen.tsx).
  if (import.meta.env.SSR) return <span className="block h-11" />;
  return (
    <Radix.Root
      className="relative flex h-11 w-full touch-none select-none items-center"
      value={value}
      min={min}
      max={max}
      step={step}
      onValueChange={([low, high]) => low !== undefined && high !== undefined && onChange([low, high])}
    >
      <Radix.Track className="relative h-0.5 w-full bg-wash-2">
        <Radix.Range className="absolute h-0.5 bg-ink" />
      </Radix.Track>
      {labels.map((label, place) => (
        <Radix.Thumb
          key={label}
          aria-label={label}
          aria-valuetext={valueText(value[place] ?? min)}
          className={HANDLE}
        />
      ))}
    </Radix.Root>
  );
}
