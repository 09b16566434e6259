/** Boosted listings, and how long each boost goes on. */
import { useLingui } from "@lingui/react";
import { coverPictureOf } from "@/lib/bottle/photos";
import { paths } from "@/lib/paths";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Drop } from "@/ui/drop";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Cell, HeadCell, Table } from "@/ui/table";
import type { Listing } from "./api";
import { boostKind, hoursLeft, priceOf } from "./order";

const PHONE_ROW =
  "max-md:grid max-md:grid-cols-[48px_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:py-3";
const PHONE_CELL = "max-md:border-0 max-md:p-0";

export function BoostedTab({ listings }: { listings: Listing[] }) {
  const { i18n } = useLingui();
  if (listings.length === 0) {
    const boost = (
      <Button asChild tone="line">
        <Link to={paths.boost}>{i18n.t("Boost Products")}</Link>
      </Button>
    );
    return (
      <EmptyState drawing="label" title={i18n.t("No boosted products")} action={boost}>
        {i18n.t("A boosted bottle takes its turn on the home page and comes first among equals in search.")}
      </EmptyState>
    );
  }
  return (
    <div className="pt-4">
      <Table label={i18n.t("Boosted Products")}>
        <thead className="max-md:sr-only">
          <tr>
            <HeadCell>
              <span className="sr-only">{i18n.t("Image")}</span>
            </HeadCell>
            <HeadCell>{i18n.t("Name")}</HeadCell>
            <HeadCell numeric>{i18n.t("Price")}</HeadCell>
            <HeadCell>{i18n.t("Boost Type")}</HeadCell>
            <HeadCell>{i18n.t("Boosted Until")}</HeadCell>
            <HeadCell>{i18n.t("Time Remaining")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{i18n.t("Actions")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {listings.map((listing) => (
            <Row key={listing.id} listing={listing} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ listing }: { listing: Listing }) {
  const { i18n } = useLingui();
  const hours = hoursLeft(listing, useServerNow());
  const premium = boostKind(listing) === "premium";
  const { name } = listing;
  return (
    <tr className={PHONE_ROW}>
      <Cell className={`${PHONE_CELL} max-md:row-span-3`}>
        <Photo picture={coverPictureOf(listing)} sizes="48px" alt="" className="w-10 max-md:w-12" />
      </Cell>
      <Cell className={`${PHONE_CELL} serif text-price max-md:text-price`}>{name}</Cell>
      <Cell numeric className={PHONE_CELL}>
        <Price ringgit={priceOf(listing)} size="row" />
      </Cell>
      <Cell className={PHONE_CELL}>
        <Badge tone={premium ? "premium" : "promo"}>
          <Drop className={premium ? "fill-on-ambar" : "fill-ambar-liquid"} />
          {premium ? i18n.t("Premium") : i18n.t("Standard")}
        </Badge>
      </Cell>
      <Cell className={`${PHONE_CELL} whitespace-nowrap max-md:col-start-2 max-md:row-start-3 max-md:text-meta`}>
        {listing.featuredUntil ? formatDateTime(listing.featuredUntil) : i18n.t("No end stated")}
      </Cell>
      <Cell className={`${PHONE_CELL} whitespace-nowrap max-md:text-right`}>
        {hours > 0 ? (
          i18n.t("{hours} h", { hours })
        ) : (
          <span className="font-medium text-rosella">{i18n.t("Expired")}</span>
        )}
      </Cell>
      <Cell className={`${PHONE_CELL} text-right`}>
        <Button asChild tone="line" size="small">
          <Link to={`${paths.boost}?products=${listing.id}`} aria-label={i18n.t("Renew Boost of {name}", { name })}>
            {i18n.t("Renew Boost")}
          </Link>
        </Button>
      </Cell>
    </tr>
  );
}
