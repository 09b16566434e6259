/** What goes in and comes out. Written by `python -m tools.clients`; do not edit. */

/** AdminOpenOut. */
export type AdminOpenOut = {
  auctions: boolean;
  firstBidAtStart: boolean;
  payments: boolean;
  registration: boolean;
};

/** AuctionAfterwardsOut. */
export type AuctionAfterwardsOut = {
  mayRelist: boolean;
  nextBidder: AuctionNextBidderOut | null;
  sale: AuctionSaleOut | null;
  secondChance: AuctionSecondChanceOut | null;
};

/** AuctionAuctionFiguresOut. */
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

/** `bids` starts with the latest bid. `ownMaximum` is set for the leader. `ownBid` is set for bidders. */
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
  product: AuctionListingOut | null;
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

/** A bid in RM. The token identifies the bidder. If `userId` is sent, it must match the token. `timestamp` is ignored. */
export type AuctionBidIn = {
  amount: number | string;
  maxAmount?: number | string;
  timestamp?: number | string | null;
  userId?: number | null;
};

/** AuctionBidOut. */
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

/** `outbid` means that another bidder's maximum was higher. `raised` means that only the bidder's own maximum changed. */
export type AuctionBidPlacedOut = {
  auction: AuctionAuctionFiguresOut;
  bid: AuctionBidOut;
  message: string;
  result: "leading" | "outbid" | "raised";
};

/** The public view of a bidder. The name is empty if the account was deleted. */
export type AuctionBidderOut = {
  id: number;
  isDeleted: boolean;
  name: string;
};

/** AuctionExtensionOut. */
export type AuctionExtensionOut = {
  capSeconds: number;
  seconds: number;
  windowSeconds: number;
};

/** Smaller versions are at `{imageUrl}-{size}` if the dimensions are known. */
export type AuctionListingImageOut = {
  height: number | null;
  id: number;
  imageOrder: number;
  imageUrl: string;
  kind: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
  sizes: Array<number>;
  width: number | null;
};

/** AuctionListingOut. */
export type AuctionListingOut = {
  batchCode: string | null;
  boxCondition: string;
  brand: string;
  categoryId: number;
  description: string;
  id: number;
  imageUrl: string | null;
  images: Array<AuctionListingImageOut>;
  name: string;
  purchaseYear: number | null;
  remainingPercentage: number;
  seller: AuctionListingSellerOut;
  sellerId: number;
  volume: number;
};

/** The seller. Name and picture are empty if the account was deleted. */
export type AuctionListingSellerOut = {
  id: number;
  isDeleted: boolean;
  profileImage: string | null;
  username: string;
};

/** `ownMaximum` is the maximum of the person who requests the list. Nobody else can see it. */
export type AuctionMineOut = {
  answerBy: string | null;
  auction: AuctionAuctionFiguresOut;
  listing: AuctionMyListingOut | null;
  ownBid: number | null;
  ownMaximum: number | null;
  payBy: string | null;
  price: number | null;
  state: "leading" | "outbid" | "offered" | "to_pay" | "won" | "unpaid" | "lost" | "cancelled" | "live" | "to_be_paid" | "paid" | "unpaid" | "offered" | "reserve_not_met" | "no_bids" | "cancelled";
};

/** AuctionMinePageOut. */
export type AuctionMinePageOut = {
  auctions: Array<AuctionMineOut>;
  next: string | null;
};

/** AuctionMyListingOut. */
export type AuctionMyListingOut = {
  brand: string;
  imageUrl: string | null;
  name: string;
  volume: number;
};

/** AuctionNextBidderOut. */
export type AuctionNextBidderOut = {
  bidder: AuctionPartyOut;
  price: number;
};

/** The other party of a sale. The name is empty if the account was deleted. */
export type AuctionPartyOut = {
  id: number;
  isDeleted: boolean;
  name: string;
};

