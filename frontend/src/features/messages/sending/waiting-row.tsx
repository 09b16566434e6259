import { useLingui } from "@lingui/react";
import { Clock } from "lucide-react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import { BUBBLE } from "../thread/message-row";
import { messageTime } from "../thread/times";
import { dropWaiting, type Waiting } from "./device";

export function WaitingRow({
  message,
  ownerId,
  onAgain,
}: {
  message: Waiting;
  ownerId: number;
  onAgain: (message: Waiting) => void;
}) {
  const { i18n } = useLingui();
  return (
    <li data-testid="message" className="grid justify-items-end gap-1">
      <div className={cn(BUBBLE, "bg-wash-2 text-ink-2")}>{message.content}</div>
      {message.refused ? (
        <div role="alert" className="grid justify-items-end gap-1 text-small">
          <p className="text-rosella">
            {i18n.t("Message Not Sent")}: {message.refused}
          </p>
          <div className="flex gap-2">
            <Button tone="line" size="small" onClick={() => onAgain(message)}>
              {i18n.t("Retry")}
            </Button>
            <Button tone="quiet" size="small" onClick={() => dropWaiting(ownerId, message.clientId)}>
              {i18n.t("Remove")}
            </Button>
          </div>
        </div>
      ) : (
        <p className="flex items-center gap-1.5 text-meta text-ink-3">
          <time dateTime={message.createdAt}>{messageTime(message.createdAt)}</time>
          <Clock {...smallIcon} aria-hidden={undefined} role="img" aria-label={i18n.t("Waiting to be sent")} />
        </p>
      )}
    </li>
  );
}
