import type { ReactNode } from "react";
import { cn } from "@/ui/class-names";

interface Props {
  testId: string;
  isMine: boolean;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function CardFrame({ testId, isMine, title, aside, children }: Props) {
  return (
    <div
      data-testid={testId}
      className={cn(
        "w-full max-w-[540px] overflow-hidden rounded-1 border bg-surface",
        isMine ? "border-ink" : "border-line",
      )}
    >
      <div
        className={cn(
          "flex items-baseline justify-between gap-3 px-4 py-2.5",
          isMine ? "bg-ink text-paper" : "border-b border-line bg-wash",
        )}
      >
        <h3 className="font-sans text-body font-semibold tracking-normal">{title}</h3>
        {aside && <span className={cn("text-small", !isMine && "text-ink-3")}>{aside}</span>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">{children}</div>
    </div>
  );
}
