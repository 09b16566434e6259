import { cn } from "./class-names";

export function Steps({ label, steps, current }: { label: string; steps: string[]; current: number }) {
  return (
    <ol aria-label={label} className="flex gap-1">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={cn(
            "flex min-w-max max-[280px]:min-w-0 flex-1 gap-2 border-t-2 pt-2.5 text-small leading-[1.3] max-md:text-meta",
            index <= current ? "border-ink text-ink-2" : "border-wash-2 text-ink-3",
            index === current && "font-semibold text-ink",
          )}
        >
          <span className="max-md:sr-only">{index + 1}</span>
          <span className="truncate">{step}</span>
        </li>
      ))}
    </ol>
  );
}
