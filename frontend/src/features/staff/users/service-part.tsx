import { useLingui } from "@lingui/react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";

export function ServicePart<Data>({
  title,
  query,
  empty,
  isEmpty,
  children,
}: {
  title: string;
  query: UseQueryResult<Data>;
  empty: string;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}) {
  const { i18n } = useLingui();
  const { data, error, refetch } = query;
  const content = () => {
    if (data !== undefined) return isEmpty(data) ? <p className="text-small text-ink-3">{empty}</p> : children(data);
    if (!error) return <Skeleton className="h-10" />;
    return (
      <p className="flex items-center gap-3 text-small text-ink-2">
        {messageFor(error).text}
        <Button tone="line" size="small" onClick={() => void refetch()}>
          {i18n.t("Try again")}
        </Button>
      </p>
    );
  };
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-h3">{title}</h2>
      {content()}
    </section>
  );
}
