/** The auction room, at both of its addresses; `/auctions/{id}` is the one we link to. */

import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router-dom";
import { auctionOfProductQuery } from "@/features/auctions/api";
import type { Auction } from "@/features/auctions/live";
import { AuctionSkeleton } from "@/features/auctions/room/auction-skeleton";
import { AuctionView, type BidFrame } from "@/features/auctions/room/auction-view";
import { useAuctionRoom } from "@/features/auctions/room/use-auction-room";
import { asRefusal } from "@/lib/calls/refusal";
import { live } from "@/lib/live/socket";
import { formatRinggit } from "@/lib/money";
import { paths } from "@/lib/paths";
import { useCurrentUser } from "@/lib/session/session";
import { messageFor } from "@/lib/words/messages";
import { bottleName, nameOf } from "@/lib/words/names";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";
import { readToast, showToast } from "@/ui/toast-store";
import { usePageTitle } from "../page-title";
import { loadToaster } from "../providers";

export function AuctionPage() {
  const { id = "" } = useParams();
  const auctionId = Number(id);
  if (!/^\d{1,15}$/.test(id)) return <Unknown />;
  return <Auctioned key={auctionId} auctionId={auctionId} />;
}

function Auctioned({ auctionId }: { auctionId: number }) {
  const { i18n } = useLingui();
  const { user, isPending: asking } = useCurrentUser();
  const { data: auction, error, isPending, refetch } = useAuctionRoom(auctionId, user?.id, useBidNotice(user?.id));
  usePageTitle(titleOf(auction, i18n.t("auction")));
  useConnectionWarning();
  useEffect(() => {
    // A page that is drawn by the build says nothing.
    if (!import.meta.env.SSR) void loadToaster().catch(() => undefined);
  }, []);
  if (isPending || asking) return <AuctionSkeleton />;
  if (error && !auction) return <Missing auctionId={auctionId} error={error} retry={() => void refetch()} />;
  if (!auction?.product) return <Unavailable title={i18n.t("Product Information Unavailable")} />;
  const product = { ...auction.product, name: bottleName(auction.product.name) };
  return (
    <>
      <link rel="canonical" href={paths.auction(auctionId)} />
      <AuctionView auction={{ ...auction, product }} user={user} />
    </>
  );
}

function titleOf(auction: Auction | undefined, word: string): string | undefined {
  return auction?.product ? `${bottleName(auction.product.name)}, ${word}` : undefined;
}

/** The number may be a product's: then its auction is meant. */
function Missing({ auctionId, error, retry }: { auctionId: number; error: Error; retry: () => void }) {
  const { i18n } = useLingui();
  const { status } = asRefusal(error);
  const unknown = status === 404;
  const { data: real, isLoading } = useQuery(auctionOfProductQuery(auctionId, unknown));
  if (isLoading) return <AuctionSkeleton />;
  if (real) return <Navigate to={paths.auction(real)} replace />;
  const why = i18n.t("The seller took it back, or it broke the rules of the shop. Other bottles are waiting.");
  if (status === 410) return <Unavailable title={i18n.t("Auction Not Found")}>{why}</Unavailable>;
  if (unknown) return <Unknown />;
  return (
    <Unavailable title={i18n.t("Auction Not Found")} retry={retry}>
      {messageFor(error).text}
    </Unavailable>
  );
}

function Unknown() {
  const { i18n } = useLingui();
  return (
    <Unavailable title={i18n.t("Auction Not Found")}>
      {i18n.t("There is nothing at this address. The page may have moved, or the bottle has found a home.")}
    </Unavailable>
  );
}

function Unavailable({ title, retry, children }: { title: string; retry?: () => void; children?: string }) {
  const { i18n } = useLingui();
  usePageTitle(title);
  const actions = (
    <div className="flex flex-wrap gap-3">
      {retry && <Button onClick={retry}>{i18n.t("Retry")}</Button>}
      <Button asChild tone="line">
        <Link to={paths.home}>{i18n.t("Return Home")}</Link>
      </Button>
    </div>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing={retry ? "tipped" : "paddle"} heading="h1" title={title} role="alert" action={actions}>
        {children}
      </EmptyState>
    </div>
  );
}

/** Others' bids are said; the outcome of one's own bid is never covered by them. */
function useBidNotice(userId: number | undefined): (frame: BidFrame) => void {
  const { i18n } = useLingui();
  return ({ bid }) => {
    const toast = readToast();
    if (bid.bidderId === userId || (toast?.open && toast.id.startsWith("bid-"))) return;
    const text = i18n.t("{name} bid {amount}.", {
      name: nameOf(bid.bidder.name, bid.bidder.isDeleted),
      amount: formatRinggit(bid.amount),
    });
    showToast({ title: i18n.t("New Bid Placed"), text }, "others-bid");
  };
}

function useConnectionWarning(): void {
  const { i18n } = useLingui();
  useEffect(
    () =>
      live().onGaveUp(() =>
        showToast({
          title: i18n.t("Connection Error"),
          text: i18n.t("Could not connect to bid updates. Please refresh the page."),
          tone: "bad",
        }),
      ),
    [i18n],
  );
}
