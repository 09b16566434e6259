/** What goes in and comes out. Written by `python -m tools.clients`; do not edit. */

/** What is open to everyone at this moment. */
export type AdminOpenOut = {
  auctions: boolean;
  firstBidAtStart: boolean;
  payments: boolean;
  registration: boolean;
};

/** What becomes of the lot, as the seller or the buyer may see it. */
export type AuctionAfterwardsOut = {
  mayRelist: boolean;
  nextBidder: AuctionNextBidderOut | null;
  sale: AuctionSaleOut | null;
  secondChance: AuctionSecondChanceOut | null;
};

/** The figures of an auction. */
export type AuctionAuctionFiguresOut = {
  bidCount: number;
  bidIncrement: number;
  buyNowOpen: boolean;
  buyNowPrice: number | null;
  createdAt: string;
  currentBid: number | null;
  currentBidderId: number | null;
  effectiveEndsAt: string;
  endsAt: string;
  epoch: number;
  extension: AuctionExtensionOut;
  id: number;
  minimumBid: number;
  outcome: string | null;
  productId: number;
  reserveMet: boolean | null;
  reservePrice: number | null;
  sellerId: number;
  seq: number;
  serverNow: string;
  startingPrice: number;
  startsAt: string;
  status: string;
  updatedAt: string;
  winnerId: number | null;
};

/** An auction with its lot and latest bids, newest first; `ownMaximum` is for the leader, `ownBid` for bidders. */
export type AuctionAuctionOut = {
  bidCount: number;
  bidIncrement: number;
  bids: Array<AuctionBidOut>;
  buyNowOpen: boolean;
  buyNowPrice: number | null;
  createdAt: string;
  currentBid: number | null;
  currentBidderId: number | null;
  effectiveEndsAt: string;
  endsAt: string;
  epoch: number;
  extension: AuctionExtensionOut;
  finalPrice: number | null;
  id: number;
  minimumBid: number;
  outcome: string | null;
  ownBid: number | null;
  ownMaximum: number | null;
  product: AuctionLotOut | null;
  productId: number;
  relistedFrom: number | null;
  reserveMet: boolean | null;
  reservePrice: number | null;
  sellerId: number;
  seq: number;
  serverNow: string;
  startingPrice: number;
  startsAt: string;
  status: string;
  updatedAt: string;
  winnerId: number | null;
};

/** A bid in RM. The token says who bids: `userId` must agree, `timestamp` is ignored. */
export type AuctionBidIn = {
  amount: number | string;
  maxAmount?: number | string;
  timestamp?: number | string | null;
  userId?: number | null;
};

/** A bid. */
export type AuctionBidOut = {
  amount: number;
  auctionId: number;
  bidder: AuctionBidderOut;
  bidderId: number;
  id: number;
  isAuto: boolean;
  isWinning: boolean;
  placedAt: string;
};

/** An accepted bid and the auction right after it: `outbid` when another bidder's higher maximum answered at once, `raised` when only the bidder's own maximum has changed. */
export type AuctionBidPlacedOut = {
  auction: AuctionAuctionFiguresOut;
  bid: AuctionBidOut;
  message: string;
  result: "leading" | "outbid" | "raised";
};

/** A bidder as everybody may see them; a person who is gone has no name. */
export type AuctionBidderOut = {
  id: number;
  isDeleted: boolean;
  name: string;
};

/** How late bids move the end. */
export type AuctionExtensionOut = {
  capSeconds: number;
  seconds: number;
  windowSeconds: number;
};

/** A picture of the lot; smaller ones are at `{imageUrl}-{size}`, if its measures are known. */
export type AuctionLotImageOut = {
  height: number | null;
  id: number;
  imageOrder: number;
  imageUrl: string;
  kind: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
  sizes: Array<number>;
  width: number | null;
};

/** What is for sale. */
export type AuctionLotOut = {
  batchCode: string | null;
  boxCondition: string;
  brand: string;
  categoryId: number;
  description: string;
  id: number;
  imageUrl: string | null;
  images: Array<AuctionLotImageOut>;
  name: string;
  purchaseYear: number | null;
  remainingPercentage: number;
  seller: AuctionLotSellerOut;
  sellerId: number;
  volume: number;
};

/** A seller; one who is gone has no name and no picture. */
export type AuctionLotSellerOut = {
  id: number;
  isDeleted: boolean;
  profileImage: string | null;
  username: string;
};

/** What is for sale, as a line shows it. */
export type AuctionMineLotOut = {
  brand: string;
  imageUrl: string | null;
  name: string;
  volume: number;
};

/** One auction of a person. `ownMaximum` is shown to its bidder only. */
export type AuctionMineOut = {
  answerBy: string | null;
  auction: AuctionAuctionFiguresOut;
  lot: AuctionMineLotOut | null;
  ownBid: number | null;
  ownMaximum: number | null;
  payBy: string | null;
  price: number | null;
  state: "leading" | "outbid" | "offered" | "to_pay" | "won" | "unpaid" | "lost" | "cancelled" | "live" | "to_be_paid" | "paid" | "unpaid" | "offered" | "reserve_not_met" | "no_bids" | "cancelled";
};