/** AuctionSaleOut. */
export type AuctionSaleOut = {
  buyer: AuctionPartyOut;
  cancelledBy: "buyer" | "seller" | "agreement" | "staff" | "platform" | null;
  number: number;
  payBy: string;
  price: number;
  state: "to_pay" | "paid" | "unpaid" | "cancelled";
  wonAt: string;
};

/** AuctionSecondChanceOut. */
export type AuctionSecondChanceOut = {
  answer: string | null;
  bidder: AuctionPartyOut;
  expiresAt: string;
  offeredAt: string;
  price: number;
};

/** AuthNotificationOut. */
export type AuthNotificationOut = {
  body: string;
  createdAt: string;
  id: number;
  isRead: boolean;
  kind: string;
  link: string;
  title: string;
};

/** The notifications to mark as read. If `ids` is omitted, all are marked. */
export type AuthReadIn = {
  ids?: Array<number> | null;
};

/** AuthSellerOut. */
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

/** AuthSuccessOut. */
export type AuthSuccessOut = {
  success: true;
};

/** AuthUnreadOut. */
export type AuthUnreadOut = {
  count: number;
};

/** AuthUserOut. */
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

/** AuthWishOut. */
export type AuthWishOut = {
  inApp: boolean;
  mail: boolean;
  push: boolean;
};

/** AuthWishesOut. */
export type AuthWishesOut = Record<string, AuthWishOut>;

/** BoostAppealOut. */
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

/** BoostBankOut. */
export type BoostBankOut = {
  code: string;
  name: string;
};

/** `price` is in sen. */
export type BoostBoostedOut = {
  boost_package_id: number;
  boost_type: "standard" | "premium";
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

/** BoostClaimOut. */
export type BoostClaimOut = {
  claimedBy: number | null;
  claimedByName: string;
  claimedUntil: string | null;
  dueAt: string | null;
};

/** BoostDealOut. */
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

/** BoostDisputeOut. */
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

/** The URLs of a photograph are valid for this viewer, for a few minutes. */
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

/** BoostLineOut. */
export type BoostLineOut = {
  amount: number;
  description: string;
  quantity: number;
  unitPrice: number;
};

/** BoostOrderOut. */
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
  packageType: "standard" | "premium";
  paidAt: string | null;
  paymentUrl: string | null;
  productIds: Array<number>;
  receiptNumber: string | null;
  refunded: number;
  status: "pending" | "paid" | "failed" | "expired" | "cancelled" | "review" | "refunded";
};

/** BoostOrdersOut. */
export type BoostOrdersOut = {
  next: string | null;
  orders: Array<BoostOrderOut>;
};

/** `effective_price` is the price per product, in sen (C4). */
export type BoostPackageOut = {
  currency: "MYR";
  duration_formatted: string;
  duration_hours: number;
  effective_price: number;
  id: number;
  item_count: number;
  name: string;
  package_type: "standard" | "premium";
  price: number;
  priceSen: number;
};

/** Moderators are reviewing this buyer and seller. */
export type BoostPayoutHoldOut = {
  isConfirmed: boolean;
  secondPerson: BoostSecondPersonOut | null;
};

/** BoostReceiptOut. */
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

/** BoostSecondPersonOut. */
export type BoostSecondPersonOut = {
  askedAt: string;
  askedBy: number;
  buyerAmount: number | null;
  code: "as_described" | "not_as_described" | "counterfeit" | "damaged" | "delivered" | "not_received" | "no_evidence" | "both_at_fault" | "bids_arranged" | "purchases_made_up" | "other" | null;
  outcome: "refund" | "release" | "return" | "split";
  reason: string;
  until: string;
};

/** The person to whom the receipt is issued. */
export type BoostSellerOut = {
  name: string;
};

/** The tax that the total includes. */
export type BoostTaxOut = {
  amount: number;
  name: string;
  ratePercent: number;
};

/** The buyer pays the fee on top of the price. */
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

