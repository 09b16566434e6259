import { useLingui } from "@lingui/react";
import { useState } from "react";
import { formatDateTime } from "@/lib/time/time";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { reasonNames } from "../layout/reason-words";
import type { Account } from "../overview/api";
import type { RequestedBan } from "./api";
import { BanDialog } from "./ban-dialog";

export function BanRequest({ account, request }: { account: Account; request: RequestedBan }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [agrees, setAgrees] = useState<boolean | null>(null);
  const isOwn = request.byAdminId === user?.id;
  const words = { time: formatDateTime(request.until), reason: `${reasonNames()[request.code]}. ${request.reason}` };
  return (
    <Notice tone="warn" title={isOwn ? i18n.t("You asked for a ban") : i18n.t("A colleague asked for a ban")}>
      <p>{i18n.t("Until {time} another person of the staff can agree. The reason given: {reason}", words)}</p>
      {hasDuty(user, "conduct") && (
        <p className="mt-2 flex flex-wrap gap-2">
          {!isOwn && (
            <Button tone="danger" size="small" onClick={() => setAgrees(true)}>
              {i18n.t("Agree to the ban")}
            </Button>
          )}
          <Button tone="line" size="small" onClick={() => setAgrees(false)}>
            {i18n.t("Take the request back")}
          </Button>
        </p>
      )}
      {agrees !== null && (
        <BanDialog account={account} agrees={agrees} given={request.code} onClose={() => setAgrees(null)} />
      )}
    </Notice>
  );
}