/** A page of them; `next` names the page after it. */
export type AuctionMinePageOut = {
  auctions: Array<AuctionMineOut>;
  next: string | null;
};

/** The bidder to offer the lot to now, and at what price. */
export type AuctionNextBidderOut = {
  bidder: AuctionPartyOut;
  price: number;
};

/** The other side of a sale; a person who is gone has no name. */
export type AuctionPartyOut = {
  id: number;
  isDeleted: boolean;
  name: string;
};

/** A sale of the lot: for how much and until when; for its seller and buyer. */
export type AuctionSaleOut = {
  buyer: AuctionPartyOut;
  cancelledBy: "buyer" | "seller" | "agreement" | "staff" | "platform" | null;
  number: number;
  payBy: string;
  price: number;
  state: "to_pay" | "paid" | "unpaid" | "cancelled";
  wonAt: string;
};

/** An offer to a bidder; for them and the seller. */
export type AuctionSecondChanceOut = {
  answer: string | null;
  bidder: AuctionPartyOut;
  expiresAt: string;
  offeredAt: string;
  price: number;
};

/** Something that happened, in the reader's language, and where it leads. */
export type AuthNoticeOut = {
  body: string;
  createdAt: string;
  id: number;
  isRead: boolean;
  kind: string;
  link: string;
  title: string;
};

/** Which have been read; without ids, all of them. */
export type AuthReadIn = {
  ids?: Array<number> | null;
};

/** A person as everybody may see them. */
export type AuthSellerOut = {
  avatarUrl: string | null;
  bio: string | null;
  coverPhoto: string | null;
  createdAt: string;
  id: number;
  isVerified: boolean;
  is_verified: boolean;
  location: string | null;
  profileImage: string | null;
  shopName: string | null;
  username: string;
};

/** It is done. */
export type AuthSuccessOut = {
  success: true;
};

/** How many are unread. */
export type AuthUnreadOut = {
  count: number;
};

/** An account as its owner sees it. */
export type AuthUserOut = {
  address: string | null;
  avatarUrl: string | null;
  bio: string | null;
  coverPhoto: string | null;
  createdAt: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  hasPassword: boolean;
  id: number;
  isAdmin: boolean;
  isBanned: boolean;
  isSeller: boolean;
  isVerified: boolean;
  is_verified: boolean;
  language: "en" | "ms";
  languageChosen: boolean;
  lastName: string;
  location: string | null;
  pendingEmail: string | null;
  profileImage: string | null;
  provider: string | null;
  shopName: string | null;
  staffRole: "support" | "moderator" | "finance" | "admin" | null;
  suspendedUntil: string | null;
  theme: "system" | "light" | "dark";
  twoFactor: boolean;
  username: string;
  waitsForSecondFactor: boolean;
  walletBalance: number;
};

/** How one hears of a kind of thing. */
export type AuthWishOut = {
  inApp: boolean;
  mail: boolean;
  push: boolean;
};

/** Every kind. */
export type AuthWishesOut = Record<string, AuthWishOut>;

/** The decision of a dispute, and its appeal. */
export type BoostAppealOut = {
  appealedAt: string | null;
  appealedBy: "buyer" | "seller" | null;
  buyerAmount: number | null;
  decision: "release" | "refund" | "return" | "split";
  needsAnother: boolean;
  outcome: "upheld" | "changed" | null;
  until: string;
  words: string;
};

/** A bank that payouts can go to. */
export type BoostBankOut = {
  code: string;
  name: string;
};

/** A featured product. Its price is in sen. */
export type BoostBoostedOut = {
  boost_package_id: number;
  boost_type: string;
  boosted_until: string;
  id: number;
  image_url: string | null;
  is_featured: boolean;
  name: string;
  order_id: string;
  price: number;
  spent: number;
  status: string;
};

/** The member of staff a dispute is assigned to, until when, and when the decision is due. */
export type BoostClaimOut = {
  claimedBy: number | null;
  claimedByName: string;
  claimedUntil: string | null;
  dueAt: string | null;
};

/** The held money of a deal, for its buyer, its seller or staff. */
export type BoostDealOut = {
  amount: number;
  appeal: BoostAppealOut | null;
  buyerId: number;
  buyerName: string;
  claim: BoostClaimOut | null;
  dealId: number;
  decisionWords: string;
  dispute: BoostDisputeOut | null;
  dueAt: string | null;
  endedAt: string | null;
  fee: number;
  heldAt: string | null;
  next: Array<"PAID" | "PAID_OUTSIDE" | "SHIPPED" | "ARRIVED" | "ACCEPTED" | "STAFF_DELIVERED" | "DEAL_CANCELLED" | "STAFF_CANCELLED" | "CALL_OFF" | "DISPUTE" | "RELEASE" | "REFUND" | "RETURN" | "SPLIT" | "SEND_BACK" | "TAKE_BACK" | "OBJECT" | "TIME" | "STAFF_SHIPPED" | "CLEARED" | "DECIDE" | "APPEAL" | "REOPEN" | "PAY" | "ADD_EVIDENCE">;
  payoutHold: BoostPayoutHoldOut | null;
  productId: number;
  refunded: number;
  returnTracking: string | null;
  role: "buyer" | "seller" | "staff";
  sellerAmount: number;
  sellerId: number;
  sellerName: string;
  shipBy: string | null;
  state: "awaiting_funds" | "held" | "shipped" | "inspection" | "disputed" | "decided" | "appealed" | "return_requested" | "return_sent" | "withheld" | "released" | "refunded" | "returned" | "split" | "cancelled" | "outside";
  timeline: Array<BoostTimelineOut>;
  total: number;
};

