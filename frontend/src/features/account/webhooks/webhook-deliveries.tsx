import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import { type Delivery, deliveriesQuery, useResend, useTryWebhook, type Webhook } from "./webhook-calls";
import { answerWords, stateWords } from "./webhook-events";

interface Props {
  user: User;
  webhook: Webhook;
  onClose: () => void;
}

const TONE = { delivered: "good", failed: "bad", waiting: "plain" } as const;
const sayWhy = (error: unknown) => showToast({ ...messageFor(error), tone: "bad" });

export function WebhookDeliveries({ user, webhook, onClose }: Props) {
  const { i18n } = useLingui();
  const attempt = useTryWebhook(user);
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Close")}
      </Button>
      <Button
        busy={attempt.isPending}
        disabled={webhook.status === "paused"}
        onClick={() => attempt.mutate(webhook, { onError: sayWhy })}
      >
        {i18n.t("Send a test")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Deliveries of {name}", { name: webhook.name })} onClose={onClose} actions={actions}>
      <p className="text-small text-ink-2">{i18n.t("What was sent in the last seven days, the newest first.")}</p>
      <List user={user} webhook={webhook} />
    </Dialog>
  );
}

function List({ user, webhook }: { user: User; webhook: Webhook }) {
  const { i18n } = useLingui();
  const query = useInfiniteQuery(deliveriesQuery(user, webhook));
  if (query.data === undefined && query.error) {
    return (
      <Notice tone="bad" role="alert" title={i18n.t("This list did not load.")}>
        <p className="mb-2.5">{messageFor(query.error).text}</p>
        <Button tone="line" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {i18n.t("Retry")}
        </Button>
      </Notice>
    );
  }
  if (query.data === undefined) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  }
  const rows = query.data.pages.flat();
  if (rows.length === 0) return <p className="text-ink-2">{i18n.t("Nothing was sent yet.")}</p>;
  return (
    <div className="grid max-h-96 gap-3 overflow-y-auto">
      <ul className="border-t border-line">
        {rows.map((delivery) => (
          <Row key={delivery.id} user={user} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button tone="line" size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {i18n.t("Show more")}
        </Button>
      )}
    </div>
  );
}

function Row({ user, webhook, delivery }: { user: User; webhook: Webhook; delivery: Delivery }) {
  const { i18n } = useLingui();
  const resend = useResend(user, webhook);
  const { event, state, createdAt, durationMs, nextAt, attempts } = delivery;
  const took = durationMs !== null && state !== "waiting" ? i18n.t("{ms} ms", { ms: durationMs }) : null;
  const again = state === "waiting" && attempts > 0 && nextAt ? formatDateTime(nextAt) : null;
  const facts = [formatDateTime(createdAt), answerWords(i18n, delivery), took];
  return (
    <li className="flex items-start gap-3 border-b border-line py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <code className="text-small">{event}</code>
          <Badge tone={TONE[state]}>{stateWords(i18n, delivery)}</Badge>
        </p>
        <p className="text-meta text-ink-3">{facts.filter(Boolean).join(", ")}</p>
        {again && <p className="text-meta text-ink-3">{i18n.t("Goes again at {when}", { when: again })}</p>}
      </div>
      <Button
        tone="line"
        size="small"
        busy={resend.isPending}
        disabled={webhook.status === "paused"}
        aria-label={i18n.t("Send {event} of {when} again", { event, when: formatDateTime(createdAt) })}
        onClick={() => resend.mutate(delivery, { onError: sayWhy })}
      >
        {i18n.t("Send again")}
      </Button>
    </li>
  );
}
