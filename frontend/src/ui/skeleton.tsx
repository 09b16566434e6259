import { cn } from "./class-names";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block h-3.5 animate-wait rounded-1 bg-wash-2", className)} />;
}