/** A dispute with its evidence and decision. */
export type BoostDisputeOut = {
  decidedAt: string | null;
  decisionCode: "as_described" | "not_as_described" | "counterfeit" | "damaged" | "delivered" | "not_received" | "no_evidence" | "both_at_fault" | "bids_arranged" | "purchases_made_up" | "other" | null;
  decisionWords: string;
  evidence: Array<BoostEvidenceOut>;
  evidenceUntil: string;
  isEscalated: boolean;
  openedAt: string;
  reason: "not_received" | "not_as_described" | "counterfeit" | "damaged";
  secondPerson: BoostSecondPersonOut | null;
  words: string;
};

/** A piece of evidence. The address of a photograph is valid for this reader, for some minutes. */
export type BoostEvidenceOut = {
  addedAt: string;
  author: "buyer" | "seller";
  height: number | null;
  id: number;
  kind: "statement" | "tracking" | "photograph";
  smallUrl: string | null;
  url: string | null;
  width: number | null;
  words: string;
};

/** A line of a receipt. */
export type BoostLineOut = {
  amount: number;
  description: string;
  quantity: number;
  unitPrice: number;
};

/** An order, for its seller. */
export type BoostOrderOut = {
  amount: number;
  createdAt: string;
  creditUsed: number;
  durationHours: number;
  featuredUntil: Array<BoostUntilOut>;
  itemCount: number;
  orderId: string;
  packageId: number;
  packageName: string;
  packageType: string;
  paidAt: string | null;
  paymentUrl: string | null;
  productIds: Array<number>;
  receiptNumber: string | null;
  refunded: number;
  status: string;
};

/** A page of orders. */
export type BoostOrdersOut = {
  next: string | null;
  orders: Array<BoostOrderOut>;
};

/** A package. `effective_price` is its price per product, in sen (C4). */
export type BoostPackageOut = {
  currency: "MYR";
  duration_formatted: string;
  duration_hours: number;
  effective_price: number;
  id: number;
  item_count: number;
  name: string;
  package_type: string;
  price: number;
  priceSen: number;
};

/** The payout is on hold because moderators review this buyer and seller. */
export type BoostPayoutHoldOut = {
  isConfirmed: boolean;
  secondPerson: BoostSecondPersonOut | null;
};

/** A receipt: what was bought, the tax, and how it was paid. */
export type BoostReceiptOut = {
  billId: string | null;
  creditUsed: number;
  issuedAt: string;
  lines: Array<BoostLineOut>;
  paid: number;
  paymentChannel: string | null;
  receiptNumber: string;
  seller: BoostSellerOut;
  subtotal: number;
  tax: BoostTaxOut;
  total: number;
};

/** A request that waits for a second person, and until when. */
export type BoostSecondPersonOut = {
  askedAt: string;
  askedBy: number;
  buyerAmount: number | null;
  code: "as_described" | "not_as_described" | "counterfeit" | "damaged" | "delivered" | "not_received" | "no_evidence" | "both_at_fault" | "bids_arranged" | "purchases_made_up" | "other" | null;
  outcome: "refund" | "release" | "return" | "split";
  reason: string;
  until: string;
};

/** The person a receipt is issued to. */
export type BoostSellerOut = {
  name: string;
};

/** The tax that the total includes. */
export type BoostTaxOut = {
  amount: number;
  name: string;
  ratePercent: number;
};

/** The terms of purchase protection. The buyer pays the fee on top of the price. */
export type BoostTermsOut = {
  banks: Array<BoostBankOut>;
  cancelAfterDays: number;
  evidenceDays: number;
  feeBasisPoints: number;
  firstPayoutAfterDays: number;
  inspectionHours: number;
  isOpen: boolean;
  shipWithinWorkingDays: number;
};

/** A step, and the state after it. */
export type BoostTimelineOut = {
  actorId: number | null;
  at: string;
  event: "PAID" | "PAID_OUTSIDE" | "SHIPPED" | "ARRIVED" | "ACCEPTED" | "STAFF_DELIVERED" | "DEAL_CANCELLED" | "STAFF_CANCELLED" | "CALL_OFF" | "DISPUTE" | "RELEASE" | "REFUND" | "RETURN" | "SPLIT" | "SEND_BACK" | "TAKE_BACK" | "OBJECT" | "TIME" | "STAFF_SHIPPED" | "CLEARED" | "DECIDE" | "APPEAL" | "REOPEN";
  state: "awaiting_funds" | "held" | "shipped" | "inspection" | "disputed" | "decided" | "appealed" | "return_requested" | "return_sent" | "withheld" | "released" | "refunded" | "returned" | "split" | "cancelled" | "outside";
};

