import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import type { Auction } from "@/features/auctions/live";
import { AuctionMissing, AuctionUnavailable, AuctionUnknown } from "@/features/auctions/room/auction-missing";
import { AuctionSkeleton } from "@/features/auctions/room/auction-skeleton";
import { AuctionView, type BidFrame } from "@/features/auctions/room/auction-view";
import { useAuctionRoom } from "@/features/auctions/room/use-auction-room";
import { liveConnection } from "@/lib/live/socket";
import { formatRinggit } from "@/lib/money";
import { usePageTitle } from "@/lib/page/page-title";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { nameOf } from "@/shared/users/names";
import { readToast, showToast } from "@/ui/toast-store";
import { WithChat } from "../chat";
import { loadToaster } from "../providers";

export function AuctionPage() {
  const { id = "" } = useParams();
  const auctionId = Number(id);
  if (!/^\d{1,15}$/.test(id)) return <AuctionUnknown />;
  return <Auctioned key={auctionId} auctionId={auctionId} />;
}

function Auctioned({ auctionId }: { auctionId: number }) {
  const { i18n } = useLingui();
  const { user, isPending: userPending } = useCurrentUser();
  const { data: auction, error, isPending, refetch } = useAuctionRoom(auctionId, user?.id, useBidToast(user?.id));
  usePageTitle(titleOf(auction, i18n.t("auction")));
  useConnectionWarning();
  useEffect(() => {
    if (!import.meta.env.SSR) void loadToaster().catch(() => undefined);
  }, []);
  if (isPending || userPending) return <AuctionSkeleton />;
  if (error && !auction) return <AuctionMissing auctionId={auctionId} error={error} onRetry={() => void refetch()} />;
  if (!auction?.product) return <AuctionUnavailable title={i18n.t("Product Information Unavailable")} />;
  const product = { ...auction.product, name: bottleName(auction.product.name) };
  return (
    <WithChat>
      <link rel="canonical" href={paths.auction(auctionId)} />
      <AuctionView auction={{ ...auction, product }} user={user} />
    </WithChat>
  );
}

function titleOf(auction: Auction | undefined, word: string): string | undefined {
  return auction?.product ? `${bottleName(auction.product.name)}, ${word}` : undefined;
}

function useBidToast(userId: number | undefined): (frame: BidFrame) => void {
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
      liveConnection().onGaveUp(() =>
        showToast({
          title: i18n.t("Connection Error"),
          text: i18n.t("Could not connect to bid updates. Please refresh the page."),
          tone: "bad",
        }),
      ),
    [i18n],
  );
}
