import { useLingui } from "@lingui/react";
import { Download } from "lucide-react";
import { saveFile } from "@/lib/page/save-file";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { smallIcon } from "@/ui/icon";
import { Notice } from "@/ui/notice";

interface Props {
  codes: string[];
  username: string;
  onClose: () => void;
}

export function RecoveryCodes({ codes, username, onClose }: Props) {
  const { i18n } = useLingui();
  const text = codes.join("\n");
  return (
    <Dialog
      open
      title={i18n.t("Your recovery codes")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{i18n.t("I have saved them")}</Button>}
    >
      <Notice tone="warn" title={i18n.t("They are shown only once.")}>
        {i18n.t("When your phone is lost, each of them signs you in once. Keep them where your phone is not.")}
      </Notice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 border-y border-line py-4 max-[359px]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-field">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} what={i18n.t("Copy all")} />
        <Button
          tone="line"
          size="small"
          onClick={() => saveFile(`wangi-recovery-codes-${username}.txt`, `${text}\n`, "text/plain")}
        >
          <Download {...smallIcon} />
          {i18n.t("Download")}
        </Button>
      </div>
    </Dialog>
  );
}