/** When this order features a product, and the product's share of the amount. */
export type BoostUntilOut = {
  amount: number;
  name: string | null;
  productId: number;
  since: string;
  spent: number;
  until: string;
};

/** What a card shows of an auction. */
export type CatalogAuctionCardOut = {
  bidCount: number;
  bidIncrement: number;
  buyNowPrice: number | null;
  currentBid: number | null;
  endsAt: string;
  hasReserve: boolean;
  id: number;
  startingPrice: number;
  startsAt: string | null;
  status: string;
};

/** New terms, and with `product` new words, before the first bid (U22). */
export type CatalogAuctionChangeIn = {
  auction: CatalogOwnAuctionIn;
  product?: CatalogLotIn | null;
  sellerId?: number | null;
};

/** The terms as typed; the auction service is the one to judge them. */
export type CatalogAuctionTermsIn = {
  bidIncrement?: number;
  buyNowPrice?: number | null;
  endsAt: string;
  reservePrice?: number | null;
  startingPrice: number;
};

/** What can be read from a batch code; it never proves that a bottle is genuine. */
export type CatalogBatchCodeOut = {
  isAfterPurchase: boolean;
  place: "base_and_box" | "back_and_box" | null;
  provesAuthenticity: false;
  verdict: "fits" | "does_not_fit" | "unknown";
  years: Array<number>;
};

/** What happened to a listing on a day; `shown` is how often the carousel of the home page held it, `conversations` and `deals` are those that began. */
export type CatalogBoostDayOut = {
  conversations: number;
  day: string;
  deals: number;
  favourites: number;
  shown: number;
  views: number;
};

/** The days of a boost so far, and as many days before it. */
export type CatalogBoostReportOut = {
  before: Array<CatalogBoostDayOut>;
  boostedAt: string;
  boostedUntil: string;
  days: Array<CatalogBoostDayOut>;
  productId: number;
};

/** One act for many listings. */
export type CatalogBulkIn = {
  action: "archive" | "restore" | "delete" | "price";
  ids: Array<number>;
  percent?: number | null;
  price?: number | null;
};

/** What became of each. */
export type CatalogBulkOut = {
  done: Array<number>;
  refused: Array<CatalogRefusedOut>;
};

/** A category, as a product names it. */
export type CatalogCategoryNameOut = {
  id: number;
  name: string;
};

/** A category, and how much is for sale in it. */
export type CatalogCategoryOut = {
  count: number;
  description: string;
  id: number;
  name: string;
};

/** How many there would be in one category. */
export type CatalogCountedCategoryOut = {
  count: number;
  id: number;
  name: string;
};

/** How many there would be of one kind. */
export type CatalogCountedOut = {
  count: number;
  name: string;
};

/** A seller's figures. */
export type CatalogDashboardOut = {
  averagePrice: number | null;
  byStatus: Record<string, number>;
  favourites: number;
  stock: Record<string, number>;
  topRated: Array<CatalogProductOut>;
  totalInventory: number;
  totalProducts: number;
  views30: number;
};

/** What happened on a day. */
export type CatalogDayOut = {
  day: string;
  favourites: number;
  views: number;
};

/** It is done. */
export type CatalogDoneOut = {
  success: true;
};

/** The form as typed so far; nothing of it need be right yet. */
export type CatalogDraftIn = {
  form: Record<string, unknown>;
};

/** A draft. */
export type CatalogDraftOut = {
  createdAt: string;
  form: Record<string, unknown>;
  id: number;
  updatedAt: string;
};

/** What else could be chosen: each kind counted with all filters but its own, so that no list shrinks because something of it was chosen. */
export type CatalogFacetsOut = {
  brands: Array<CatalogCountedOut>;
  categories: Array<CatalogCountedCategoryOut>;
  conditions: Array<CatalogCountedOut>;
  listingTypes: Array<CatalogCountedOut>;
  price: CatalogPricesOut | null;
  states: Array<CatalogCountedOut>;
  total: number;
  verified: CatalogOnlyCountOut;
  volume: CatalogSpanOut | null;
  year: CatalogSpanOut | null;
};

/** What is wrong with a cell. */
export type CatalogFaultOut = {
  field: string;
  message: string;
};

/** A product that a person follows. */
export type CatalogFavouriteOut = {
  addedAt: string;
  auction: CatalogAuctionCardOut | null;
  averageRating: number | null;
  batchCode: string | null;
  boostGroupId: number | null;
  boostPackageId: number | null;
  boostType: "standard" | "premium" | null;
  boxCondition: string;
  brand: string;
  category: CatalogCategoryNameOut;
  categoryId: number;
  concentration: string | null;
  createdAt: string;
  currency: "MYR";
  description: string;
  favourites: number;
  featuredAt: string | null;
  featuredDurationHours: number | null;
  featuredUntil: string | null;
  id: number;
  imageUrl: string | null;
  images: Array<CatalogImageOut>;
  isFeatured: boolean;
  isNew: boolean;
  listingType: string;
  name: string;
  notes: string | null;
  price: number;
  pricePerMl: number;
  priceSen: number;
  priceWhenAdded: number;
  purchaseYear: number | null;
  relistOf: number | null;
  remainingPercentage: number;
  removedReason: string | null;
  reviews: number;
  seller: CatalogSellerOut;
  sellerId: number;
  soldAt: string | null;
  state: string | null;
  status: string;
  stockQuantity: number;
  updatedAt: string;
  views: number;
  volume: number;
};

