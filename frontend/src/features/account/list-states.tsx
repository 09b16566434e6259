import { useLingui } from "@lingui/react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";

interface Props<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

export function ListStates<T>({ query: { data, error, refetch, isFetching }, children }: Props<T>) {
  const { i18n } = useLingui();
  if (data !== undefined) return children(data);
  if (!error) {
    return (
      <div role="status" className="grid gap-3 py-3">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  }
  return (
    <Notice tone="bad" role="alert" title={i18n.t("This list did not load.")}>
      <p className="mb-2.5">{messageFor(error).text}</p>
      <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
        {i18n.t("Retry")}
      </Button>
    </Notice>
  );
}
