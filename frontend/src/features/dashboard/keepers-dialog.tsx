/** Asks for the price at which a listing is offered to all who saved it. */
import { useLingui } from "@lingui/react";
import { offerToKeepers } from "@/lib/bottle/offers";
import { coverOf } from "@/lib/bottle/photos";
import { bottleName } from "@/lib/words/names";
import { OfferDialog } from "@/ui/offer-dialog";
import type { Listing } from "./api";

interface Props {
  listing: Listing;
  onClose: () => void;
  onSent: () => void;
}

export function KeepersDialog({ listing, onClose, onSent }: Props) {
  const { i18n } = useLingui();
  return (
    <OfferDialog
      title={i18n.t("Offer to all who saved it")}
      bottle={{
        name: bottleName(listing.name),
        about: listing.brand,
        imageUrl: coverOf(listing),
        price: listing.price,
      }}
      promise={i18n.t(
        "Up to 200 people who saved this bottle may buy it at this price for 48 hours. You learn of those who accept. You can do this again in 7 days.",
      )}
      onSend={async (amount) => {
        await offerToKeepers(listing.id, amount);
        onSent();
      }}
      onClose={onClose}
    />
  );
}
