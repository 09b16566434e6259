/** Lends its look and its doings to its one child. */
import { cloneElement, isValidElement, type ReactNode } from "react";

type Props = Record<string, unknown> & { className?: string | undefined; children?: ReactNode };

export function Slot({ children, className, ...rest }: Props) {
  if (!isValidElement<Props>(children)) return null;
  const own = children.props;
  const both = Object.entries(rest).map(([name, lent]) => [name, together(lent, own[name])]);
  const classes = [className, own.className].filter(Boolean).join(" ");
  return cloneElement(children, { ...Object.fromEntries(both), className: classes });
}

/** What the child does is done first; any other thing of its own stays its own. */
function together(lent: unknown, own: unknown): unknown {
  if (typeof lent !== "function" || typeof own !== "function") return own ?? lent;
  return (...given: unknown[]) => {
    own(...given);
    lent(...given);
  };
}
