import { useLingui } from "@lingui/react";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import type { Reported } from "../cases/api";
import { ListingState } from "./listing-state";

export function ListingDetails({ listing, appeals, title }: Reported & { title?: string }) {
  const { i18n } = useLingui();
  return (
    <>
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Link
            to={paths.product(listing.id)}
            className={title ? "link inline-flex min-h-8 items-center text-small" : "link serif text-h3 break-words"}
          >
            {title ?? bottleName(listing.name)}
          </Link>
          <Price ringgit={listing.price} size="row" sen />
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ink-2">
          {listing.brand}, {listing.volume} ml
          <ListingState status={listing.status} />
        </p>
      </div>
      <ul aria-label={i18n.t("Photographs")} className="grid grid-cols-3 gap-2 md:grid-cols-4">
        {(listing.images.length > 0 ? listing.images : [{ imageUrl: listing.imageUrl }]).map(({ imageUrl }, place) => (
          <li key={imageUrl}>
            <Photo
              src={imageUrl}
              alt={i18n.t("Photograph {place}", { place: String(place + 1) })}
              ratio="aspect-[4/5]"
              sizes="(min-width: 768px) 180px, 30vw"
            />
          </li>
        ))}
      </ul>
      <p className="max-w-[65ch] text-small whitespace-pre-line break-words">{listing.description}</p>
      {appeals.map((appeal) => (
        <p key={appeal.createdAt} className="max-w-[65ch] text-small break-words">
          <b className="font-semibold">{i18n.t("The seller’s appeal")}:</b> {appeal.words}
        </p>
      ))}
    </>
  );
}
