import { useLingui } from "@lingui/react";
import { useState } from "react";
import { useContact } from "@/shared/conversations/use-contact";
import type { Product } from "@/shared/listings/types";
import { OfferDialog } from "@/shared/offers/offer-dialog";
import { makeOffer } from "@/shared/offers/offers";
import { Button } from "@/ui/button";

export function MakeOffer({ product, tone = "primary" }: { product: Product; tone?: "primary" | "line" }) {
  const { i18n } = useLingui();
  const { mayOffer, toConversation } = useContact(product);
  const [open, setOpen] = useState(false);
  const { name, brand, imageUrl, price, volume, remainingPercentage: percent } = product;
  const left = volume && percent ? (volume * percent) / 100 : null;
  const about = [brand, volume && `${volume} ml`, percent && i18n.t("{percent}% full", { percent })].filter(Boolean);
  const seller = product.seller?.username ?? "";
  return (
    <>
      <Button tone={tone} className="min-w-0 flex-1" onClick={() => setOpen(mayOffer())}>
        {i18n.t("Make an Offer")}
      </Button>
      {open && (
        <OfferDialog
          title={i18n.t("Make an Offer")}
          bottle={{ name, about: about.join(", "), imageUrl, price }}
          millilitres={left}
          promise={i18n.t(
            "Your offer stands for 48 hours. If {seller} accepts, the bottle is reserved for you and the purchase begins in the chat.",
            { seller },
          )}
          onSend={async (amount) => {
            await makeOffer(product.id, amount);
            toConversation();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
