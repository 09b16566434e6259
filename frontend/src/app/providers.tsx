/** What every screen stands on: words, data, tooltips and the one toast. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { makeQueryClient } from "@/lib/query-client";
import { currentUserQuery } from "@/lib/session";
import { onTokenChange } from "@/lib/token";
import { Toaster } from "@/ui/toaster";
import { TooltipProvider } from "@/ui/tooltip";

export function Providers({ children, queryClient }: { children: ReactNode; queryClient?: QueryClient }) {
  const [client] = useState(() => queryClient ?? makeQueryClient());
  useSessionOfOtherTabs(client);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          {children}
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}

/** A sign-in or sign-out anywhere changes who this page is for; a mere renewal does not. */
function useSessionOfOtherTabs(client: QueryClient): void {
  useEffect(
    () =>
      onTokenChange((token) => {
        const known = client.getQueryData(currentUserQuery.queryKey);
        if (Boolean(token) !== Boolean(known)) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      }),
    [client],
  );
}
