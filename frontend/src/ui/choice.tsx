import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names";

type Props = Omit<ComponentProps<"input">, "type"> & { children: ReactNode };

const ROW = "flex min-h-11 items-start gap-2.5 py-2.5 has-disabled:cursor-not-allowed has-disabled:text-ink-3";
const BOX =
  "relative m-0 mt-px grid size-5 flex-none appearance-none place-items-center border-[1.5px] border-edge bg-surface checked:border-ink disabled:border-line disabled:bg-wash-2 aria-invalid:border-rosella";

export function Checkbox({ children, className, ...rest }: Props) {
  return (
    <label className={cn(ROW, className)}>
      <input
        type="checkbox"
        className={cn(
          BOX,
          "rounded-1 checked:bg-ink checked:after:h-1.5 checked:after:w-[11px] checked:after:-translate-y-[1.5px] checked:after:-rotate-45 checked:after:border-2 checked:after:border-t-0 checked:after:border-r-0 checked:after:border-paper checked:after:content-['']",
        )}
        {...rest}
      />
      <span>{children}</span>
    </label>
  );
}

export function Radio({ children, className, ...rest }: Props) {
  return (
    <label className={cn(ROW, className)}>
      <input
        type="radio"
        className={cn(
          BOX,
          "rounded-full checked:bg-ink checked:after:size-2 checked:after:rounded-full checked:after:bg-paper checked:after:content-['']",
        )}
        {...rest}
      />
      <span>{children}</span>
    </label>
  );
}

export function Switch({ children, className, ...rest }: Props) {
  return (
    <label className={cn("inline-flex min-h-11 items-center gap-3", className)}>
      <input
        type="checkbox"
        role="switch"
        className="relative m-0 h-6 w-10 flex-none appearance-none rounded-full border-[1.5px] border-edge bg-surface transition-colors after:absolute after:top-[3px] after:left-[3px] after:size-[15px] after:rounded-full after:bg-edge after:transition-transform after:content-[''] checked:border-ink checked:bg-ink checked:after:translate-x-4 checked:after:bg-paper"
        {...rest}
      />
      <span>{children}</span>
    </label>
  );
}
