/** The dialogs of webhooks: where a new one leads and of what it is told, another secret, the end of one. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import type { User } from "@/lib/session/session";
import { messageFor } from "@/lib/words/messages";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { FieldError, TextField } from "@/ui/field";
import { type Given, ProofDialog } from "@/ui/proof-dialog";
import { showToast } from "@/ui/toast-store";
import {
  type NewWebhook,
  useCreateWebhook,
  useDeleteWebhook,
  useRotateWebhook,
  type Webhook,
  type WebhookChoice,
  type WebhookEvent,
} from "./webhook-calls";
import { eventWords } from "./webhook-events";

interface Making {
  user: User;
  onDone: (made: NewWebhook) => void;
  onClose: () => void;
}

export function CreateWebhook({ user, onDone, onClose }: Making) {
  const { i18n } = useLingui();
  const create = useCreateWebhook(user);
  const [choice, setChoice] = useState<WebhookChoice>({ name: "", url: "", events: [] });
  const [isTried, setTried] = useState(false);
  const name = choice.name.trim();
  const url = choice.url.trim();
  const act = async ({ password, word }: Given) => {
    setTried(true);
    if (!name || !url || choice.events.length === 0) return;
    onDone(await create.mutateAsync({ choice: { ...choice, name, url }, shown: { password, word } }));
  };
  return (
    <ProofDialog title={i18n.t("Create a webhook")} button={i18n.t("Create")} act={act} onClose={onClose}>
      <TextField
        label={i18n.t("Name of this webhook")}
        hint={i18n.t("The program that will hear it: “Stock sync”.")}
        maxLength={64}
        value={choice.name}
        error={isTried && !name ? i18n.t("A name is required") : undefined}
        onChange={(event) => setChoice({ ...choice, name: event.target.value })}
      />
      <TextField
        label={i18n.t("Address")}
        type="url"
        hint={i18n.t("https, on the internet, at port 443 or 8443.")}
        maxLength={1000}
        value={choice.url}
        error={isTried && !url ? i18n.t("An address is required") : undefined}
        onChange={(event) => setChoice({ ...choice, url: event.target.value })}
      />
      <EventChoice
        chosen={choice.events}
        isMissing={isTried && choice.events.length === 0}
        onChange={(events) => setChoice({ ...choice, events })}
      />
    </ProofDialog>
  );
}

interface EventProps {
  chosen: WebhookEvent[];
  isMissing: boolean;
  onChange: (events: WebhookEvent[]) => void;
}

function EventChoice({ chosen, isMissing, onChange }: EventProps) {
  const { i18n } = useLingui();
  const words = Object.entries(eventWords(i18n)) as [WebhookEvent, string][];
  const toggle = (event: WebhookEvent) =>
    onChange(words.map(([one]) => one).filter((one) => chosen.includes(one) !== (one === event)));
  return (
    <fieldset aria-describedby={isMissing ? "events-error" : undefined}>
      <legend className="mb-1 text-small font-semibold">{i18n.t("What it is told")}</legend>
      <div className="max-h-68 overflow-y-auto rounded-1 border border-line px-3.5 py-1">
        {words.map(([event, text]) => (
          <Checkbox key={event} checked={chosen.includes(event)} onChange={() => toggle(event)}>
            {text} <code className="text-meta text-ink-3">{event}</code>
          </Checkbox>
        ))}
      </div>
      <FieldError id="events-error">{isMissing ? i18n.t("Choose at least one thing") : undefined}</FieldError>
    </fieldset>
  );
}

export function RotateWebhook({ user, webhook, onDone, onClose }: Making & { webhook: Webhook }) {
  const { i18n } = useLingui();
  const rotate = useRotateWebhook(user);
  const [endNow, setEndNow] = useState(false);
  const act = async ({ password, word }: Given) =>
    onDone(await rotate.mutateAsync({ webhook, endNow, shown: { password, word } }));
  return (
    <ProofDialog
      title={i18n.t("Replace the secret of {name}", { name: webhook.name })}
      button={i18n.t("Replace the secret")}
      act={act}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {i18n.t("Calls carry signatures by both secrets for 24 hours, so that you have time to change your program.")}
      </p>
      <Checkbox checked={endNow} onChange={(event) => setEndNow(event.target.checked)}>
        {i18n.t("End the old secret now: another person may have it")}
      </Checkbox>
    </ProofDialog>
  );
}

export function DeleteWebhook({ user, webhook, onClose }: { user: User; webhook: Webhook; onClose: () => void }) {
  const { i18n } = useLingui();
  const remove = useDeleteWebhook(user);
  const end = () =>
    remove.mutate(webhook, {
      onSuccess: () => {
        showToast({ title: i18n.t("Webhook deleted") });
        onClose();
      },
      onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
    });
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" busy={remove.isPending} onClick={end}>
        {i18n.t("Delete")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Delete {name}", { name: webhook.name })} onClose={onClose} actions={actions}>
      <p className="text-ink-2">
        {i18n.t("Nothing more is sent to it, and its deliveries are deleted. This cannot be undone.")}
      </p>
    </Dialog>
  );
}
