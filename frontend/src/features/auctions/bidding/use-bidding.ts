import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { idempotencyKey } from "@/lib/calls/commands";
import { asRefusal, Refusal } from "@/lib/calls/refusal";
import { translateSentence } from "@/lib/i18n/server-sentences";
import { isConnected } from "@/lib/live/connection-state";
import type { ServerFrames } from "@/lib/live/frames";
import { liveConnection } from "@/lib/live/socket";
import { formatRinggit, toRinggit, toSen } from "@/lib/money";
import { refreshOtherTabs } from "@/lib/session/other-tabs";
import { trackEvent } from "@/shared/analytics/analytics";
import { readConsent } from "@/shared/analytics/consent";
import type { User } from "@/shared/session/session";
import { dismissToast, readToast, showToast, type ToastContent } from "@/ui/toast-store";
import { auctionQuery, repeatBid } from "../api";
import type { Auction } from "../live";
import { MINE } from "../my-bids/api";
import type { BidderStatus } from "../room/bidder-status";
import { refetchAuction } from "../room/use-auction-room";
import { refusedAmounts } from "./amounts";
import { bidRefused } from "./refusal-words";
import "./refusals";

export interface AtField {
  accepted: boolean;
  refused?: string;
}

export interface Bidding {
  sending: boolean;
  placeBid: (sen: number | null, most?: number | null) => Promise<AtField>;
}

const AT_FIELD = ["invalid_amount", "bid_too_low", "maximum_not_raised"];

export function useBidding(auction: Auction, user: User | null, bidderStatus: BidderStatus): Bidding {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const keyOf = useKeyOfUnknown();
  useGoneOutcome(auction.id, bidderStatus);

  const placeBid = async (sen: number | null, most?: number | null): Promise<AtField> => {
    const toast = `bid-${auction.id}-${Date.now()}`;
    setSending(true);
    try {
      const amount = checkedAmount(auction, user, sen, most);
      const on = auction.product?.name ?? "";
      const placed = i18n.t("{amount} on {on}", { amount: formatRinggit(amount), on });
      showToast({ title: i18n.t("Bid Placed!"), text: placed }, toast);
      const maxAmount = most ? toRinggit(most) : undefined;
      const bid = { auctionId: auction.id, userId: user?.id, amount, maxAmount };
      const reply = await sendBid(bid, keyOf.take(bid)).catch((error) =>
        settleBid(client, auction.id, amount, user, error),
      );
      keyOf.forget();
      if (readConsent() === "yes") trackEvent("bid", { auction_id: auction.id, bid_amount: amount, currency: "MYR" });
      if (reply.result === "raised") refetchAuction(client, auction.id);
      refreshOtherTabs(auctionQuery(auction.id).queryKey);
      refreshOtherTabs([MINE]);
      showToast(outcomeOf(reply, isOverbid(client, auction.id, amount, user)), toast);
      return { accepted: true };
    } catch (error) {
      if (asRefusal(error).code !== "outcome_unknown") keyOf.forget();
      const words = bidRefused(error);
      showToast({ ...words, tone: "bad" }, toast);
      return { accepted: false, refused: AT_FIELD.includes(asRefusal(error).code) ? words.text : undefined };
    } finally {
      setSending(false);
    }
  };
  return { sending, placeBid };
}

/** The same order of checks as the auction service. */
export function checkedAmount(auction: Auction, user: User | null, sen: number | null, most?: number | null): number {
  if (!user) throw new Refusal(401, "not_signed_in", "");
  if (user.id === auction.sellerId) throw new Refusal(403, "own_listing", "");
  const refused = refusedAmounts(sen, most);
  if (sen === null || refused) throw refused;
  if (sen < toSen(auction.minimumBid)) throw new Refusal(409, "bid_too_low", "", { minimum: auction.minimumBid });
  if (!isConnected(liveConnection().getState())) throw new Refusal(0, "not_connected", "");
  return toRinggit(sen);
}

interface Reply {
  message: string;
  result?: ServerFrames["bidAccepted"]["result"];
}

function outcomeOf({ message, result }: Reply, overbid: boolean): ToastContent {
  const text = translateSentence(message);
  if (result === "outbid" || overbid) return { title: i18n.t("Outbid right away"), text, tone: "bad" };
  return { title: result === "raised" ? i18n.t("Maximum raised") : i18n.t("Bid Accepted"), text, tone: "good" };
}

interface NewBid {
  auctionId: number;
  userId?: number;
  amount: number;
  maxAmount?: number;
}

async function sendBid(bid: NewBid, id: string): Promise<Reply> {
  try {
    const frame = { id, ...bid, timestamp: new Date().toISOString() };
    return (await liveConnection().ask("placeBid", frame)) as ServerFrames["bidAccepted"];
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return await repeatBid(bid, id).catch((again) => {
      const answered = asRefusal(again).status > 0 && asRefusal(again).status < 500;
      throw answered || !isOutcomeUnknown(error) ? again : new Refusal(0, "outcome_unknown", "", { safe: true });
    });
  }
}

/** The bid may have been placed: no answer came, or one that does not say so. */
const isOutcomeUnknown = (error: unknown) => ["no_reply", "outcome_unknown"].includes(asRefusal(error).code);

const isUnknown = (error: unknown) => isOutcomeUnknown(error) || asRefusal(error).code === "unavailable";

async function settleBid(
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

function isOverbid(client: ReturnType<typeof useQueryClient>, auctionId: number, amount: number, user: User | null) {
  const now = client.getQueryData<Auction>(auctionQuery(auctionId).queryKey);
  return now !== undefined && (now.currentBid ?? 0) > amount && now.currentBidderId !== user?.id;
}

function useGoneOutcome(auctionId: number, bidderStatus: BidderStatus): void {
  useEffect(() => {
    const toast = readToast();
    if (bidderStatus === "outbid" && toast?.tone === "good" && toast.id.startsWith(`bid-${auctionId}-`)) dismissToast();
  }, [auctionId, bidderStatus]);
}

/** A bid whose outcome is unknown keeps its idempotency key, so a retry places it once. */
function useKeyOfUnknown() {
  const lastKey = useRef({ bid: "", key: "" });
  const takeKey = (bid: NewBid) => {
    const serialized = JSON.stringify(bid);
    if (lastKey.current.bid !== serialized) lastKey.current = { bid: serialized, key: idempotencyKey() };
    return lastKey.current.key;
  };
  const forgetKey = () => {
    lastKey.current = { bid: "", key: "" };
  };
  return { take: takeKey, forget: forgetKey };
}
