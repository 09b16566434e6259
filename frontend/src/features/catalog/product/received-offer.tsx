import { useLingui } from "@lingui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { useContact } from "@/shared/conversations/use-contact";
import type { Product } from "@/shared/listings/types";
import { acceptReceived, declineReceived, type ReceivedOffer, receivedOfferQuery } from "@/shared/offers/offers";
import { useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Price } from "@/ui/price";

export function Received({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const mayHave = user !== null && user.id !== product.sellerId && product.listingType === "negotiable";
  const { data, error, isFetching, refetch } = useQuery({ ...receivedOfferQuery(product.id), enabled: mayHave });
  if (!mayHave) return null;
  if (error) {
    return (
      <Notice tone="bad" role="alert" title={i18n.t("The offers of the seller did not load.")}>
        <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()} className="mt-2">
          {i18n.t("Retry")}
        </Button>
      </Notice>
    );
  }
  return data?.offer ? <Offer offer={data.offer} product={product} /> : null;
}

function Offer({ offer, product }: { offer: ReceivedOffer; product: Product }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const { toConversation } = useContact(product);
  const refetchOffer = () => client.invalidateQueries({ queryKey: receivedOfferQuery(product.id).queryKey });
  const accepting = useMutation({ mutationFn: () => acceptReceived(offer.id), onSuccess: () => toConversation() });
  const declining = useMutation({ mutationFn: () => declineReceived(offer.id), onSuccess: refetchOffer });
  const error = accepting.error ?? declining.error;
  return (
    <section aria-labelledby="received-offer" className="overflow-hidden rounded-1 border border-ink bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 bg-ink px-4 py-2.5 text-paper">
        <h2 id="received-offer" className="font-sans text-body font-semibold tracking-normal">
          {i18n.t("The seller offers it to you")}
        </h2>
        <span className="text-small">{i18n.t("until {time}", { time: formatDateTime(offer.expiresAt) })}</span>
      </div>
      <div className="grid gap-3 p-4">
        {error && (
          <Notice tone="bad" role="alert">
            {messageFor(error).text}
          </Notice>
        )}
        <p className="flex items-baseline gap-3">
          <Price ringgit={offer.amount} size="detail" />
          <s className="text-small text-ink-3">RM&nbsp;{product.price}</s>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button className="flex-1" busy={accepting.isPending} onClick={() => accepting.mutate()}>
            {i18n.t("Accept")}
          </Button>
          <Button tone="line" className="flex-1" busy={declining.isPending} onClick={() => declining.mutate()}>
            {i18n.t("No, thank you")}
          </Button>
        </div>
        <p className="text-small text-ink-3">
          {i18n.t("It goes to all who saved this bottle. The seller learns of you only if you accept.")}
        </p>
      </div>
    </section>
  );
}
