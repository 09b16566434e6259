import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router-dom";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { auctionOfListing } from "@/shared/auctions/auction-of-listing";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";
import { AuctionSkeleton } from "./auction-skeleton";

/** The number may be that of a product. */
export function AuctionMissing({
  auctionId,
  error,
  onRetry,
}: {
  auctionId: number;
  error: Error;
  onRetry: () => void;
}) {
  const { i18n } = useLingui();
  const { status } = asRefusal(error);
  const unknown = status === 404;
  const { data: real, isLoading } = useQuery({ ...auctionOfListing(auctionId), enabled: unknown, retry: false });
  if (isLoading) return <AuctionSkeleton />;
  if (real) return <Navigate to={paths.auction(real.id)} replace />;
  const why = i18n.t("The seller took it back, or it broke the rules of the shop. Other bottles are waiting.");
  if (status === 410) return <AuctionUnavailable title={i18n.t("Auction Not Found")}>{why}</AuctionUnavailable>;
  if (unknown) return <AuctionUnknown />;
  return (
    <AuctionUnavailable title={i18n.t("Auction Not Found")} onRetry={onRetry}>
      {messageFor(error).text}
    </AuctionUnavailable>
  );
}

export function AuctionUnknown() {
  const { i18n } = useLingui();
  return (
    <AuctionUnavailable title={i18n.t("Auction Not Found")}>
      {i18n.t("There is nothing at this address. The page may have moved, or the bottle has found a home.")}
    </AuctionUnavailable>
  );
}

export function AuctionUnavailable({
  title,
  onRetry,
  children,
}: {
  title: string;
  onRetry?: () => void;
  children?: string;
}) {
  const { i18n } = useLingui();
  usePageTitle(title);
  const actions = (
    <div className="flex flex-wrap gap-3">
      {onRetry && <Button onClick={onRetry}>{i18n.t("Retry")}</Button>}
      <Button asChild tone="line">
        <Link to={paths.home}>{i18n.t("Return Home")}</Link>
      </Button>
    </div>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing={onRetry ? "tipped" : "paddle"} heading="h1" title={title} role="alert" action={actions}>
        {children}
      </EmptyState>
    </div>
  );
}
