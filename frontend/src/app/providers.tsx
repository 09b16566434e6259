/** What every screen stands on: words, data, tooltips and the one toast. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { makeQueryClient } from "@/lib/query-client";
import { followSession } from "@/lib/session";
import { Toaster } from "@/ui/toaster";
import { TooltipProvider } from "@/ui/tooltip";

export function Providers({ children, queryClient }: { children: ReactNode; queryClient?: QueryClient }) {
  const [client] = useState(() => queryClient ?? makeQueryClient());
  useEffect(() => followSession(client), [client]);
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
