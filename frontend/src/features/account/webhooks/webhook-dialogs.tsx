import { useLingui } from "@lingui/react";
import { useState } from "react";
import { type Given, ProofDialog } from "@/shared/session/proof-dialog";
import type { User } from "@/shared/session/session";
import { Checkbox } from "@/ui/choice";
import { TextField } from "@/ui/field";
import { EndDialog } from "../end-dialog";
import { CodeChoice } from "../security/code-choice";
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
  onDone: (created: NewWebhook) => void;
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
      <CodeChoice
        legend={i18n.t("What it is told")}
        offered={Object.entries(eventWords(i18n)) as [WebhookEvent, string][]}
        chosen={choice.events}
        isMissing={isTried && choice.events.length === 0}
        onChange={(events) => setChoice({ ...choice, events })}
      />
    </ProofDialog>
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
  return (
    <EndDialog
      title={i18n.t("Delete {name}", { name: webhook.name })}
      text={i18n.t("Nothing more is sent to it, and its deliveries are deleted. This cannot be undone.")}
      button={i18n.t("Delete")}
      done={i18n.t("Webhook deleted")}
      item={webhook}
      ending={useDeleteWebhook(user)}
      onClose={onClose}
    />
  );
}
