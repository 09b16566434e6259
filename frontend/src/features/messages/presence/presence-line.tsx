import { useLingui } from "@lingui/react";
import { cn } from "@/ui/class-names";
import { usePresence } from "./use-presence";

export function PresenceLine({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  const presence = usePresence(userId);
  if (!presence || (!presence.isActive && presence.minutesAgo === null)) return null;
  const minutes = presence.minutesAgo ?? 0;
  return (
    <p data-testid="presence" className="flex items-center gap-1.5 text-meta text-ink-2">
      <span
        aria-hidden="true"
        className={cn("size-2 flex-none rounded-full", presence.isActive ? "bg-pandan" : "border border-edge")}
      />
      {presence.isActive
        ? i18n.t("Active now")
        : i18n.t("{minutes, plural, one {Active # minute ago} other {Active # minutes ago}}", { minutes })}
    </p>
  );
}
