/** Says when the device itself is offline. */
import { useLingui } from "@lingui/react";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Notice } from "@/ui/notice";

export function OfflineNotice() {
  const { i18n } = useLingui();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <Notice
      tone="warn"
      as={WifiOff}
      role="status"
      fact={i18n.t("You are offline.")}
      className="rounded-none px-[max(var(--gutter),calc((100vw-1376px)/2+var(--gutter)))]"
    >
      {i18n.t("What you see may be old. We reconnect by ourselves when you are back online.")}
    </Notice>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
