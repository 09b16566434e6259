import { useLingui } from "@lingui/react";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import type { NewApiKey } from "./api-key-calls";

export function ApiKeySecret({ created, onClose }: { created: NewApiKey; onClose: () => void }) {
  const { i18n } = useLingui();
  return (
    <Dialog
      open
      title={created.key.name}
      onClose={onClose}
      actions={<Button onClick={onClose}>{i18n.t("I have saved it")}</Button>}
    >
      <Notice tone="warn" title={i18n.t("The key is shown only once.")}>
        {i18n.t("Keep it where you keep passwords. Anyone who has it can do what you have allowed it.")}
      </Notice>
      <code className="select-all break-all rounded-1 bg-wash px-3 py-2.5 text-field">{created.secret}</code>
      <div>
        <CopyButton text={created.secret} what={i18n.t("Copy the key")} />
      </div>
    </Dialog>
  );
}