/** The number of people who follow the product now. */
export type CatalogFavouritedOut = {
  favourites: number;
  success: true;
};

/** What is looked for, by the names of the catalogue's own query. */
export type CatalogFiltersIn = {
  brand?: Array<string>;
  category?: number | null;
  condition?: Array<"Good" | "Damaged" | "No Box">;
  listingType?: "fixed" | "negotiable" | "auction" | "regular" | null;
  live?: boolean;
  maxFill?: number | null;
  maxPrice?: number | null;
  maxVolume?: number | null;
  maxYear?: number | null;
  minFill?: number | null;
  minPrice?: number | null;
  minVolume?: number | null;
  minYear?: number | null;
  search?: string | null;
  sellerId?: number | null;
  sort?: "featured" | "low" | "high" | "newest" | "bestselling" | "popular" | "rating" | "relevance" | null;
  state?: Array<"Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya">;
  type?: "fixed" | "negotiable" | "auction" | "regular" | null;
  verified?: boolean;
};

/** A listing that the words begin to name. */
export type CatalogHintOut = {
  brand: string;
  id: number;
  imageUrl: string | null;
  name: string;
  price: number;
};

/** A picture to come: the seller's own name for it, and its place. */
export type CatalogImageIn = {
  imageName?: string;
  imageOrder?: number;
  imageUrl: string;
  kind?: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
  productId: number;
  sellerId?: number | null;
};

/** One picture; smaller ones are at `{imageUrl}-{size}`, `blur` stands in while it comes. */
export type CatalogImageOut = {
  blur: string | null;
  height: number | null;
  id: number;
  imageName: string;
  imageOrder: number;
  imageUrl: string;
  kind: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
  sizes: Array<number>;
  width: number | null;
};

/** The report, line by line. */
export type CatalogImportOut = {
  created: number;
  refused: number;
  rows: Array<CatalogRowOut>;
};

/** The bottle of an auction as its seller writes it; the terms stand beside it. */
export type CatalogLotIn = {
  auction?: null;
  batchCode?: string | null;
  boxCondition?: "Good" | "Damaged" | "No Box";
  brand: string;
  categoryId: number;
  concentration?: "EDC" | "EDT" | "EDP" | "Parfum" | "Extrait" | "Oil" | null;
  description: string;
  draftId?: number | null;
  imageUrl?: string | null;
  images?: Array<string | CatalogPictureIn> | null;
  isNew?: boolean;
  listingType?: "auction";
  name: string;
  notes?: string | null;
  price?: number | null;
  purchaseYear?: number | null;
  remainingPercentage?: number;
  sellerId?: number | null;
  state?: "Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya" | null;
  stockQuantity?: number;
  volume: number;
};

/** An auction for a bottle of one's own that is in none. */
export type CatalogNewAuctionIn = {
  bidIncrement?: number;
  buyNowPrice?: number | null;
  endsAt: string;
  productId: number;
  reservePrice?: number | null;
  sellerId?: number | null;
  startingPrice: number;
  startsAt?: string | null;
  status?: string | null;
};

/** Something to add to what cannot be changed any more. */
export type CatalogNoteIn = {
  note: string;
};

/** How many there would be. */
export type CatalogOnlyCountOut = {
  count: number;
};

/** The pictures of a product in their order. */
export type CatalogOrderIn = {
  images: Array<number>;
};

/** The terms with what that client sends beside them: start and state are decided by the platform (C35). */
export type CatalogOwnAuctionIn = {
  bidIncrement?: number;
  buyNowPrice?: number | null;
  endsAt: string;
  reservePrice?: number | null;
  sellerId?: number | null;
  startingPrice: number;
  startsAt?: string | null;
  status?: string | null;
};

/** An auction as its seller has just made or changed it, before the first bid. */
export type CatalogOwnAuctionOut = {
  bidCount: number;
  bidIncrement: number;
  bids: Array<number>;
  buyNowPrice: number | null;
  createdAt: string;
  currentBid: number | null;
  currentBidderId: number | null;
  endsAt: string;
  id: number;
  product: CatalogProductOut;
  productId: number;
  reservePrice: number | null;
  sellerId: number;
  startingPrice: number;
  startsAt: string;
  status: string;
  updatedAt: string;
};

/** A page in an envelope, for programs; the array of the specification carries the same in its headers. */
export type CatalogPageOut = {
  corrected: boolean;
  didYouMean: string | null;
  items: Array<CatalogProductOut>;
  next: string | null;
  total: number;
};

/** Where one is. */
export type CatalogPaginationOut = {
  limit: number;
  page: number;
  totalPages: number;
  totalProducts: number;
};

/** A picture of a listing, and what it shows. */
export type CatalogPictureIn = {
  imageUrl: string;
  kind?: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
};

