/** Says when the device itself is offline, and when a part of the page did not come while it was. */
import { useLingui } from "@lingui/react";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { isPartMissed, onMissedPart } from "./parts";

const ACROSS = "rounded-none px-[max(var(--gutter),calc((100vw-1376px)/2+var(--gutter)))]";

export function OfflineNotice() {
  const { i18n } = useLingui();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isMissed = useSyncExternalStore(onMissedPart, isPartMissed);
  if (!isOnline) {
    return (
      <Notice tone="warn" as={WifiOff} role="status" fact={i18n.t("You are offline.")} className={ACROSS}>
        {i18n.t("What you see may be old. We reconnect by ourselves when you are back online.")}
      </Notice>
    );
  }
  if (!isMissed) return null;
  return (
    <Notice tone="warn" role="status" fact={i18n.t("A part of this page did not come.")} className={ACROSS}>
      <span className="flex flex-wrap items-center gap-3">
        {i18n.t("Some buttons do nothing until it is loaded again.")}
        {/* By hand: what is typed on the page would be gone. */}
        <Button size="small" tone="line" onClick={() => window.location.reload()}>
          {i18n.t("Load the page again")}
        </Button>
      </span>
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
