import { useLingui } from "@lingui/react";
import { useLostConnection } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { Notice } from "@/ui/notice";

export function LostConnection() {
  const { i18n } = useLingui();
  if (!useLostConnection()) return null;
  return (
    <Notice tone="warn" role="status" title={i18n.t("No connection.")} className="rounded-none">
      {i18n.t("What you write is sent when it is back.")}{" "}
      <button type="button" className="link" onClick={() => liveConnection().reconnect()}>
        {i18n.t("Try now")}
      </button>
    </Notice>
  );
}
