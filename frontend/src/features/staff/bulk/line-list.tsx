import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { Refusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { Line } from "./api";

const outcomeNames = (): Record<Line["outcome"], string> => ({
  possible: i18n.t("Will be done"),
  done: i18n.t("Done"),
  refused: i18n.t("Refused"),
  unknown: i18n.t("Not known"),
});

const ORDER: Line["outcome"][] = ["unknown", "refused", "possible", "done"];

const reasonOf = ({ code, message }: Line): string =>
  code ? messageFor(new Refusal(409, code, message ?? "")).text : "";

interface Props {
  lines: Line[];
  nameOf: (id: number) => string;
  isAhead: boolean;
}

export function LineList({ lines, nameOf, isAhead }: Props) {
  const { i18n } = useLingui();
  const sorted = [...lines].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <ul aria-label={i18n.t("Lines")} tabIndex={0} className="max-h-72 overflow-y-auto border-y border-line text-small">
      {sorted.map((line) => (
        <li key={line.id} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
          <span className="min-w-0 break-words">{nameOf(line.id)}</span>
          <span className="text-right">
            <b className="font-semibold">{outcomeNames()[line.outcome]}</b>
            {isAhead && line.outcome === "unknown" && (
              <span className="block text-meta text-ink-2">{i18n.t("Decided when it is done")}</span>
            )}
            {line.code && <span className="block text-meta text-ink-2">{reasonOf(line)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
