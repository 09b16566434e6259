/** Places a bid: checked here first, said at once, then confirmed or corrected in the same toast. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { idempotencyKey } from "@/lib/api-client";
import type { ServerFrames } from "@/lib/frames";
import { formatRinggit, toRinggit, toSen } from "@/lib/money";
import { letOtherTabsLook } from "@/lib/other-tabs";
import { asRefusal, Refusal } from "@/lib/refusal";
import { translated } from "@/lib/server-sentences";
import type { User } from "@/lib/session";
import { live } from "@/lib/socket";
import { showToast, type ToastContent } from "@/ui/toast-store";
import { refusedAmounts } from "./amounts";
import { auctionQuery, bidAgain } from "./api";
import type { Auction } from "./live";
import { MINE } from "./mine/api";
import { bidRefused } from "./refusal-words";
import { refetch } from "./use-auction-room";
import "./refusals";

export interface Bidding {
  sending: boolean;
  /** True when the bid was accepted. Amounts are whole sen, null when no amount was written; no `most` is no maximum. */
  placeBid: (sen: number | null, most?: number | null) => Promise<boolean>;
}

export function useBidding(auction: Auction, user: User | null): Bidding {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [sending, setSending] = useState(false);

  const placeBid = async (sen: number | null, most?: number | null): Promise<boolean> => {
    const toast = `bid-${auction.id}-${Date.now()}`;
    setSending(true);
    try {
      const amount = checkedAmount(auction, user, sen, most);
      const on = auction.product?.name ?? "";
      const placed = i18n.t("{amount} on {on}", { amount: formatRinggit(amount), on });
      showToast({ title: i18n.t("Bid Placed!"), text: placed }, toast);
      const maxAmount = most ? toRinggit(most) : undefined;
      const reply = await send({ auctionId: auction.id, userId: user?.id, amount, maxAmount }).catch((error) =>
        settled(client, auction.id, amount, user, error),
      );
      if (reply.result === "raised") refetch(client, auction.id);
      letOtherTabsLook(auctionQuery(auction.id).queryKey);
      letOtherTabsLook([MINE]);
      showToast(outcomeOf(reply), toast);
      return true;
    } catch (error) {
      showToast({ ...bidRefused(error), tone: "bad" }, toast);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { sending, placeBid };
}

/** The same order of refusals as the auction service, so that most never travel. */
export function checkedAmount(auction: Auction, user: User | null, sen: number | null, most?: number | null): number {
  if (!user) throw new Refusal(401, "not_signed_in", "");
  if (user.id === auction.sellerId) throw new Refusal(403, "own_listing", "");
  const refused = refusedAmounts(sen, most);
  if (sen === null || refused) throw refused;
  if (sen < toSen(auction.minimumBid)) throw new Refusal(409, "bid_too_low", "", { minimum: auction.minimumBid });
  if (live().getState() !== "connected") throw new Refusal(0, "not_connected", "");
  return toRinggit(sen);
}

interface Reply {
  message: string;
  result?: ServerFrames["bidAccepted"]["result"];
}

function outcomeOf({ message, result }: Reply): ToastContent {
  const text = translated(message);
  if (result === "outbid") return { title: i18n.t("Outbid at once"), text, tone: "bad" };
  return { title: result === "raised" ? i18n.t("Maximum raised") : i18n.t("Bid Accepted"), text, tone: "good" };
}

interface NewBid {
  auctionId: number;
  userId?: number;
  amount: number;
  maxAmount?: number;
}

/** Over the live connection; when its answer is lost, the same bid under the same key once more over HTTP. */
async function send(bid: NewBid): Promise<Reply> {
  const id = idempotencyKey();
  try {
    const frame = { id, ...bid, timestamp: new Date().toISOString() };
    return (await live().ask("placeBid", frame)) as ServerFrames["bidAccepted"];
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return await bidAgain(bid, id).catch((again) => {
      // A refusal is the bid's answer; anything else leaves it open what became of it.
      throw asRefusal(again).status >= 500 || asRefusal(again).status === 0 ? error : again;
    });
  }
}

/** Nobody answered, or the house could not say what became of it: the bid may be in. */
const isUnknown = (error: unknown) => ["no_reply", "unavailable"].includes(asRefusal(error).code);

/** No answer came: the list of bids tells whether it was accepted all the same. */
async function settled(
  client: ReturnType<typeof useQueryClient>,
  auctionId: number,
  amount: number,
  user: User | null,
  error: unknown,
): Promise<Reply> {
  const auction = await client.fetchQuery({ ...auctionQuery(auctionId), staleTime: 0 }).catch(() => null);
  const accepted = auction?.bids.some((bid) => bid.bidderId === user?.id && bid.amount === amount);
  if (isUnknown(error) && accepted) return { message: "" };
  throw error;
}
