import { useLingui } from "@lingui/react";
import { useContact } from "@/shared/conversations/use-contact";
import { Button } from "@/ui/button";
import { Price } from "@/ui/price";
import { isOver } from "../room/bidder-status";
import type { RoomProps } from "../room/room-props";

export function BuyNow({ auction, now }: Pick<RoomProps, "auction" | "now">) {
  const { i18n } = useLingui();
  const price = auction.buyNowPrice ?? 0;
  const { own, buy } = useContact({ ...auction.product, price });
  if (auction.buyNowPrice === null || !auction.buyNowOpen || isOver(auction, now)) return null;
  return (
    <div className="grid gap-2 border-y border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <div className="text-meta text-ink-2">{i18n.t("Buy Now Price")}</div>
          <Price ringgit={price} size="detail" sen />
        </div>
        {!own && (
          <Button tone="line" onClick={buy}>
            {i18n.t("Buy Now")}
          </Button>
        )}
      </div>
      {!own && (
        <p className="text-meta text-ink-2">
          {i18n.t("Buy Now opens a message to the seller. The auction goes on until both of you confirm.")}
        </p>
      )}
    </div>
  );
}
