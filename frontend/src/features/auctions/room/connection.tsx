import { useLingui } from "@lingui/react";
import { WifiOff } from "lucide-react";
import { useIsConnected, useLostConnection } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { Dot } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";

export function ConnectionIndicator() {
  const { i18n } = useLingui();
  const connected = useIsConnected();
  return (
    <span
      data-testid="connection-state"
      role="status"
      className={`inline-flex items-center gap-1.5 text-small font-medium ${connected ? "text-pandan" : "text-rosella"}`}
    >
      <Dot className="size-[7px]" />
      {connected ? i18n.t("Connected") : i18n.t("Disconnected")}
    </span>
  );
}

export function DisconnectedNotice() {
  const { i18n } = useLingui();
  if (!useLostConnection()) return null;
  return (
    <Notice tone="bad" as={WifiOff} role="alert" title={i18n.t("Disconnected.")}>
      <p className="mb-2.5">
        {i18n.t("Prices may be old. We are trying again and will not send a bid you cannot see.")}
      </p>
      <Button tone="line" size="small" onClick={() => liveConnection().reconnect()}>
        {i18n.t("Reconnect")}
      </Button>
    </Notice>
  );
}