/** BoostTimelineOut. */
export type BoostTimelineOut = {
  actorId: number | null;
  at: string;
  event: "PAID" | "PAID_OUTSIDE" | "SHIPPED" | "ARRIVED" | "ACCEPTED" | "STAFF_DELIVERED" | "DEAL_CANCELLED" | "STAFF_CANCELLED" | "CALL_OFF" | "DISPUTE" | "RELEASE" | "REFUND" | "RETURN" | "SPLIT" | "SEND_BACK" | "TAKE_BACK" | "OBJECT" | "TIME" | "STAFF_SHIPPED" | "CLEARED" | "DECIDE" | "APPEAL" | "REOPEN";
  state: "awaiting_funds" | "held" | "shipped" | "inspection" | "disputed" | "decided" | "appealed" | "return_requested" | "return_sent" | "withheld" | "released" | "refunded" | "returned" | "split" | "cancelled" | "outside";
};

/** The period in which an order features a product, and the product's share of the order's amount. */
export type BoostUntilOut = {
  amount: number;
  name: string | null;
  productId: number;
  since: string;
  spent: number;
  until: string;
};

/** CatalogAuctionCardOut. */
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

/** Accepted only before the first bid (U22). `product` also changes the listing. */
export type CatalogAuctionChangeIn = {
  auction: CatalogOwnAuctionIn;
  product?: CatalogAuctionedProductIn | null;
  sellerId?: number | null;
};

/** The auction service validates the terms. */
export type CatalogAuctionTermsIn = {
  bidIncrement?: number;
  buyNowPrice?: number | null;
  endsAt: string;
  reservePrice?: number | null;
  startingPrice: number;
};

