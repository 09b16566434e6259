import type { ComponentProps } from "react";
import { cn } from "./class-names";

type Props = ComponentProps<"button"> & { label: string; outlined?: boolean };

export function IconButton({ label, outlined, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      className={cn(
        "relative inline-grid size-11 flex-none place-items-center rounded-1 hover:bg-wash active:bg-wash-2 disabled:text-ink-3",
        outlined && "border border-edge hover:border-ink",
        className,
      )}
      {...rest}
    />
  );
}
