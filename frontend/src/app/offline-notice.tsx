import { useLingui } from "@lingui/react";
import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { startWorker } from "@/lib/page/worker";
import { isPushKept } from "@/shared/notifications/push-record";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { isPartMissed, onMissedPart } from "./parts";

const ACROSS = "rounded-none px-[max(var(--gutter),calc((100vw-1376px)/2+var(--gutter)))]";

const AGAIN_MS = 3_000;
const isKeptPage = () => document.documentElement.dataset.kept !== undefined;
const openedOffline = isKeptPage();

export function OfflineNotice() {
  const { i18n } = useLingui();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine && !isKeptPage());
  useEffect(keepOnce, []);
  const isMissed = useSyncExternalStore(onMissedPart, isPartMissed);
  if (!isOnline) {
    return (
      <Notice
        tone="warn"
        as={WifiOff}
        role="status"
        // A device may be online on a network that reaches nothing.
        title={navigator.onLine ? i18n.t("Wangi cannot be reached right now.") : i18n.t("You are offline.")}
        className={ACROSS}
      >
        {openedOffline
          ? i18n.t("Wangi opened from this device. What is for sale comes when you are back online.")
          : i18n.t("What you see may be old. We reconnect by ourselves when you are back online.")}
      </Notice>
    );
  }
  if (!isMissed) return null;
  return (
    <Notice tone="warn" role="status" title={i18n.t("A part of this page did not come.")} className={ACROSS}>
      <span className="flex flex-wrap items-center gap-3">
        {i18n.t("Some buttons do nothing until it is loaded again.")}
        {/* Not reloaded automatically, because what was typed would be lost. */}
        <Button size="small" tone="line" onClick={() => window.location.reload()}>
          {i18n.t("Load the page again")}
        </Button>
      </span>
    </Notice>
  );
}

let isKept = false;

function keepOnce(): void {
  if (isKept) return;
  isKept = true;
  startWorker();
  if (isPushKept()) import("@/shared/notifications/push").then(({ renewPush }) => renewPush()).catch(() => undefined);
  if (!openedOffline) return;
  // The manager assumes it is online at start. It refetches failed queries only after a change to online.
  onlineManager.setOnline(false);
  void untilReached();
}

async function untilReached(): Promise<void> {
  const question = fetch("/manifest.webmanifest", { method: "HEAD", cache: "no-store" });
  const isReached = await question.then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReached) {
    setTimeout(untilReached, AGAIN_MS);
    return;
  }
  delete document.documentElement.dataset.kept;
  onlineManager.setOnline(true);
  window.dispatchEvent(new Event("online"));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
