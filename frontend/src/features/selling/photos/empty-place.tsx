import { useLingui } from "@lingui/react";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { cn } from "@/ui/class-names";
import { largeIcon } from "@/ui/icon";

interface Props {
  caption: string;
  hint: string;
  first: boolean;
  wrong: boolean;
  onChoose: () => void;
  onFiles: (files: FileList) => void;
  onPhoto: () => void;
}

export function EmptyPlace({ caption, hint, first, wrong, onChoose, onFiles, onPhoto }: Props) {
  const { i18n } = useLingui();
  const [over, setOver] = useState(false);
  return (
    <li
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        if (event.dataTransfer.files.length > 0) onFiles(event.dataTransfer.files);
        else onPhoto();
      }}
      className="grid min-w-0 content-start gap-1.5"
    >
      <button
        type="button"
        id={first ? "sell-imageUrl" : undefined}
        aria-label={i18n.t("Add a photograph: {caption}", { caption })}
        aria-describedby={wrong ? "sell-imageUrl-error" : "sell-photos-hint"}
        onClick={onChoose}
        className={cn(
          "grid aspect-[4/5] w-full place-content-center justify-items-center gap-2 rounded-1 border border-dashed bg-surface font-semibold hover:border-ink hover:bg-wash",
          wrong ? "border-rosella inset-ring inset-ring-rosella" : "border-edge",
          over && "border-ink bg-wash",
        )}
      >
        <ImagePlus {...largeIcon} />
        {i18n.t("Add")}
      </button>
      <span className="text-small font-semibold">{caption}</span>
      <span className="text-meta text-ink-3">{hint}</span>
    </li>
  );
}