/** The cheapest and the dearest, in RM. */
export type CatalogPricesOut = {
  max: number;
  min: number;
};

/** A listing as its seller writes it. */
export type CatalogProductIn = {
  auction?: CatalogAuctionTermsIn | null;
  batchCode?: string | null;
  boxCondition?: "Good" | "Damaged" | "No Box";
  brand: string;
  categoryId: number;
  concentration?: "EDC" | "EDT" | "EDP" | "Parfum" | "Extrait" | "Oil" | null;
  description: string;
  draftId?: number | null;
  imageUrl?: string | null;
  images?: Array<string | CatalogPictureIn> | null;
  isNew?: boolean;
  listingType?: "fixed" | "negotiable" | "auction";
  name: string;
  notes?: string | null;
  price?: number | null;
  purchaseYear?: number | null;
  remainingPercentage?: number;
  sellerId?: number | null;
  state?: "Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya" | null;
  stockQuantity?: number;
  volume: number;
};

/** A product as everybody may see it. */
export type CatalogProductOut = {
  auction: CatalogAuctionCardOut | null;
  averageRating: number | null;
  batchCode: string | null;
  boostGroupId: number | null;
  boostPackageId: number | null;
  boostType: "standard" | "premium" | null;
  boxCondition: string;
  brand: string;
  category: CatalogCategoryNameOut;
  categoryId: number;
  concentration: string | null;
  createdAt: string;
  currency: "MYR";
  description: string;
  favourites: number;
  featuredAt: string | null;
  featuredDurationHours: number | null;
  featuredUntil: string | null;
  id: number;
  imageUrl: string | null;
  images: Array<CatalogImageOut>;
  isFeatured: boolean;
  isNew: boolean;
  listingType: string;
  name: string;
  notes: string | null;
  price: number;
  pricePerMl: number;
  priceSen: number;
  purchaseYear: number | null;
  relistOf: number | null;
  remainingPercentage: number;
  removedReason: string | null;
  reviews: number;
  seller: CatalogSellerOut;
  sellerId: number;
  soldAt: string | null;
  state: string | null;
  status: string;
  stockQuantity: number;
  updatedAt: string;
  views: number;
  volume: number;
};

/** A listing that it was not done to, and why. */
export type CatalogRefusedOut = {
  code: string;
  id: number;
  message: string;
};

/** The same bottle again: an auction needs new terms, anything else may have a new price. */
export type CatalogRelistIn = {
  auction?: CatalogAuctionTermsIn | null;
  price?: number | null;
};

/** What became of a row of the file. */
export type CatalogRowOut = {
  errors: Array<CatalogFaultOut>;
  line: number;
  name: string;
  ok: boolean;
  productId: number | null;
};

/** What may be changed about it. */
export type CatalogSearchChangeIn = {
  byMail?: boolean | null;
  name?: string | null;
};

/** A search to be saved. */
export type CatalogSearchIn = {
  byMail?: boolean;
  name?: string | null;
  wanted: CatalogFiltersIn;
};

/** A saved search. */
export type CatalogSearchOut = {
  byMail: boolean;
  createdAt: string;
  id: number;
  name: string;
  newCount: number;
  wanted: Record<string, unknown>;
};

/** How often a listing was looked at. */
export type CatalogSeenOut = {
  favourites: number;
  id: number;
  name: string;
  views: number;
};

/** A seller; one who is gone has no name. */
export type CatalogSellerOut = {
  averageRating: number | null;
  createdAt: string | null;
  id: number;
  isDeleted: boolean;
  isTrusted: boolean;
  isVerified: boolean;
  is_verified: boolean;
  profileImage: string | null;
  reviews: number;
  shopName: string;
  username: string;
};

/** The head of a seller's page: how much they offer and have sold, and how much of it was delivered. */
export type CatalogShopHeadOut = {
  delivered: number;
  photos: Array<string>;
  products: number;
  sold: number;
};

/** A page of a seller's listings. */
export type CatalogShopPageOut = {
  pagination: CatalogPaginationOut;
  products: Array<CatalogProductOut>;
};

/** The least and the most. */
export type CatalogSpanOut = {
  max: number;
  min: number;
};

/** A seller's figures by day and by listing. */
export type CatalogStatsOut = {
  days: Array<CatalogDayOut>;
  products: Array<CatalogSeenOut>;
};

/** Suggestions for what was typed so far. */
export type CatalogSuggestionsOut = {
  brands: Array<CatalogCountedOut>;
  products: Array<CatalogHintOut>;
  searches: Array<string>;
};

/** An uploaded picture; a listing claims it by its token or address. */
export type CatalogUploadOut = {
  blur: string | null;
  height: number;
  imageUrl: string;
  sizes: Array<number>;
  token: string;
  width: number;
};

/** The one form of every refusal. */
export type ErrorBody = {
  code: string;
  details: Record<string, unknown>;
  message: string;
  requestId: string;
};

/** A step of a deal, for the one who looks at it. */
export type MessagingCardOut = {
  amount: number;
  auctionId: number | null;
  payBy: string | null;
  progress: number;
  state: "open" | "waiting" | "done" | "unavailable" | "cancelled";
  text: string;
  title: string;
  transactionId: number;
};

