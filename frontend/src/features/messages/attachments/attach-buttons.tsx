import { useLingui } from "@lingui/react";
import { Camera, Paperclip } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { ACCEPTED } from "./files";

export function AttachButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { i18n } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        data-testid="file-input"
        aria-label={i18n.t("Attach a file")}
        onChange={take}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={i18n.t("Take a photograph")}
        onChange={take}
      />
      <IconButton label={i18n.t("Attach a file")} className="-ml-2" onClick={() => chooser.current?.click()}>
        <Paperclip {...icon} />
      </IconButton>
      <IconButton
        label={i18n.t("Take a photograph")}
        className="-ml-2 hidden pointer-coarse:inline-grid"
        onClick={() => camera.current?.click()}
      >
        <Camera {...icon} />
      </IconButton>
    </>
  );
}
