import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { formatDate } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { removalReason } from "@/shared/listings/removal-reasons";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Cell, HeadCell, Table } from "@/ui/table";
import { SelectAllCell, SelectCell } from "../bulk/select-cells";
import { type Selection, useSelection } from "../bulk/use-selection";
import { listingStates } from "../cases/case-words";
import { Listed } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { type Listing, listingsQuery, useRestoring } from "../overview/api";
import { RemoveDialog } from "./listing-actions";
import { ListingsBulk } from "./listings-bulk";
import { ListingsFilters, listingFilters } from "./listings-filters";

export function Listings() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const filters = listingFilters(params);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    listingsQuery(filters),
  );
  const listings = data?.pages.flatMap(({ rows }) => rows);
  const [openListing, setOpenListing] = useState<Listing | null>(null);
  const mayJudge = hasDuty(useCurrentUser().user, "conduct");
  const selection = useSelection(listings?.map(({ id }) => id) ?? []);
  return (
    <>
      <ListingsFilters
        filters={filters}
        onFilter={(change) => setParams(staffPaths.filtered(params, change), { replace: true })}
      />
      <Listed
        count={listings?.length}
        error={error}
        empty={Object.values(filters).some(Boolean) ? i18n.t("No listings found") : i18n.t("Nothing is listed")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        {mayJudge && <ListingsBulk listings={listings ?? []} selection={selection} />}
        <Table label={i18n.t("Listings")} isStacked>
          <thead>
            <tr>
              {mayJudge && <SelectAllCell selection={selection} />}
              <HeadCell>{i18n.t("Listing")}</HeadCell>
              <HeadCell>{i18n.t("Seller")}</HeadCell>
              <HeadCell>{i18n.t("Status")}</HeadCell>
              <HeadCell numeric>{i18n.t("Price")}</HeadCell>
              <HeadCell>
                <span className="sr-only">{i18n.t("Actions")}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {listings?.map((listing) => (
              <Row key={listing.id} listing={listing} selection={selection} onRemove={() => setOpenListing(listing)} />
            ))}
          </tbody>
        </Table>
      </Listed>
      {openListing && <RemoveDialog listing={openListing} onClose={() => setOpenListing(null)} />}
    </>
  );
}

function Row({ listing, selection, onRemove }: { listing: Listing; selection: Selection; onRemove: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending } = useRestoring();
  const mayJudge = hasDuty(useCurrentUser().user, "conduct");
  const { id, status, seller } = listing;
  const isRemoved = status === "removed";
  return (
    <tr data-testid="staff-listing">
      {mayJudge && <SelectCell selection={selection} id={id} name={bottleName(listing.name)} />}
      <Cell>
        <span className="flex items-center gap-3">
          <Photo src={listing.imageUrl} alt="" ratio="aspect-[4/5]" sizes="40px" className="w-10 flex-none" />
          <span className="min-w-0">
            <Link to={paths.product(id)} className="link inline-flex min-h-6 items-center font-semibold">
              {bottleName(listing.name)}
            </Link>
            <span className="block text-meta text-ink-3">
              {listing.brand}, {formatDate(listing.createdAt)}
            </span>
          </span>
        </span>
      </Cell>
      <Cell>
        {seller && (
          <Link
            to={staffPaths.listings({ seller: String(seller.id) })}
            aria-label={i18n.t("All listings of {name}", { name: nameOf(seller.username, seller.isDeleted) })}
            className="link inline-flex min-h-6 items-center"
          >
            {nameOf(seller.username, seller.isDeleted)}
          </Link>
        )}
      </Cell>
      <Cell>
        <Badge tone={isRemoved ? "bad" : status === "active" ? "good" : "plain"}>
          {listingStates()[status] ?? status}
        </Badge>
        {listing.removedReason && (
          <span className="block max-w-60 pt-1 text-meta break-words text-ink-3">
            {removalReason(listing.removedReason)}
          </span>
        )}
      </Cell>
      <Cell numeric>
        <Price ringgit={listing.price} size="row" sen />
      </Cell>
      <Cell className="text-right">
        {mayJudge && (
          <Link to={staffPaths.listing(id)} className="link mr-3 inline-flex min-h-8 items-center text-small">
            {i18n.t("Changes")}
          </Link>
        )}
        {!mayJudge ? null : isRemoved ? (
          <Button tone="line" size="small" busy={isPending} onClick={() => mutate(id)}>
            {i18n.t("Restore")}
          </Button>
        ) : (
          <Button tone="line" size="small" onClick={onRemove}>
            {i18n.t("Remove")}
          </Button>
        )}
      </Cell>
    </tr>
  );
}
