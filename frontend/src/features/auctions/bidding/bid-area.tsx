import { useLingui } from "@lingui/react";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { DisconnectedNotice } from "../room/connection";
import type { RoomProps } from "../room/room-props";
import { BidForm } from "./bid-form";
import { useGuestBid } from "./use-guest-bid";

export function BidArea(props: RoomProps) {
  const { auction, user, bidderStatus } = props;
  const own = auction.sellerId === user?.id;
  if (["won", "lost", "ended", "unmet", "cancelled"].includes(bidderStatus)) return <Ended own={own} />;
  if (!user) return <Guest auctionId={auction.id} />;
  if (bidderStatus === "own") return <Own auction={auction} />;
  return (
    <div className="grid gap-3">
      <BidForm {...props} />
      <DisconnectedNotice />
    </div>
  );
}

function Own({ auction: { bidCount, productId } }: Pick<RoomProps, "auction">) {
  const { i18n } = useLingui();
  return (
    <div className="grid gap-2.5">
      <p className="text-small text-ink-2">{i18n.t("You are not allowed to bid on your own listings.")}</p>
      <Button asChild tone="line" wide>
        <Link id="bidding" to={paths.editListing(productId)}>
          {bidCount === 0 ? i18n.t("Edit the auction") : i18n.t("Add photographs or a note")}
        </Link>
      </Button>
      <Link to={paths.dashboard} className="link inline-flex min-h-11 items-center justify-self-center text-small">
        {i18n.t("Open in the Seller Dashboard")}
      </Link>
    </div>
  );
}

function Guest({ auctionId }: { auctionId: number }) {
  const { i18n } = useLingui();
  const bid = useGuestBid(auctionId);
  return (
    <div className="grid gap-2.5">
      <p className="font-semibold">{i18n.t("Sign in to participate in this auction")}</p>
      <Button id="bidding" tone="bid" size="large" wide data-testid="place-bid" onClick={bid}>
        {i18n.t("Place Bid")}
      </Button>
      <Button asChild tone="line" wide>
        <Link to={`/login?redirect=${paths.auction(auctionId)}`}>{i18n.t("Sign In")}</Link>
      </Button>
      <p className="text-meta text-ink-2">{i18n.t("You come straight back to this lot.")}</p>
    </div>
  );
}

function Ended({ own }: { own: boolean }) {
  const { i18n } = useLingui();
  return (
    <Button asChild tone="line" size="large" wide>
      <Link id="bidding" to={own ? paths.dashboard : paths.auctions}>
        {own ? i18n.t("Open in the Seller Dashboard") : i18n.t("See other auctions")}
      </Link>
    </Button>
  );
}
