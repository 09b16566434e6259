/** The events of the stream. Written by `python -m tools.clients`; do not edit. */

/** The data of each kind of event; amounts are in sen. */
export type EventData = {
  /** Bidding on a product has started. The existence of a reserve price is public, but its amount is not. */
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
  /** The seller changed the terms of an auction before the first bid. */
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
  /** A bid was accepted. Amounts are the auction's amounts after this bid. */
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
  /** All bids of a person on an auction are void, as are all automatic bids that answered these bids. Amounts are those of the remaining bids. */
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
  /** An auction was cancelled, because the seller may no longer sell or the listing was withdrawn. */
  AuctionCancelled: {
    auctionId: number;
    productId: number;
    sellerId: number;
    cancelledAt: string;
  };
  /** An auction has ended. `price` is set only if the listing was sold. */
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
  /** A listing was published. If `auction_id` is set, its auction opens. */
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
  /** A listing has changed. `changed` contains the names of the fields. `status` shows whether the listing is for sale. */
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
  /** A listing is no longer for sale. Archived listings may return with `ProductChanged`. */
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
