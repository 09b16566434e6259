import { useLingui } from "@lingui/react";
import { sizeInWords } from "@/lib/i18n/file-size";
import { Button } from "@/ui/button";
import type { Upload } from "./uploads";

interface Props {
  upload: Upload;
  onCancel: (upload: Upload) => void;
  onAgain: (upload: Upload) => void;
}

export function UploadRow({ upload, onCancel, onAgain }: Props) {
  const { i18n } = useLingui();
  const { file, percent, refused } = upload;
  return (
    <li data-testid="upload" className="grid justify-items-end gap-1">
      <div className="grid w-[min(360px,85%)] gap-2 rounded-2 bg-wash-2 px-3.5 py-2.5 text-ink-2">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="flex-none text-meta">{sizeInWords(file.size)}</span>
        </span>
        {!refused && (
          <progress
            max={100}
            value={percent}
            aria-label={i18n.t("Sending {name}", { name: file.name })}
            className="h-1.5 w-full accent-ink"
          />
        )}
      </div>
      {refused && (
        <p role="alert" className="text-small text-rosella">
          {i18n.t("Upload Failed")}: {refused}
        </p>
      )}
      <div className="flex gap-2">
        {refused && (
          <Button tone="line" size="small" onClick={() => onAgain(upload)}>
            {i18n.t("Retry")}
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={() => onCancel(upload)}>
          {refused ? i18n.t("Remove") : i18n.t("Cancel")}
        </Button>
      </div>
    </li>
  );
}
