import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./class-names";

const DISABLED = "off:border-wash-2 off:bg-wash-2 off:text-ink-3";

const styles = cva(
  "inline-flex items-center justify-center gap-2 rounded-1 border text-center font-semibold leading-[1.2] no-underline transition-colors max-[359px]:px-2.5",
  {
    variants: {
      tone: {
        primary: `border-ink bg-ink text-paper hover:border-ink/86 hover:bg-ink/86 active:border-ink/74 active:bg-ink/74 ${DISABLED}`,
        line: "border-edge bg-transparent text-ink hover:border-ink hover:bg-wash active:border-ink active:bg-wash-2 off:border-line off:bg-transparent off:text-ink-3",
        quiet:
          "border-transparent bg-transparent px-3 text-ink hover:bg-wash active:bg-wash-2 off:bg-transparent off:text-ink-3",
        bid: `border-ambar-liquid bg-ambar-liquid text-on-ambar hover:border-[color-mix(in_oklab,var(--ambar-liquid)_86%,white)] hover:bg-[color-mix(in_oklab,var(--ambar-liquid)_86%,white)] active:border-[color-mix(in_oklab,var(--ambar-liquid)_90%,black)] active:bg-[color-mix(in_oklab,var(--ambar-liquid)_90%,black)] ${DISABLED}`,
        danger: `border-rosella bg-rosella text-paper hover:bg-[color-mix(in_oklab,var(--rosella)_88%,black)] active:bg-[color-mix(in_oklab,var(--rosella)_82%,black)] ${DISABLED}`,
      },
      size: {
        small: "reach min-h-9 px-3 py-1 text-small",
        medium: "min-h-11 px-4.5 py-1 text-body",
        large: "min-h-13 px-6 py-1 text-field",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { tone: "primary", size: "medium" },
  },
);

const BUSY = { small: "px-0", medium: "px-1.5", large: "px-3" };

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof styles> & { busy?: boolean; asChild?: boolean };

export function Button({ tone, size, wide, busy, asChild, className, children, onClick, ...rest }: ButtonProps) {
  const classes = cn(styles({ tone, size, wide }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={cn(classes, busy && BUSY[size ?? "medium"])}
      aria-busy={busy || undefined}
      // Not `disabled`: a disabled button loses the focus.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Spinner className="flex-none" />}
      {children}
    </button>
  );
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("size-4 animate-turn rounded-full border-2 border-current border-r-transparent", className)}
    />
  );
}
