import type { ReactNode } from "react";
import { cn } from "./class-names";
import { Drawing, type DrawingName } from "./drawings";

interface Props {
  drawing: DrawingName;
  title: string;
  heading?: "h1" | "h2" | "h3" | "p";
  children?: ReactNode;
  action?: ReactNode;
  role?: "status" | "alert";
  className?: string;
}

export function EmptyState({ drawing, title, heading: Heading = "h2", children, action, role, className }: Props) {
  return (
    <div role={role} className={cn("grid max-w-[44ch] justify-items-start gap-3 py-10", className)}>
      <Drawing name={drawing} />
      <Heading className="serif text-h3 leading-[1.12]">{title}</Heading>
      {children && <div className="text-ink-2">{children}</div>}
      {action}
    </div>
  );
}
