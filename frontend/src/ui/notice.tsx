import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./class-names";
import { icon } from "./icon";

export type Tone = "plain" | "good" | "warn" | "bad";

const LOOK: Record<Tone, string> = {
  plain: "bg-wash",
  good: "bg-pandan-wash [&>svg]:text-pandan",
  warn: "bg-ambar-wash [&>svg]:text-ambar",
  bad: "bg-rosella-wash [&>svg]:text-rosella",
};
const ICONS: Record<Tone, LucideIcon> = { plain: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

interface Props {
  tone?: Tone;
  fact?: string;
  children?: ReactNode;
  as?: LucideIcon;
  role?: "status" | "alert";
  className?: string;
}

export function Notice({ tone = "plain", fact, children, as, role, className }: Props) {
  const Icon = as ?? ICONS[tone];
  return (
    <div
      role={role}
      className={cn("flex gap-3 rounded-1 px-3.5 py-3 text-small leading-[1.45] text-ink", LOOK[tone], className)}
    >
      <Icon {...icon} className="mt-px flex-none" />
      <div>
        {fact && <b className="font-semibold">{fact}</b>} {children}
      </div>
    </div>
  );
}
