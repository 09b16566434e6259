import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { ListStates } from "../list-states";
import { Section } from "../section";
import { type NewWebhook, type Webhook, webhooksQuery } from "./webhook-calls";
import { WebhookDeliveries } from "./webhook-deliveries";
import { CreateWebhook, DeleteWebhook, RotateWebhook } from "./webhook-dialogs";
import { type Opened, WebhookRow } from "./webhook-row";
import { WebhookSecret } from "./webhook-secret";

const MAX_WEBHOOKS = 5;

export function Webhooks({ user }: { user: User }) {
  const { i18n } = useLingui();
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useQuery(webhooksQuery(user));
  const close = () => setOpened(null);
  const showSecret = (created: NewWebhook) => setOpened({ what: "secret", made: created });
  const isFull = (query.data ?? []).length >= MAX_WEBHOOKS;
  return (
    <Section
      title={i18n.t("Webhooks")}
      text={i18n.t("Wangi calls an address of yours when something happens to your listings, auctions and orders.")}
    >
      <ListStates query={query}>
        {(webhooks) => (
          <>
            <Rows user={user} webhooks={webhooks} onOpen={setOpened} />
            <Button tone="line" className="mt-4" disabled={isFull} onClick={() => setOpened({ what: "create" })}>
              {i18n.t("Create a webhook")}
            </Button>
            {isFull && (
              <p className="mt-2 text-small text-ink-3">{i18n.t("You have 5 webhooks already. Delete one first.")}</p>
            )}
          </>
        )}
      </ListStates>
      {opened?.what === "create" && <CreateWebhook user={user} onDone={showSecret} onClose={close} />}
      {opened?.what === "rotate" && (
        <RotateWebhook user={user} webhook={opened.webhook} onDone={showSecret} onClose={close} />
      )}
      {opened?.what === "delete" && <DeleteWebhook user={user} webhook={opened.webhook} onClose={close} />}
      {opened?.what === "deliveries" && <WebhookDeliveries user={user} webhook={opened.webhook} onClose={close} />}
      {opened?.what === "secret" && <WebhookSecret created={opened.made} onClose={close} />}
    </Section>
  );
}

interface RowsProps {
  user: User;
  webhooks: Webhook[];
  onOpen: (opened: Opened) => void;
}

function Rows({ user, webhooks, onOpen }: RowsProps) {
  const { i18n } = useLingui();
  if (webhooks.length === 0) return <p className="text-ink-2">{i18n.t("You have no webhook yet.")}</p>;
  return (
    <ul className="border-t border-line">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} user={user} webhook={webhook} onOpen={onOpen} />
      ))}
    </ul>
  );
}
