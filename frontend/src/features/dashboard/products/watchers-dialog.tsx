import { useLingui } from "@lingui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit } from "@/lib/money";
import { coverOf } from "@/lib/pictures";
import { formatDate } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { OfferDialog } from "@/shared/offers/offer-dialog";
import { campaignQuery, type OpenCampaign, offerToWatchers, withdrawFromWatchers } from "@/shared/offers/offers";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ErrorState } from "@/ui/error-state";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import type { Listing } from "../api";

interface Props {
  listing: Listing;
  onClose: () => void;
  onSent: () => void;
}

export function WatchersDialog({ listing, onClose, onSent }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const title = i18n.t("Offer to all who saved it");
  const { data, error, isPending, refetch } = useQuery(campaignQuery(listing.id));
  if (isPending || error)
    return (
      <Dialog open title={title} onClose={onClose}>
        {error ? (
          <ErrorState {...messageFor(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </Dialog>
    );
  if (data.campaign) return <TakeBack {...{ title, listing, onClose }} campaign={data.campaign} />;
  return (
    <OfferDialog
      title={title}
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
        await offerToWatchers(listing.id, amount);
        await client.invalidateQueries(campaignQuery(listing.id));
        onSent();
      }}
      onClose={onClose}
    />
  );
}

interface TakeBackProps extends Omit<Props, "onSent"> {
  title: string;
  campaign: OpenCampaign;
}

function TakeBack({ title, listing, campaign, onClose }: TakeBackProps) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const taking = useMutation({
    mutationFn: () => withdrawFromWatchers(listing.id),
    onSuccess: async () => {
      showToast({ title: i18n.t("Offer taken back"), tone: "good" });
      onClose();
      await client.invalidateQueries(campaignQuery(listing.id));
    },
  });
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Close")}
      </Button>
      <Button tone="line" busy={taking.isPending} onClick={() => taking.mutate()}>
        {i18n.t("Take back")}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      {taking.error && (
        <Notice tone="bad" role="alert">
          {messageFor(taking.error).text}
        </Notice>
      )}
      <p>
        {i18n.t("{name} is offered for {price} to those who saved it.", {
          name: bottleName(listing.name),
          price: formatRinggit(campaign.amount),
        })}
      </p>
      <p className="text-ink-2">
        {i18n.t("Taken back, nobody can accept it any more; who has accepted keeps the purchase. Again from {date}.", {
          date: formatDate(campaign.againAt),
        })}
      </p>
    </Dialog>
  );
}
