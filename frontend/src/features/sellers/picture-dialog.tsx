import { useLingui } from "@lingui/react";
import { useEffect, useId, useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { User } from "@/shared/session/session";
import { ownName } from "@/shared/users/names";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { SafeImage } from "@/ui/photo";
import { showToast } from "@/ui/toast-store";
import { type Picture, useUploadPicture } from "./api";
import { refusedPicture, wrongWithPicture } from "./rules";

const SILENT = ["network", "unexpected", "outcome_unknown"];

interface Props {
  kind: Picture;
  owner: User;
  onClose: () => void;
}

export function PictureDialog({ kind, owner, onClose }: Props) {
  const { i18n } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  const { send, sending, percent } = useSend(kind, onClose);
  const title = kind === "avatar" ? i18n.t("Change avatar") : i18n.t("Change cover");
  const choose = (chosen: File | null) => {
    const wrong = chosen && wrongWithPicture(chosen);
    if (wrong) showToast({ ...wrong, tone: "bad" });
    setFile(wrong ? null : chosen);
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={sending} onClick={() => send(file)}>
        {i18n.t("Save picture")}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <Preview kind={kind} owner={owner} file={file} />
      <Chooser kind={kind} onChoose={choose} />
      <div role="status" className="min-h-9">
        {sending && (
          <p className="grid gap-1.5 text-small">
            {i18n.t("Uploading {percent}%", { percent })}
            <progress
              aria-label={title}
              max={100}
              value={percent}
              className="h-1.5 w-full appearance-none bg-wash-2 [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-wash-2 [&::-webkit-progress-value]:bg-ink"
            />
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Chooser({ kind, onChoose }: { kind: Picture; onChoose: (file: File | null) => void }) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {i18n.t("Choose an image")}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className="min-h-11 w-full rounded-1 border border-edge bg-surface text-small file:mr-3 file:min-h-11 file:border-0 file:border-r file:border-line file:bg-wash file:px-4 file:font-semibold file:text-ink"
      />
      <p id={`${id}-hint`} className="text-meta text-ink-3">
        {kind === "cover"
          ? i18n.t("JPEG, PNG or WebP up to 5 MB. A wide picture fits best.")
          : i18n.t("JPEG, PNG or WebP up to 5 MB. It is shown round.")}
      </p>
    </div>
  );
}

function Preview({ kind, owner, file }: { kind: Picture; owner: User; file: File | null }) {
  const address = useAddressOf(file);
  if (kind === "avatar") return <Avatar name={ownName(owner)} src={address ?? owner.avatarUrl} size={120} />;
  const cover = address ?? owner.coverPhoto;
  return (
    <div className="aspect-[3/1] overflow-hidden rounded-1 bg-wash">
      {cover && <SafeImage src={cover} alt="" className="size-full object-cover" />}
    </div>
  );
}

function useAddressOf(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}

function useSend(kind: Picture, onSaved: () => void) {
  const { i18n } = useLingui();
  const [percent, setPercent] = useState(0);
  const upload = useUploadPicture(kind, setPercent);
  const failed = (error: Error) => {
    const { code } = asRefusal(error);
    const message = refusedPicture(code);
    if (message) return void showToast({ ...message, tone: "bad" });
    const spoken = SILENT.includes(code) ? "" : messageFor(error).text;
    const text = spoken || i18n.t("There was an error uploading your image");
    showToast({ title: i18n.t("Upload failed"), text, tone: "bad" });
  };
  const saved = () => {
    showToast({ title: i18n.t("Picture saved"), tone: "good" });
    onSaved();
  };
  return {
    send: (file: File | null) => {
      const wrong = wrongWithPicture(file);
      if (wrong) return void showToast({ ...wrong, tone: "bad" });
      if (!file) return;
      setPercent(0);
      upload.mutate(file, { onSuccess: saved, onError: failed });
    },
    sending: upload.isPending,
    percent,
  };
}
