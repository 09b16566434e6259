import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { nameOf } from "@/shared/users/names";
import { Link } from "@/ui/link";
import { type Reported, reportedListingQuery } from "../cases/api";
import { reasonNames } from "../layout/reason-words";
import { StaffLayout } from "../layout/staff-layout";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { revisionsQuery } from "./api";
import { ListingActions } from "./listing-actions";
import { ListingDetails } from "./listing-details";
import { Revisions } from "./revisions";

export function ListingPage({ productId }: { productId: number }) {
  const { i18n } = useLingui();
  const query = useQuery(reportedListingQuery(productId));
  const title = query.data && bottleName(query.data.listing.name);
  return (
    <StaffLayout title={title ?? i18n.t("Listing {id}", { id: String(productId) })}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <section aria-label={i18n.t("Listing")} className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <WhenLoaded query={query} failed={i18n.t("The listing did not load")}>
            {(data) => (
              <>
                <Seller listing={data.listing} />
                <ListingDetails {...data} title={i18n.t("View listing")} />
                <ListingActions listing={data.listing} />
                <Reports reports={data.reports} />
              </>
            )}
          </WhenLoaded>
        </section>
        <section aria-label={i18n.t("Changes")} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
          <h2 className="text-h3">{i18n.t("Changes")}</h2>
          <WhenLoaded query={useQuery(revisionsQuery(productId))} failed={i18n.t("The changes did not load")}>
            {(revisions) => <Revisions revisions={revisions} />}
          </WhenLoaded>
        </section>
      </div>
    </StaffLayout>
  );
}

function Seller({ listing: { seller, createdAt } }: { listing: Reported["listing"] }) {
  const { i18n } = useLingui();
  return (
    <p className="text-small text-ink-2">
      {seller && (
        <Link to={staffPaths.person(seller.id)} className="link mr-2 inline-flex min-h-8 items-center">
          {nameOf(seller.username, seller.isDeleted)}
        </Link>
      )}
      {i18n.t("Listed on {date}", { date: formatDate(createdAt) })}
    </p>
  );
}

function Reports({ reports }: { reports: Reported["reports"] }) {
  const { i18n } = useLingui();
  return (
    <section aria-label={i18n.t("Reports")} className="grid gap-2">
      <h2 className="text-h3">{i18n.t("Reports")}</h2>
      {reports.length === 0 && <p className="text-small text-ink-3">{i18n.t("No reports yet.")}</p>}
      {reports.map((report) => (
        <p key={report.reporterId} className="max-w-[65ch] border-t border-line pt-2 text-small break-words">
          <b className="font-semibold">{reasonNames()[report.reason]}</b>{" "}
          <span className="text-ink-3">{formatDate(report.createdAt)}</span>
          <span className="block">{report.words}</span>
        </p>
      ))}
    </section>
  );
}
