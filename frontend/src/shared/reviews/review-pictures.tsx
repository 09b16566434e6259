import { useLingui } from "@lingui/react";
import { useState } from "react";
import type { Review } from "@/shared/reviews/reviews";
import { SafeImage } from "@/ui/photo";
import { Zoom } from "@/ui/zoom";

export function ReviewPictures({ pictures }: { pictures: Review["pictures"] }) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul aria-label={i18n.t("Pictures of the review")} className="flex flex-wrap gap-2 pt-1">
        {pictures.map(({ token, thumbnailUrl, width, height }, place) => (
          <li key={token}>
            <button
              type="button"
              aria-label={i18n.t("Open picture {place}", { place: String(place + 1) })}
              onClick={() => setOpen(place)}
              className="block size-20 overflow-hidden rounded-1 bg-wash"
            >
              <SafeImage
                src={thumbnailUrl}
                alt=""
                loading="lazy"
                width={width}
                height={height}
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Zoom
          pictures={pictures}
          alt={i18n.t("Picture of the review")}
          start={open}
          onShow={() => undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
