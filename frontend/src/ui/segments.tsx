import { type KeyboardEvent, useRef } from "react";

interface Props<T extends string> {
  label: string;
  value: T;
  choices: { value: T; label: string }[];
  onChange: (value: T) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Segments<T extends string>({ label, value, choices, onChange }: Props<T>) {
  const row = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = choices.findIndex((choice) => choice.value === value);
    const place = (at + by + choices.length) % choices.length;
    const next = choices[place];
    if (next) onChange(next.value);
    row.current?.querySelectorAll<HTMLElement>("button")[place]?.focus();
  };
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      onKeyDown={press}
      className="flex flex-wrap overflow-hidden rounded-1 border border-edge bg-surface"
    >
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: a button of the group, dressed by its own state
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
          className="min-h-[42px] flex-1 whitespace-nowrap px-2 text-small font-medium not-first:border-l not-first:border-line hover:bg-wash focus-visible:-outline-offset-2 aria-checked:bg-ink aria-checked:text-paper"
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
