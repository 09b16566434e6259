import { useLingui } from "@lingui/react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { type NewWebhook, useSwitchWebhook, type Webhook } from "./webhook-calls";
import { pauseWords } from "./webhook-events";

export type Opened =
  | { what: "create" }
  | { what: "rotate" | "delete" | "deliveries"; webhook: Webhook }
  | { what: "secret"; made: NewWebhook };

interface Props {
  user: User;
  webhook: Webhook;
  onOpen: (opened: Opened) => void;
}

export function WebhookRow({ user, webhook, onOpen }: Props) {
  const { i18n } = useLingui();
  const { name, url, events } = webhook;
  return (
    <li className="grid gap-2.5 border-b border-line py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="truncate">{name}</span>
          <State webhook={webhook} />
        </p>
        <p className="truncate text-meta text-ink-3">
          <code>{url}</code>
        </p>
        <WebhookStatus webhook={webhook} />
        <ul aria-label={i18n.t("What it is told")} className="mt-1.5 flex flex-wrap gap-1.5">
          {events.map((event) => (
            <li key={event}>
              <Badge>{event}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="line"
          size="small"
          aria-label={i18n.t("Deliveries of {name}", { name })}
          onClick={() => onOpen({ what: "deliveries", webhook })}
        >
          {i18n.t("Deliveries")}
        </Button>
        <Switch user={user} webhook={webhook} />
        <Button
          tone="line"
          size="small"
          aria-label={i18n.t("Replace the secret of {name}", { name })}
          onClick={() => onOpen({ what: "rotate", webhook })}
        >
          {i18n.t("Replace the secret")}
        </Button>
        <Button
          tone="line"
          size="small"
          aria-label={i18n.t("Delete {name}", { name })}
          onClick={() => onOpen({ what: "delete", webhook })}
        >
          {i18n.t("Delete")}
        </Button>
      </div>
    </li>
  );
}

function State({ webhook: { status, failingSince } }: { webhook: Webhook }) {
  const { i18n } = useLingui();
  if (status === "paused") return <Badge tone="warn">{i18n.t("Paused")}</Badge>;
  if (failingSince) return <Badge tone="bad">{i18n.t("Failing")}</Badge>;
  return <Badge tone="good">{i18n.t("Active")}</Badge>;
}

function WebhookStatus({
  webhook: { status, pausedFor, failingSince, previousEndsAt, waiting },
}: {
  webhook: Webhook;
}) {
  const { i18n } = useLingui();
  const lines = [
    status === "paused" && pauseWords(i18n, pausedFor),
    status === "active" &&
      failingSince &&
      i18n.t("It has taken nothing since {when}.", { when: formatDateTime(failingSince) }),
    waiting > 0 && i18n.t("{count, plural, one {# delivery waits} other {# deliveries wait}}", { count: waiting }),
    previousEndsAt && i18n.t("The old secret signs until {when}", { when: formatDateTime(previousEndsAt) }),
  ];
  return lines.map(
    (line) =>
      line && (
        <p key={line} className="text-meta text-ink-3">
          {line}
        </p>
      ),
  );
}

function Switch({ user, webhook }: { user: User; webhook: Webhook }) {
  const { i18n } = useLingui();
  const change = useSwitchWebhook(user);
  const { name, status } = webhook;
  const press = () => change.mutate(webhook, { onError: (error) => showToast({ ...messageFor(error), tone: "bad" }) });
  return (
    <Button
      tone="line"
      size="small"
      busy={change.isPending}
      aria-label={status === "active" ? i18n.t("Pause {name}", { name }) : i18n.t("Resume {name}", { name })}
      onClick={press}
    >
      {status === "active" ? i18n.t("Pause") : i18n.t("Resume")}
    </Button>
  );
}
