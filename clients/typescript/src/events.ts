/** What the stream of events tells. Written by `python -m tools.clients`; do not edit. */

/** The data of each kind of event; amounts are in sen. */
export type EventData = {
  /** Bidding on a product began. Whether there is a reserve is public, its amount is not. */
  AuctionOpened: {
    auctionId: number;
    productId: number;
    sellerId: number;
    startingPrice: number;
    bidIncrement: number;
    buyNowPrice: number | null;
    hasReserve: boolean;
    endsAt: string;
    startsAt: string;
  };
  /** The seller changed the terms before anybody had bid. */
  AuctionChanged: {
    auctionId: number;
    productId: number;
    sellerId: number;
    startingPrice: number;
    bidIncrement: number;
    buyNowPrice: number | null;
    hasReserve: boolean;
    endsAt: string;
    minimumBid: number;
    changedAt: string;
  };
  /** A bid was accepted; the figures are the auction's right after it. */
  BidPlaced: {
    auctionId: number;
    productId: number;
    sellerId: number;
    bidId: number;
    amount: number;
    placedAt: string;
    bidCount: number;
    minimumBid: number;
    endsAt: string;
    reserveMet: boolean | null;
    isAuto?: boolean;
  };
  /** Every bid of one person on an auction, and each automatic bid made in answer to one, is void; the figures are those of the remaining bids. */
  BidsVoided: {
    auctionId: number;
    productId: number;
    sellerId: number;
    currentBid: number | null;
    bidCount: number;
    reserveMet: boolean | null;
    voidedAt: string;
  };
  /** A bid in the last moments moved the end. */
  AuctionExtended: {
    auctionId: number;
    productId: number;
    endsAt: string;
  };
  /** An auction ended without a winner: its seller may not sell any more, or took the listing back. */
  AuctionCancelled: {
    auctionId: number;
    productId: number;
    sellerId: number;
    cancelledAt: string;
  };
  /** The end has come, and this is how it went; a price only where something was sold. */
  AuctionEnded: {
    auctionId: number;
    productId: number;
    sellerId: number;
    outcome: "sold" | "bought_now" | "reserve_not_met" | "no_bids";
    price: number | null;
    highestBid: number | null;
    bidCount: number;
    endedAt: string;
  };
  /** A seller put a bottle up for sale; with `auction_id` set, the named auction opens. */
  ProductListed: {
    productId: number;
    sellerId: number;
    auctionId: number | null;
    listingType: "fixed" | "negotiable" | "auction";
    categoryId: number;
    price: number;
    stockQuantity: number;
    volumeMl: number;
    remainingPercent: number;
    purchaseYear: number | null;
    boxCondition: "Good" | "Damaged" | "No Box";
    concentration?: "EDC" | "EDT" | "EDP" | "Parfum" | "Extrait" | "Oil" | null;
    state?: "Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya" | null;
    listedAt: string;
    relistOf?: number | null;
  };
  /** A listing as it is from now on; `changed` names what differs, `status` whether it is for sale. */
  ProductChanged: {
    productId: number;
    sellerId: number;
    auctionId: number | null;
    listingType: "fixed" | "negotiable" | "auction";
    categoryId: number;
    price: number;
    stockQuantity: number;
    volumeMl: number;
    remainingPercent: number;
    purchaseYear: number | null;
    boxCondition: "Good" | "Damaged" | "No Box";
    concentration: "EDC" | "EDT" | "EDP" | "Parfum" | "Extrait" | "Oil" | null;
    state: "Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya" | null;
    status: "active" | "pending";
    changed: Array<string>;
    changedAt: string;
  };
  /** A listing is not for sale any more; what was archived may come back as a `ProductChanged`. */
  ProductRemoved: {
    productId: number;
    sellerId: number;
    auctionId: number | null;
    removedAt: string;
  };
  /** The last bottle of a listing is sold. `price` is the asking price, or the final price of an auction. */
  ProductSold: {
    productId: number;
    sellerId: number;
    auctionId: number | null;
    price: number;
    soldAt: string;
  };
};