/** The step is done. */
export type MessagingConfirmedOut = {
  status: "OFFERED" | "WAITING_PAYMENT" | "WAITING_DELIVERY" | "WAITING_REVIEW" | "COMPLETED" | "CANCELLED";
  success: true;
  transactionId: number;
};

/** A conversation, as one of its two people has it. */
export type MessagingConversationOut = {
  epoch: number;
  id: number;
  isArchived: boolean;
  isBlocked: boolean;
  isMuted: boolean;
  isPinned: boolean;
  isStranger: boolean;
  lastMessage: MessagingMessageOut | null;
  product: MessagingProductOut | null;
  seq: number;
  unreadCount: number;
  user: MessagingPersonOut;
};

/** Another price instead of an answer. */
export type MessagingCounterIn = {
  amount: number;
};

/** A criterion with its number now, the one that is asked, and the one that keeps a verification. */
export type MessagingCriterionOut = {
  keeps: number;
  name: "identity" | "delivered" | "buyers" | "rated" | "average" | "guidelines" | "payment_method";
  now: number;
  since: string | null;
  state: "met" | "missing";
  wanted: number;
};

/** Both reviews of a purchase, as one of its two people may see them. */
export type MessagingDealReviewsOut = {
  isTheirsHidden: boolean;
  mayWrite: boolean;
  theirs: MessagingReviewOut | null;
  until: string | null;
  yours: MessagingReviewOut | null;
};

/** A file that one of the two sent while the purchase went on. */
export type MessagingDocumentOut = {
  at: string;
  contentType: string;
  height: number | null;
  name: string;
  senderId: number;
  size: number;
  url: string;
  width: number | null;
};

/** It is so now. */
export type MessagingDoneOut = {
  success: true;
};

/** What a seller offers a listing for to all who keep it as favourite. */
export type MessagingFavouriteCampaignIn = {
  amount: number;
  productId: number;
};

/** What a seller has offered to all who keep a listing, without the number of these people. */
export type MessagingFavouriteCampaignOut = {
  againAt: string;
  amount: number;
  createdAt: string;
  productId: number;
};

/** What the seller of a listing offers to one who keeps it. */
export type MessagingFavouriteOfferOut = {
  amount: number;
  expiresAt: string;
  id: number;
  productId: number;
  sellerId: number;
};

/** Figures of a seller's newest hundred deliveries; null while there are fewer than three. */
export type MessagingFiguresOut = {
  satisfaction: number | null;
  shippingDays: number | null;
};

/** An attachment. */
export type MessagingFileOut = {
  contentType: string;
  height: number | null;
  name: string;
  size: number;
  width: number | null;
};

/** Below what offers are declined without a question; null: none. */
export type MessagingFloorIn = {
  amount: number | null;
};

/** Below what offers for a listing are declined; for its seller alone. */
export type MessagingFloorOut = {
  amount: number | null;
};

/** Below what offers for one of a seller's listings are declined; for its seller alone. */
export type MessagingListingFloorOut = {
  amount: number;
  productId: number;
};

/** A text for another person. */
export type MessagingMessageIn = {
  clientId?: string | null;
  content: string;
  productId?: number | null;
  receiverId: number;
  replyToId?: number | null;
};

/** A message, for one of its two people. */
export type MessagingMessageOut = {
  actionType: string | null;
  actorId: number | null;
  card: MessagingCardOut | null;
  changedSeq: number;
  clientId: string | null;
  content: string;
  conversationId: number;
  createdAt: string;
  file: MessagingFileOut | null;
  fileUrl: string | null;
  file_url: string | null;
  id: number;
  isClicked: boolean;
  isDeleted: boolean;
  isDelivered: boolean;
  isRead: boolean;
  messageType: "TEXT" | "FILE" | "ACTION";
  offer: MessagingOfferOut | null;
  product: MessagingProductOut | null;
  productId: number | null;
  receiver: MessagingPersonOut;
  receiverId: number;
  replyTo: MessagingQuoteOut | null;
  sender: MessagingPersonOut;
  senderId: number;
  sentence: MessagingSentenceOut | null;
  seq: number;
  warnings: Array<string>;
};

/** What a buyer would pay for a listing, or what its seller offers it to a buyer for. */
export type MessagingOfferIn = {
  amount: number;
  buyerId?: number | null;
  productId: number;
};

/** An offer, as one of the two people sees it. */
export type MessagingOfferOut = {
  amount: number;
  askingPrice: number | null;
  by: "buyer" | "seller";
  expiresAt: string;
  id: number;
  isOwn: boolean;
  productId: number;
  state: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "expired";
  transactionId: number | null;
};

/** A purchase with its timeline and its documents. */
export type MessagingOrderDetailsOut = {
  buyer: MessagingPersonOut;
  cancelAskedBy: number | null;
  cancelAskedUntil: string | null;
  courier: string | null;
  createdAt: string;
  documents: Array<MessagingDocumentOut>;
  id: number;
  itemCount: number;
  items: Array<MessagingProductOut>;
  orderNumber: string;
  seller: MessagingPersonOut;
  status: "pending" | "processing" | "shipped" | "delivered" | "cancelled";
  timeline: Array<MessagingStepOut>;
  total: number;
  trackingNumber: string | null;
  transactionStatus: "OFFERED" | "WAITING_PAYMENT" | "WAITING_DELIVERY" | "WAITING_REVIEW" | "COMPLETED" | "CANCELLED";
};

