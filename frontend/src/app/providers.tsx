import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { makeQueryClient } from "@/lib/calls/query-client";
import { followOtherTabs } from "@/lib/session/other-tabs";
import { followSession } from "@/shared/session/session";
import { onToast, readToast } from "@/ui/toast-store";

export function Providers({ children, queryClient }: { children: ReactNode; queryClient?: QueryClient }) {
  const [client] = useState(() => queryClient ?? makeQueryClient());
  useEffect(() => followSession(client), [client]);
  useEffect(() => followOtherTabs(client), [client]);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  );
}

let Toaster: ComponentType | undefined;

export async function loadToaster(): Promise<void> {
  ({ Toaster } = await import("@/ui/toaster"));
}

function Toasts() {
  const toast = useSyncExternalStore(onToast, readToast);
  const [, setHere] = useState(false);
  useEffect(() => {
    if (!toast || Toaster) return;
    const load = () =>
      loadToaster().then(
        () => setHere(true),
        () => undefined,
      );
    void load();
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, [toast]);
  return Toaster ? <Toaster /> : null;
}
