/** Two to four choices side by side, one of them taken. */
import { ToggleGroup } from "radix-ui";

interface Props<T extends string> {
  label: string;
  value: T;
  choices: { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function Segments<T extends string>({ label, value, choices, onChange }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // An empty value means the taken one was pressed again; one choice always stays.
      onValueChange={(next) => next && onChange(next as T)}
      className="flex overflow-hidden rounded-1 border border-edge bg-surface"
    >
      {choices.map((choice) => (
        <ToggleGroup.Item
          key={choice.value}
          value={choice.value}
          className="min-h-[42px] flex-1 whitespace-nowrap px-2 text-small font-medium not-first:border-l not-first:border-line hover:bg-wash focus-visible:-outline-offset-2 data-[state=on]:bg-ink data-[state=on]:text-paper"
        >
          {choice.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
