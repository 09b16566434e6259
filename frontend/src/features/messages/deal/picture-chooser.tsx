import { useLingui } from "@lingui/react";
import { ImagePlus, X } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { MAX_PICTURES } from "@/shared/reviews/reviews";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { SafeImage } from "@/ui/photo";
import type { AddedPicture } from "./use-review-pictures";

interface Props {
  pictures: AddedPicture[];
  onAdd: (files: File[]) => void;
  onAgain: (picture: AddedPicture) => void;
  onRemove: (picture: AddedPicture) => void;
}

export function PictureChooser({ pictures, onAdd, onAgain, onRemove }: Props) {
  const { i18n } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <div className="grid gap-2">
      {pictures.length > 0 && (
        <ul aria-label={i18n.t("Pictures of the review")} className="grid gap-2">
          {pictures.map((picture, place) => (
            <Row key={picture.key} picture={picture} place={place + 1} onAgain={onAgain} onRemove={onRemove} />
          ))}
        </ul>
      )}
      {pictures.length < MAX_PICTURES && (
        <>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            accept="image/jpeg,image/png,image/gif,image/webp"
            data-testid="review-pictures"
            aria-label={i18n.t("Add pictures")}
            onChange={choose}
          />
          <Button tone="line" size="small" className="justify-self-start" onClick={() => chooser.current?.click()}>
            <ImagePlus {...icon} />
            {i18n.t("Add pictures")}
          </Button>
          <p className="text-small text-ink-3">{i18n.t("Up to 3 pictures, shown with your review.")}</p>
        </>
      )}
    </div>
  );
}

interface RowProps extends Omit<Props, "pictures" | "onAdd"> {
  picture: AddedPicture;
  place: number;
}

function Row({ picture, place, onAgain, onRemove }: RowProps) {
  const { i18n } = useLingui();
  const { shown, percent, token, refused, file } = picture;
  return (
    <li className="flex items-center gap-3">
      <span className="size-14 flex-none overflow-hidden rounded-1 bg-wash">
        <SafeImage src={shown} alt="" className="size-full object-cover" />
      </span>
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="truncate text-small">{file.name}</span>
        {!token && !refused && (
          <progress
            max={100}
            value={percent}
            aria-label={i18n.t("Sending {name}", { name: file.name })}
            className="h-1.5 w-full accent-ink"
          />
        )}
        {refused && (
          <>
            <span role="alert" className="text-small text-rosella">
              {i18n.t("Upload Failed")}: {refused}
            </span>
            <Button tone="line" size="small" className="justify-self-start" onClick={() => onAgain(picture)}>
              {i18n.t("Retry")}
            </Button>
          </>
        )}
      </span>
      <IconButton label={i18n.t("Remove picture {place}", { place: String(place) })} onClick={() => onRemove(picture)}>
        <X {...icon} />
      </IconButton>
    </li>
  );
}
