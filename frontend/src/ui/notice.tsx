import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./class-names";
import { icon } from "./icon";

export type Tone = "plain" | "good" | "warn" | "bad";

const COLOURS: Record<Tone, string> = {
  plain: "bg-wash",
  good: "bg-pandan-wash [&>svg]:text-pandan",
  warn: "bg-ambar-wash [&>svg]:text-ambar",
  bad: "bg-rosella-wash [&>svg]:text-rosella",
};
const ICONS: Record<Tone, LucideIcon> = { plain: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

interface Props {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  as?: LucideIcon;
  role?: "status" | "alert";
  className?: string;
}

export function Notice({ tone = "plain", title, children, as, role, className }: Props) {
  const Icon = as ?? ICONS[tone];
  return (
    <div
      role={role}
      className={cn("flex gap-3 rounded-1 px-3.5 py-3 text-small leading-[1.45] text-ink", COLOURS[tone], className)}
    >
      <Icon {...icon} className="mt-px flex-none" />
      <div>
        {title && <b className="font-semibold">{title}</b>} {children}
      </div>
    </div>
  );
}
