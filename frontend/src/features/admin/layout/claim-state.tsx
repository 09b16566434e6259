/** Who of staff looks at something, and until when it is to be decided; the words where another has it. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { learnWords } from "@/lib/words/messages";
import { Badge } from "@/ui/badge";

learnWords(
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
  /** The name of who has it, if one does. */
  holder?: string | null;
  dueAt?: string | null;
}

export function ClaimState({ holder, dueAt }: Props) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const isLate = !!dueAt && Date.parse(dueAt) < now;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 in-[.text-right]:justify-end">
      {holder && (
        <Badge tone="warn" className="block max-w-48 truncate leading-6 max-md:max-w-40">
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
