import { useLingui } from "@lingui/react";
import { coverPictureOf } from "@/lib/pictures";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Photo } from "@/ui/photo";
import type { Listing } from "../api";

interface Props {
  listing: Listing;
  busy: boolean;
  onClose: () => void;
  onDelete: () => void;
}

export function DeleteDialog({ listing, busy, onClose, onDelete }: Props) {
  const { i18n } = useLingui();
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Keep it")}
      </Button>
      <Button tone="danger" busy={busy} onClick={onDelete}>
        {i18n.t("Delete")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Are you sure you want to delete this product?")} onClose={onClose} actions={actions}>
      <div className="flex items-center gap-3">
        <Photo picture={coverPictureOf(listing)} sizes="48px" alt="" className="w-12 flex-none" />
        <div>
          <p className="serif text-price">{listing.name}</p>
          <p className="text-meta text-ink-3">
            {listing.brand}
            {listing.views !== undefined &&
              `, ${i18n.t("{views, plural, one {# view} other {# views}}", { views: listing.views })}`}
          </p>
        </div>
      </div>
      <p className="text-small text-ink-2">
        {i18n.t("People who saved it will see that it is gone. This cannot be undone.")}
      </p>
    </Dialog>
  );
}
