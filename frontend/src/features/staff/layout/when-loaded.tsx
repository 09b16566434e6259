import { useLingui } from "@lingui/react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";

interface Props<Data> {
  query: UseQueryResult<Data>;
  failed: string;
  isPage?: boolean;
  isTall?: boolean;
  children: (data: Data) => ReactNode;
}

export function WhenLoaded<Data>({
  query: { data, error, refetch },
  failed,
  isPage = false,
  isTall,
  children,
}: Props<Data>) {
  const { i18n } = useLingui();
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={failed} text={messageFor(error).text} onRetry={() => void refetch()} />;
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className={isTall ? "h-120" : "h-40"} />
      {isPage && <Skeleton className="h-40" />}
    </div>
  );
}
