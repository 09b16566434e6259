import type { PackageType } from "@/shared/boosts/boosts";
import { Badge } from "@/ui/badge";
import { Drop } from "@/ui/drop";

export function BoostBadge({ type, children }: { type: PackageType | null; children: string }) {
  const premium = type === "premium";
  return (
    <Badge tone={premium ? "premium" : "promo"}>
      <Drop className={premium ? "fill-on-ambar" : "fill-ambar-liquid"} />
      {children}
    </Badge>
  );
}
