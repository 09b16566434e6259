import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { dashboardKey, productKey, productsKey } from "@/shared/listings/listing-keys";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { addPictureTo, appendNote, type Listing } from "./api";
import { isStuck, isUnderway, MAX_PHOTOS } from "./photos/photos";
import { PhotosStep } from "./photos/photos-step";
import { usePhotos } from "./photos/use-photos";
import { useKeys } from "./use-publish";

export function LockedEdit({ listing, onDone }: { listing: Listing; onDone: (listing: Listing) => void }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [note, setNote] = useState("");
  const keyFor = useKeys();
  const photos = usePhotos([], addPictureTo(listing), MAX_PHOTOS - listing.images.length);
  const write = useMutation({ mutationFn: () => appendNote(listing.id, note.trim(), keyFor(note.trim())) });
  const finish = () => {
    for (const queryKey of [productsKey, dashboardKey, [...productKey, listing.id], ["auction"]]) {
      void client.invalidateQueries({ queryKey });
    }
    showToast({ title: i18n.t("Auction updated"), text: listing.name, tone: "good" });
    onDone(listing);
  };
  const failed = (error: Error) =>
    showToast({ ...failureMessage(i18n.t("Error updating auction"), error), tone: "bad" });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim()) write.mutate(undefined, { onSuccess: finish, onError: failed });
    else finish();
  };
  return (
    <form noValidate onSubmit={save} className="grid max-w-200 gap-8">
      <h1 className="text-h1">{listing.name}</h1>
      <Notice tone="warn" title={i18n.t("This auction has bids.")}>
        {i18n.t("Its terms and words stay as they are. You may add photographs and a dated note.")}
      </Notice>
      <PhotosStep photos={photos} active shown={listing.images} boxCondition={listing.boxCondition} />
      <TextArea
        label={i18n.t("Note to the description")}
        optional
        value={note}
        onChange={(event) => setNote(event.target.value)}
        hint={i18n.t("Buyers see it below the description, with its date.")}
      />
      <Button
        type="submit"
        busy={write.isPending || isUnderway(photos.list)}
        disabled={isStuck(photos.list)}
        className="justify-self-start"
      >
        {i18n.t("Save Changes")}
      </Button>
    </form>
  );
}