/** The auction terms are sent next to the listing, not inside it. */
export type CatalogAuctionedProductIn = {
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

/** The result does not prove authenticity. */
export type CatalogBatchCodeOut = {
  isAfterPurchase: boolean;
  place: "base_and_box" | "back_and_box" | null;
  provesAuthenticity: false;
  verdict: "fits" | "does_not_fit" | "unknown";
  years: Array<number>;
};

/** `shown` counts appearances in the home page carousel. */
export type CatalogBoostDayOut = {
  conversations: number;
  day: string;
  deals: number;
  favourites: number;
  shown: number;
  views: number;
};

/** CatalogBoostReportOut. */
export type CatalogBoostReportOut = {
  before: Array<CatalogBoostDayOut>;
  boostedAt: string;
  boostedUntil: string;
  days: Array<CatalogBoostDayOut>;
  productId: number;
};

/** `price` is the asking price of the listing. The purchase has the agreed amount. */
export type CatalogBoughtListingOut = {
  batchCode: string | null;
  boughtAt: string;
  boxCondition: string;
  brand: string;
  category: string;
  concentration: string | null;
  dealId: number;
  description: string;
  images: Array<CatalogBoughtPictureOut>;
  isNew: boolean;
  listingType: "fixed" | "negotiable" | "auction";
  name: string;
  notes: string | null;
  price: number;
  productId: number;
  purchaseYear: number | null;
  remainingPercentage: number;
  state: string | null;
  volume: number;
};

/** Smaller versions are at `{imageUrl}-{size}`. */
export type CatalogBoughtPictureOut = {
  imageUrl: string;
  kind: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
};

/** CatalogBulkIn. */
export type CatalogBulkIn = {
  action: "archive" | "restore" | "delete" | "price";
  ids: Array<number>;
  percent?: number | null;
  price?: number | null;
};

/** CatalogBulkOut. */
export type CatalogBulkOut = {
  done: Array<number>;
  refused: Array<CatalogRefusedOut>;
};

/** CatalogCategoryNameOut. */
export type CatalogCategoryNameOut = {
  id: number;
  name: string;
};

/** CatalogCategoryOut. */
export type CatalogCategoryOut = {
  count: number;
  description: string;
  id: number;
  name: string;
};

/** CatalogCountedCategoryOut. */
export type CatalogCountedCategoryOut = {
  count: number;
  id: number;
  name: string;
};

/** CatalogCountedOut. */
export type CatalogCountedOut = {
  count: number;
  name: string;
};

/** CatalogDashboardOut. */
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

/** CatalogDayOut. */
export type CatalogDayOut = {
  day: string;
  favourites: number;
  views: number;
};

/** CatalogDoneOut. */
export type CatalogDoneOut = {
  success: true;
};

/** A form that may be incomplete or invalid. */
export type CatalogDraftIn = {
  form: Record<string, unknown>;
};

/** CatalogDraftOut. */
export type CatalogDraftOut = {
  createdAt: string;
  form: Record<string, unknown>;
  id: number;
  updatedAt: string;
};

/** The values of a filter are counted with all other filters applied, so that selecting a value does not shorten the list. */
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

/** CatalogFaultOut. */
export type CatalogFaultOut = {
  field: string;
  message: string;
};

/** CatalogFavouriteOut. */
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
  listingType: "fixed" | "negotiable" | "auction";
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

/** CatalogFavouritedOut. */
export type CatalogFavouritedOut = {
  favourites: number;
  success: true;
};

/** The fields have the names of the catalogue's query parameters. */
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

/** CatalogHintOut. */
export type CatalogHintOut = {
  brand: string;
  id: number;
  imageUrl: string | null;
  name: string;
  price: number;
};

/** CatalogImageIn. */
export type CatalogImageIn = {
  imageName?: string;
  imageOrder?: number;
  imageUrl: string;
  kind?: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
  productId: number;
  sellerId?: number | null;
};

/** Smaller versions are at `{imageUrl}-{size}`. `blur` is a placeholder to show while the picture loads. */
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

/** CatalogImportOut. */
export type CatalogImportOut = {
  created: number;
  refused: number;
  rows: Array<CatalogRowOut>;
};

/** CatalogNewAuctionIn. */
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

/** CatalogNoteIn. */
export type CatalogNoteIn = {
  note: string;
};

/** CatalogOnlyCountOut. */
export type CatalogOnlyCountOut = {
  count: number;
};

/** CatalogOrderIn. */
export type CatalogOrderIn = {
  images: Array<number>;
};

/** `startsAt` and `status` are ignored, because the platform sets both (C35). */
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

/** CatalogOwnAuctionOut. */
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

/** The object form of the list. The array form has the same information in its headers. */
export type CatalogPageOut = {
  corrected: boolean;
  didYouMean: string | null;
  items: Array<CatalogProductOut>;
  next: string | null;
  total: number;
};

/** CatalogPaginationOut. */
export type CatalogPaginationOut = {
  limit: number;
  page: number;
  totalPages: number;
  totalProducts: number;
};

/** CatalogPictureIn. */
export type CatalogPictureIn = {
  imageUrl: string;
  kind?: "front" | "name_and_date" | "level" | "batch_code" | "box" | null;
};

/** CatalogPricesOut. */
export type CatalogPricesOut = {
  max: number;
  min: number;
};

/** CatalogProductIn. */
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

/** CatalogProductOut. */
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
  listingType: "fixed" | "negotiable" | "auction";
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

/** CatalogRefusedOut. */
export type CatalogRefusedOut = {
  code: string;
  id: number;
  message: string;
};

/** `auction` is required for an auction. Other listings may have a new `price`. */
export type CatalogRelistIn = {
  auction?: CatalogAuctionTermsIn | null;
  price?: number | null;
};

/** CatalogRowOut. */
export type CatalogRowOut = {
  errors: Array<CatalogFaultOut>;
  line: number;
  name: string;
  ok: boolean;
  productId: number | null;
};

/** CatalogSearchChangeIn. */
export type CatalogSearchChangeIn = {
  byMail?: boolean | null;
  name?: string | null;
};

/** CatalogSearchIn. */
export type CatalogSearchIn = {
  byMail?: boolean;
  name?: string | null;
  wanted: CatalogFiltersIn;
};

/** CatalogSearchOut. */
export type CatalogSearchOut = {
  byMail: boolean;
  createdAt: string;
  id: number;
  name: string;
  newCount: number;
  wanted: Record<string, unknown>;
};

/** CatalogSeenOut. */
export type CatalogSeenOut = {
  favourites: number;
  id: number;
  name: string;
  views: number;
};

/** Former members have an empty name. */
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

/** CatalogShopHeadOut. */
export type CatalogShopHeadOut = {
  delivered: number;
  photos: Array<string>;
  products: number;
  sold: number;
};

/** CatalogShopPageOut. */
export type CatalogShopPageOut = {
  pagination: CatalogPaginationOut;
  products: Array<CatalogProductOut>;
};

/** CatalogSpanOut. */
export type CatalogSpanOut = {
  max: number;
  min: number;
};

/** CatalogStatsOut. */
export type CatalogStatsOut = {
  days: Array<CatalogDayOut>;
  products: Array<CatalogSeenOut>;
};

/** CatalogSuggestionsOut. */
export type CatalogSuggestionsOut = {
  brands: Array<CatalogCountedOut>;
  products: Array<CatalogHintOut>;
  searches: Array<string>;
};

/** Listings can refer to the picture by `token` or `imageUrl`. */
export type CatalogUploadOut = {
  blur: string | null;
  height: number;
  imageUrl: string;
  sizes: Array<number>;
  token: string;
  width: number;
};

/** The response format of all errors. */
export type ErrorBody = {
  code: string;
  details: Record<string, unknown>;
  message: string;
  requestId: string;
};

/** A step of a deal, from the reader's point of view. */
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

/** MessagingConfirmedOut. */
export type MessagingConfirmedOut = {
  status: "OFFERED" | "WAITING_PAYMENT" | "WAITING_DELIVERY" | "WAITING_REVIEW" | "COMPLETED" | "CANCELLED";
  success: true;
  transactionId: number;
};

/** A conversation, from the reader's point of view. */
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

/** MessagingCounterIn. */
export type MessagingCounterIn = {
  amount: number;
};

/** A criterion with its current value, the required value, and the value that keeps the badge. */
export type MessagingCriterionOut = {
  keeps: number;
  name: "identity" | "delivered" | "buyers" | "rated" | "average" | "guidelines" | "payment_method";
  now: number;
  since: string | null;
  state: "met" | "missing";
  wanted: number;
};

/** Both reviews of a purchase, from the reader's point of view. */
export type MessagingDealReviewsOut = {
  isTheirsHidden: boolean;
  mayWrite: boolean;
  theirs: MessagingReviewOut | null;
  until: string | null;
  yours: MessagingReviewOut | null;
};

/** A file that was sent during the purchase. */
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

/** MessagingDoneOut. */
export type MessagingDoneOut = {
  success: true;
};

/** MessagingFavouriteCampaignIn. */
export type MessagingFavouriteCampaignIn = {
  amount: number;
  productId: number;
};

/** An offer to everyone who saved a listing. The number of people is not shown. */
export type MessagingFavouriteCampaignOut = {
  againAt: string;
  amount: number;
  createdAt: string;
  productId: number;
};

/** MessagingFavouriteOfferOut. */
export type MessagingFavouriteOfferOut = {
  amount: number;
  expiresAt: string;
  id: number;
  productId: number;
  sellerId: number;
};

/** Figures from a seller's newest hundred deliveries. Null with fewer than three deliveries. */
export type MessagingFiguresOut = {
  satisfaction: number | null;
  shippingDays: number | null;
};

/** MessagingFileOut. */
export type MessagingFileOut = {
  contentType: string;
  height: number | null;
  name: string;
  size: number;
  width: number | null;
};

/** Null removes the floor. */
export type MessagingFloorIn = {
  amount: number | null;
};

/** Offers below this amount are declined automatically. Only the seller can see it. */
export type MessagingFloorOut = {
  amount: number | null;
};

/** Offers for this listing below this amount are declined automatically. Only the seller can see it. */
export type MessagingListingFloorOut = {
  amount: number;
  productId: number;
};

/** MessagingMessageIn. */
export type MessagingMessageIn = {
  clientId?: string | null;
  content: string;
  productId?: number | null;
  receiverId: number;
  replyToId?: number | null;
};

/** A message, from the reader's point of view. */
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

/** MessagingOfferIn. */
export type MessagingOfferIn = {
  amount: number;
  buyerId?: number | null;
  productId: number;
};

/** An offer, from the reader's point of view. */
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

/** `campaign` is null if the seller has no open offer for the listing. */
export type MessagingOpenCampaignOut = {
  campaign: MessagingFavouriteCampaignOut | null;
};

/** MessagingOrderDetailsOut. */
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

/** MessagingOrderOut. */
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

/** MessagingPersonOut. */
export type MessagingPersonOut = {
  id: number;
  isDeleted: boolean;
  isVerified: boolean;
  profileImage: string | null;
  username: string;
};

/** MessagingProductOut. */
export type MessagingProductOut = {
  id: number;
  imageUrl: string | null;
  listingType: "fixed" | "negotiable" | "auction";
  name: string;
  price: number;
  status: string;
};

/** The message being replied to. */
export type MessagingQuoteOut = {
  content: string;
  id: number;
  senderId: number;
  sentence: MessagingSentenceOut | null;
};

/** MessagingReadIn. */
export type MessagingReadIn = {
  messageId?: number | null;
  senderId?: number | null;
};

/** `messageIds` lists the newest messages that became read. Empty if all messages were already read. */
export type MessagingReadOut = {
  count: number;
  messageIds: Array<number>;
  readerId: number;
  senderId: number;
  upToId: number | null;
};

/** `offer` is null if there is no offer that you can accept. */
export type MessagingReceivedOut = {
  offer: MessagingFavouriteOfferOut | null;
};

/** MessagingReplyIn. */
export type MessagingReplyIn = {
  text: string;
};

/** MessagingReplyOut. */
export type MessagingReplyOut = {
  createdAt: string;
  text: string;
};

/** MessagingReviewOut. */
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

/** MessagingReviewPictureOut. */
export type MessagingReviewPictureOut = {
  height: number;
  imageUrl: string;
  thumbnailUrl: string;
  token: string;
  width: number;
};

/** A person's public reviews, newest first. Average, total and stars cover all public reviews. */
export type MessagingReviewsOut = {
  averageRating: number | null;
  reviews: Array<MessagingReviewOut>;
  stars: Array<number>;
  total: number;
};

/** MessagingSentFileOut. */
export type MessagingSentFileOut = {
  message: MessagingMessageOut;
  success: true;
};

/** A platform-generated sentence, as a template with values. `content` contains the English text. */
export type MessagingSentenceOut = {
  amount: number;
  code: "purchase_confirmed" | "offered";
  name: string;
};

/** MessagingShipIn. */
export type MessagingShipIn = {
  courier: "poslaju" | "jnt" | "dhl_ecommerce" | "ninjavan" | "gdex" | "citylink" | "flash" | "spx" | "skynet" | "in_person" | "other";
  trackingNumber?: string | null;
};

/** MessagingSideIn. */
export type MessagingSideIn = {
  isArchived?: boolean | null;
  isMuted?: boolean | null;
  isPinned?: boolean | null;
};

/** MessagingStepOut. */
export type MessagingStepOut = {
  actorId: number | null;
  at: string;
  details: Record<string, unknown>;
  kind: string;
};

/** MessagingTransactionOut. */
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

/** MessagingUnreadOut. */
export type MessagingUnreadOut = {
  count: number;
};

/** MessagingVerificationOut. */
export type MessagingVerificationOut = {
  criteria: Array<MessagingCriterionOut>;
  graceUntil: string | null;
  isVerified: boolean;
  is_verified: boolean;
  sellerId: number;
  verifiedSince: string | null;
};
