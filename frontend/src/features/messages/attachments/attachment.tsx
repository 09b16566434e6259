import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { sizeInWords } from "@/lib/i18n/file-size";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { Zoom } from "@/ui/zoom";
import { type Message, threadKey } from "../api";

export function Attachment({ message: { file, fileUrl, senderId, receiverId } }: { message: Message }) {
  const { i18n } = useLingui();
  if (!file || !fileUrl) return <span className="text-ink-2">{i18n.t("Failed to load preview")}</span>;
  if (file.contentType.startsWith("image/")) {
    return <Picture key={fileUrl} file={file} url={fileUrl} people={[senderId, receiverId]} />;
  }
  return (
    <a
      href={fileUrl}
      download={file.name}
      data-testid="document"
      className="flex min-h-11 items-center gap-3 no-underline"
    >
      <FileText {...icon} className="flex-none" />
      <span className="grid min-w-0">
        <span className="truncate font-medium underline">{file.name}</span>
        <span className="text-meta text-ink-2">{sizeInWords(file.size)}</span>
      </span>
      <Download {...icon} aria-hidden={undefined} role="img" aria-label={i18n.t("Download")} className="flex-none" />
    </a>
  );
}

interface PictureProps {
  file: NonNullable<Message["file"]>;
  url: string;
  people: number[];
}

function Picture({ file, url, people }: PictureProps) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [failed, setFailed] = useState(false);
  const [open, setOpen] = useState(false);
  const reloadThreads = () => Promise.all(people.map((id) => client.resetQueries({ queryKey: threadKey(id) })));
  if (failed) {
    return (
      <span role="alert" className="flex flex-wrap items-center gap-3">
        {i18n.t("Failed to load image")}
        <Button tone="line" size="small" onClick={() => void reloadThreads()}>
          {i18n.t("Retry")}
        </Button>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={i18n.t("Open picture {name}", { name: file.name })}
        onClick={() => setOpen(true)}
        className="block"
      >
        <img
          src={`${url}&size=small`}
          alt=""
          loading="lazy"
          decoding="async"
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          onError={() => setFailed(true)}
          className="h-auto max-h-80 w-auto max-w-full rounded-1 bg-wash object-contain"
        />
      </button>
      {open && (
        <Zoom
          pictures={[{ imageUrl: url }]}
          alt={file.name}
          start={0}
          onShow={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
