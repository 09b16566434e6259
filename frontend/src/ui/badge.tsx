import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./class-names";

const styles = cva(
  "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-1 px-2 text-meta font-medium leading-none",
  {
    variants: {
      tone: {
        plain: "bg-wash text-ink-2",
        line: "text-ink inset-ring inset-ring-edge",
        good: "bg-pandan-wash text-pandan",
        warn: "bg-ambar-wash text-ambar",
        bad: "bg-rosella-wash text-rosella",
        room: "bg-room text-room-ink",
        promo: "bg-surface text-ink inset-ring inset-ring-line",
        premium: "bg-ambar-liquid text-on-ambar",
      },
    },
    defaultVariants: { tone: "plain" },
  },
);

export function Badge({ tone, className, ...rest }: ComponentProps<"span"> & VariantProps<typeof styles>) {
  return <span className={cn(styles({ tone }), className)} {...rest} />;
}

export function Dot({ beating, className }: { beating?: boolean; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("inline-block size-2 flex-none rounded-full bg-current", beating && "animate-beat", className)}
    />
  );
}

export function Count({ hot, children }: { hot?: boolean; children: React.ReactNode }) {
  return (
    <span
      className={cn(
        "inline-grid h-4.5 min-w-4.5 place-items-center rounded-full px-1.5 text-tiny font-semibold leading-none",
        hot ? "bg-rosella text-paper" : "bg-wash-2 text-ink-2",
      )}
    >
      {children}
    </span>
  );
}
