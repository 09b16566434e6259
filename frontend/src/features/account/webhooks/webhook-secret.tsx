import { useLingui } from "@lingui/react";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import type { NewWebhook } from "./webhook-calls";

export function WebhookSecret({ created, onClose }: { created: NewWebhook; onClose: () => void }) {
  const { i18n } = useLingui();
  return (
    <Dialog
      open
      title={created.webhook.name}
      onClose={onClose}
      actions={<Button onClick={onClose}>{i18n.t("I have saved it")}</Button>}
    >
      <Notice tone="warn" title={i18n.t("The secret is shown only once.")}>
        {i18n.t("Your program checks by it that a call comes from Wangi. Keep it where you keep passwords.")}
      </Notice>
      <code className="select-all break-all rounded-1 bg-wash px-3 py-2.5 text-field">{created.secret}</code>
      <div>
        <CopyButton text={created.secret} what={i18n.t("Copy the secret")} />
      </div>
    </Dialog>
  );
}
