import type { ComponentProps } from "react";
import { cn } from "./class-names";

interface TableProps {
  label: string;
  isFocusable?: boolean;
  isStacked?: boolean;
  children: React.ReactNode;
}

export function Table({ label, isFocusable, isStacked, children }: TableProps) {
  return (
    // Otherwise screen-reader text would widen the page.
    <section aria-label={label} tabIndex={isFocusable ? 0 : undefined} className="relative overflow-x-auto">
      <table className={cn("w-full border-collapse", isStacked && "stacked")}>{children}</table>
    </section>
  );
}

export function HeadCell({ numeric, className, ...rest }: ComponentProps<"th"> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        "whitespace-nowrap border-b border-edge px-3 py-2.5 text-left text-meta font-medium text-ink-3 first:pl-0 last:pr-0",
        numeric && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

export function Cell({ numeric, className, ...rest }: ComponentProps<"td"> & { numeric?: boolean }) {
  return (
    <td
      className={cn(
        "border-b border-line px-3 py-3 align-middle text-small first:pl-0 last:pr-0",
        numeric && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

export function DetailList({ facts }: { facts: [string, React.ReactNode][] }) {
  return (
    <dl className="text-small leading-6">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between border-b border-line py-2.5">
          <dt className="max-w-3/5 flex-none pr-6 text-ink-2">{name}</dt>
          <dd className="min-w-0 break-words text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
