import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { addMessages } from "@/lib/i18n/refusal-messages";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { useCurrentUser } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

addMessages(
  {
    case_taken: ({ details: { until } }) => ({
      title: i18n.t("Another member of staff has this case"),
      text: i18n.t("Another member of staff has this case until {time}.", {
        time: typeof until === "string" ? formatDateTime(until) : "",
      }),
    }),
  },
  {},
);

interface Props {
  holder?: string | null;
  dueAt?: string | null;
}

export function AssignmentState({ holder, dueAt }: Props) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const isLate = !!dueAt && Date.parse(dueAt) < now;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 in-[.text-right]:justify-end">
      {holder && (
        <Badge tone="warn" className="block max-w-48 truncate leading-6">
          {i18n.t("With {name}", { name: holder })}
        </Badge>
      )}
      {dueAt && (
        <span className={isLate ? "text-meta font-semibold text-rosella" : "text-meta text-ink-3"}>
          {isLate ? i18n.t("Late") : i18n.t("Due {time}", { time: formatDateTime(dueAt) })}
        </span>
      )}
    </span>
  );
}

export function useIsAssignedToMe(holderId: number | null | undefined): boolean {
  const { user } = useCurrentUser();
  return !!user && holderId === user.id;
}

export const assignmentWords = (isOwn: boolean): string => (isOwn ? i18n.t("Give it back") : i18n.t("Claim"));

interface AssignmentProps {
  isOwn: boolean;
  busy: boolean;
  label?: string;
  onPress: (isOwn: boolean) => void;
}

export function AssignmentButton({ isOwn, busy, label, onPress }: AssignmentProps) {
  useLingui();
  return (
    <Button tone="line" size="small" busy={busy} aria-label={label} onClick={() => onPress(isOwn)}>
      {assignmentWords(isOwn)}
    </Button>
  );
}
