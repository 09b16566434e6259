/** The events of the stream. Written by `python -m tools.clients`; do not edit. */

/** The data of each kind of event; amounts are in sen. */
export type EventData = {
  /** Bidding on a product has started. Whether there is a reserve is public, its amount is not. */
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
  /** The seller changed the terms before the first bid. */
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
  /** A bid was accepted. The amounts are the auction's right after it. */
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
  /** Every bid of one person on an auction, and each automatic bid that answered one, is void. The amounts are those of the remaining bids. */
  BidsVoided: {
    auctionId: number;
    productId: number;
    sellerId: number;
    currentBid: number | null;
    bidCount: number;
    reserveMet: boolean | null;
    voidedAt: string;
  };
  /** A late bid extended the auction. */
  AuctionExtended: {
    auctionId: number;
    productId: number;
    endsAt: string;
  };
  /** An auction was cancelled: its seller may no longer sell, or withdrew the listing. */
  AuctionCancelled: {
    auctionId: number;
    productId: number;
    sellerId: number;
    cancelledAt: string;
  };
  /** An auction has ended. The price is only set if it was sold. */
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
  /** A listing was published. If `auction_id` is set, the auction opens. */
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
  /** A listing has changed. `changed` names the fields, and `status` says whether it is for sale. */
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
  /** A listing is no longer for sale. An archived one may return as `ProductChanged`. */
  ProductRemoved: {
    productId: number;
    sellerId: number;
    auctionId: number | null;
    removedAt: string;
  };
  /** The last item of a listing was sold. `price` is the asking price, or the final price of an auction. */
  ProductSold: {
    productId: number;
    sellerId: number;
    auctionId: number | null;
    price: number;
    soldAt: string;
  };
};
