import { useLingui } from "@lingui/react";
import { Badge } from "@/ui/badge";
import { Drop } from "@/ui/drop";

export function StatusBadge({ status }: { status: string }) {
  const { i18n } = useLingui();
  const words: Record<string, string> = {
    featured: i18n.t("featured"),
    active: i18n.t("active"),
    pending: i18n.t("pending"),
    ended: i18n.t("ended"),
    sold: i18n.t("sold"),
    archived: i18n.t("archived"),
    removed: i18n.t("removed"),
  };
  const tones = { featured: "promo", active: "good", pending: "warn", removed: "bad", sold: "line" } as const;
  return (
    <Badge tone={tones[status as keyof typeof tones] ?? "plain"}>
      {status === "featured" && <Drop />}
      {words[status] ?? status}
    </Badge>
  );
}
