import { useLingui } from "@lingui/react";
import type { KeyboardEvent, ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";

interface Props {
  count: number | undefined;
  error: Error | null;
  empty: string;
  onRetry: () => void;
  more?: { busy: boolean; fetch: () => void };
  children: ReactNode;
}

export function Listed({ count, error, empty, onRetry, more, children }: Props) {
  const { i18n } = useLingui();
  if (count === undefined && error) {
    return <ErrorState title={i18n.t("This did not load")} text={messageFor(error).text} onRetry={onRetry} />;
  }
  if (count === undefined) return <Waiting />;
  if (count === 0) return <EmptyState drawing="label" title={empty} />;
  return (
    <>
      {children}
      {more && (
        <Button tone="line" className="mt-4" busy={more.busy} onClick={more.fetch}>
          {i18n.t("Show more")}
        </Button>
      )}
    </>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-3 border-t border-edge py-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}

export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("tr, li")].filter((row) => row.querySelector("a"));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at + step]?.querySelector<HTMLElement>("a");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
