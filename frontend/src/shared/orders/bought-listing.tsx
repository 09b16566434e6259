import { useLingui } from "@lingui/react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { concentrationName, conditionName } from "@/shared/listings/listing-words";
import { ErrorState } from "@/ui/error-state";
import { Photo } from "@/ui/photo";
import { Skeleton } from "@/ui/skeleton";
import { DetailList } from "@/ui/table";

const PATHS = { person: "/api/orders/{deal_id}/listing", staff: "/api/admin/orders/{deal_id}/listing" } as const;

type Reader = keyof typeof PATHS;

const boughtListingQuery = (dealId: number, reader: Reader) =>
  queryOptions({
    queryKey: ["bought listing", reader, dealId],
    queryFn: () => nullWhenMissing(callApi("GET", PATHS[reader], { path: { deal_id: dealId } })),
  });

interface Props {
  dealId: number;
  title: string;
  reader?: Reader;
}

/** Shows nothing for a purchase that was not confirmed or is older than this record. */
export function BoughtListing({ dealId, title, reader = "person" }: Props) {
  const { i18n } = useLingui();
  const { data: listing, error, isPending, refetch } = useQuery(boughtListingQuery(dealId, reader));
  if (isPending) return <Skeleton className="h-40" />;
  if (error) {
    return (
      <ErrorState
        title={i18n.t("The listing did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!listing) return null;
  return (
    <section aria-label={title} className="grid content-start gap-4">
      <div className="grid gap-1">
        <h2 className="serif text-h4">{title}</h2>
        <p className="text-small text-ink-2">
          {i18n.t("Saved on {date}. Later changes by the seller are not shown.", {
            date: formatDateTime(listing.boughtAt),
          })}
        </p>
      </div>
      <p className="font-semibold wrap-anywhere">
        {listing.brand} {listing.name}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{listing.description}</p>
      {listing.images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {listing.images.map(({ imageUrl }, place) => (
            <li key={imageUrl}>
              <a
                href={imageUrl}
                target="_blank"
                rel="noreferrer"
                aria-label={i18n.t("Photograph {place}", { place: String(place + 1) })}
              >
                <Photo src={`${imageUrl}-320`} alt="" sizes="96px" className="w-24" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <DetailList
        facts={[
          [i18n.t("Asking price"), formatRinggit(listing.price)],
          [i18n.t("Volume"), `${listing.volume} ml`],
          [
            i18n.t("Bottle condition"),
            [
              ...(listing.isNew ? [i18n.t("Like New")] : []),
              i18n.t("{percent}% full", { percent: listing.remainingPercentage }),
            ].join(", "),
          ],
          [i18n.t("Box condition"), conditionName(listing.boxCondition)],
          [i18n.t("Batch code"), listing.batchCode || i18n.t("No batch code provided")],
          [i18n.t("Original purchase year"), listing.purchaseYear ?? i18n.t("Unknown")],
          [i18n.t("Concentration"), concentrationName(listing.concentration) || i18n.t("Not stated")],
          [i18n.t("Notes"), listing.notes || i18n.t("Not stated")],
          [i18n.t("Sent from"), listing.state || i18n.t("Not stated")],
        ]}
      />
    </section>
  );
}