/** A purchase, as one of its two people sees it. */
export type MessagingOrderOut = {
  buyer: MessagingPersonOut;
  cancelAskedBy: number | null;
  cancelAskedUntil: string | null;
  courier: string | null;
  createdAt: string;
  id: number;
  itemCount: number;
  items: Array<MessagingProductOut>;
  orderNumber: string;
  seller: MessagingPersonOut;
  status: "pending" | "processing" | "shipped" | "delivered" | "cancelled";
  total: number;
  trackingNumber: string | null;
  transactionStatus: "OFFERED" | "WAITING_PAYMENT" | "WAITING_DELIVERY" | "WAITING_REVIEW" | "COMPLETED" | "CANCELLED";
};

/** A person as a conversation shows them. */
export type MessagingPersonOut = {
  id: number;
  isDeleted: boolean;
  isVerified: boolean;
  profileImage: string | null;
  username: string;
};

/** A listing as a conversation shows it. */
export type MessagingProductOut = {
  id: number;
  imageUrl: string | null;
  listingType: "fixed" | "negotiable" | "auction";
  name: string;
  price: number;
  status: string;
};

/** The message that another one answers. */
export type MessagingQuoteOut = {
  content: string;
  id: number;
  senderId: number;
  sentence: MessagingSentenceOut | null;
};

/** Up to which message, or of whom all. */
export type MessagingReadIn = {
  messageId?: number | null;
  senderId?: number | null;
};

/** What was marked as read; `messageIds` are the newest of them, none when all were read before. */
export type MessagingReadOut = {
  count: number;
  messageIds: Array<number>;
  readerId: number;
  senderId: number;
  upToId: number | null;
};

/** What may be accepted for a listing; null where nothing is offered. */
export type MessagingReceivedOut = {
  offer: MessagingFavouriteOfferOut | null;
};

/** What a seller answers to a review. */
export type MessagingReplyIn = {
  text: string;
};

/** What the seller answered. */
export type MessagingReplyOut = {
  createdAt: string;
  text: string;
};

/** A review. */
export type MessagingReviewOut = {
  comment: string;
  createdAt: string;
  id: number;
  isPublic: boolean;
  pictures: Array<MessagingReviewPictureOut>;
  product: MessagingProductOut | null;
  rating: number;
  reply: MessagingReplyOut | null;
  reviewer: MessagingPersonOut | null;
  user: MessagingPersonOut;
};

/** A picture of a review: small, and whole with its measures. */
export type MessagingReviewPictureOut = {
  height: number;
  imageUrl: string;
  thumbnailUrl: string;
  token: string;
  width: number;
};

/** The public reviews of a person, the newest first; average, total and stars are of all. */
export type MessagingReviewsOut = {
  averageRating: number | null;
  reviews: Array<MessagingReviewOut>;
  stars: Array<number>;
  total: number;
};

/** The message that an upload made. */
export type MessagingSentFileOut = {
  message: MessagingMessageOut;
  success: true;
};

/** What a message says that the platform has put into words: `content` has it in English. */
export type MessagingSentenceOut = {
  amount: number;
  code: "purchase_confirmed" | "offered";
  name: string;
};

/** How the parcel goes. */
export type MessagingShipIn = {
  courier: "poslaju" | "jnt" | "dhl_ecommerce" | "ninjavan" | "gdex" | "citylink" | "flash" | "spx" | "skynet" | "in_person" | "other";
  trackingNumber?: string | null;
};

/** How a person wants a conversation. */
export type MessagingSideIn = {
  isArchived?: boolean | null;
  isMuted?: boolean | null;
  isPinned?: boolean | null;
};

/** What a seller offers now to all who keep a listing; null where it is nothing. */
export type MessagingStandingCampaignOut = {
  campaign: MessagingFavouriteCampaignOut | null;
};

/** One line of a timeline. */
export type MessagingStepOut = {
  actorId: number | null;
  at: string;
  details: Record<string, unknown>;
  kind: string;
};

/** A purchase as the conversation has it. */
export type MessagingTransactionOut = {
  amount: number;
  buyerId: number;
  createdAt: string;
  id: number;
  productId: number;
  sellerId: number;
  status: "OFFERED" | "WAITING_PAYMENT" | "WAITING_DELIVERY" | "WAITING_REVIEW" | "COMPLETED" | "CANCELLED";
  updatedAt: string;
};

/** Messages that wait. */
export type MessagingUnreadOut = {
  count: number;
};

/** Whether a seller is verified, and each criterion. */
export type MessagingVerificationOut = {
  criteria: Array<MessagingCriterionOut>;
  graceUntil: string | null;
  isVerified: boolean;
  is_verified: boolean;
  sellerId: number;
  verifiedSince: string | null;
};
