"""What goes in and comes out. Written by `python -m tools.clients`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class AdminOpenOut(TypedDict):
    """AdminOpenOut."""

    auctions: "bool"
    firstBidAtStart: "bool"
    payments: "bool"
    registration: "bool"


class AuctionAfterwardsOut(TypedDict):
    """AuctionAfterwardsOut."""

    mayRelist: "bool"
    nextBidder: "AuctionNextBidderOut | None"
    sale: "AuctionSaleOut | None"
    secondChance: "AuctionSecondChanceOut | None"


class AuctionAuctionFiguresOut(TypedDict):
    """AuctionAuctionFiguresOut."""

    bidCount: "int"
    bidIncrement: "float"
    buyNowOpen: "bool"
    buyNowPrice: "float | None"
    createdAt: "str"
    currentBid: "float | None"
    currentBidderId: "int | None"
    effectiveEndsAt: "str"
    endsAt: "str"
    epoch: "int"
    extension: "AuctionExtensionOut"
    id: "int"
    minimumBid: "float"
    outcome: "str | None"
    productId: "int"
    reserveMet: "bool | None"
    reservePrice: "float | None"
    sellerId: "int"
    seq: "int"
    serverNow: "str"
    startingPrice: "float"
    startsAt: "str"
    status: "str"
    updatedAt: "str"
    winnerId: "int | None"


class AuctionAuctionOut(TypedDict):
    """`bids` starts with the latest bid. `ownMaximum` is set for the leader. `ownBid` is set for bidders."""

    bidCount: "int"
    bidIncrement: "float"
    bids: "list[AuctionBidOut]"
    buyNowOpen: "bool"
    buyNowPrice: "float | None"
    createdAt: "str"
    currentBid: "float | None"
    currentBidderId: "int | None"
    effectiveEndsAt: "str"
    endsAt: "str"
    epoch: "int"
    extension: "AuctionExtensionOut"
    finalPrice: "float | None"
    id: "int"
    minimumBid: "float"
    outcome: "str | None"
    ownBid: "float | None"
    ownMaximum: "float | None"
    product: "AuctionListingOut | None"
    productId: "int"
    relistedFrom: "int | None"
    reserveMet: "bool | None"
    reservePrice: "float | None"
    sellerId: "int"
    seq: "int"
    serverNow: "str"
    startingPrice: "float"
    startsAt: "str"
    status: "str"
    updatedAt: "str"
    winnerId: "int | None"


class AuctionBidIn(TypedDict):
    """A bid in RM. The token identifies the bidder. If `userId` is sent, it must match the token. `timestamp` is ignored."""

    amount: "float | str"
    maxAmount: "NotRequired[float | str]"
    timestamp: "NotRequired[int | float | str | None]"
    userId: "NotRequired[int | None]"


class AuctionBidOut(TypedDict):
    """AuctionBidOut."""

    amount: "float"
    auctionId: "int"
    bidder: "AuctionBidderOut"
    bidderId: "int"
    id: "int"
    isAuto: "bool"
    isWinning: "bool"
    placedAt: "str"


class AuctionBidPlacedOut(TypedDict):
    """`outbid` means that another bidder's maximum was higher. `raised` means that only the bidder's own maximum changed."""

    auction: "AuctionAuctionFiguresOut"
    bid: "AuctionBidOut"
    message: "str"
    result: "Literal['leading', 'outbid', 'raised']"


class AuctionBidderOut(TypedDict):
    """The public view of a bidder. The name is empty if the account was deleted."""

    id: "int"
    isDeleted: "bool"
    name: "str"


class AuctionExtensionOut(TypedDict):
    """AuctionExtensionOut."""

    capSeconds: "int"
    seconds: "int"
    windowSeconds: "int"


class AuctionListingImageOut(TypedDict):
    """Smaller versions are at `{imageUrl}-{size}` if the dimensions are known."""

    height: "int | None"
    id: "int"
    imageOrder: "int"
    imageUrl: "str"
    kind: "Literal['front', 'name_and_date', 'level', 'batch_code', 'box'] | None"
    sizes: "list[int]"
    width: "int | None"


class AuctionListingOut(TypedDict):
    """AuctionListingOut."""

    batchCode: "str | None"
    boxCondition: "str"
    brand: "str"
    categoryId: "int"
    description: "str"
    id: "int"
    imageUrl: "str | None"
    images: "list[AuctionListingImageOut]"
    name: "str"
    purchaseYear: "int | None"
    remainingPercentage: "int"
    seller: "AuctionListingSellerOut"
    sellerId: "int"
    volume: "int"


class AuctionListingSellerOut(TypedDict):
    """The seller. Name and picture are empty if the account was deleted."""

    id: "int"
    isDeleted: "bool"
    profileImage: "str | None"
    username: "str"


class AuctionMineOut(TypedDict):
    """`ownMaximum` is the maximum of the person who requests the list. Nobody else can see it."""

    answerBy: "str | None"
    auction: "AuctionAuctionFiguresOut"
    listing: "AuctionMyListingOut | None"
    ownBid: "float | None"
    ownMaximum: "float | None"
    payBy: "str | None"
    price: "float | None"
    state: "Literal['leading', 'outbid', 'offered', 'to_pay', 'won', 'unpaid', 'lost', 'cancelled'] | Literal['live', 'to_be_paid', 'paid', 'unpaid', 'offered', 'reserve_not_met', 'no_bids', 'cancelled']"


class AuctionMinePageOut(TypedDict):
    """AuctionMinePageOut."""

    auctions: "list[AuctionMineOut]"
    next: "str | None"


class AuctionMyListingOut(TypedDict):
    """AuctionMyListingOut."""

    brand: "str"
    imageUrl: "str | None"
    name: "str"
    volume: "int"


class AuctionNextBidderOut(TypedDict):
    """AuctionNextBidderOut."""

    bidder: "AuctionPartyOut"
    price: "float"


class AuctionPartyOut(TypedDict):
    """The other party of a sale. The name is empty if the account was deleted."""

    id: "int"
    isDeleted: "bool"
    name: "str"


class AuctionSaleOut(TypedDict):
    """AuctionSaleOut."""

    buyer: "AuctionPartyOut"
    cancelledBy: "Literal['buyer', 'seller', 'agreement', 'staff', 'platform'] | None"
    number: "int"
    payBy: "str"
    price: "float"
    state: "Literal['to_pay', 'paid', 'unpaid', 'cancelled']"
    wonAt: "str"


class AuctionSecondChanceOut(TypedDict):
    """AuctionSecondChanceOut."""

    answer: "str | None"
    bidder: "AuctionPartyOut"
    expiresAt: "str"
    offeredAt: "str"
    price: "float"


class AuthNotificationOut(TypedDict):
    """AuthNotificationOut."""

    body: "str"
    createdAt: "str"
    id: "int"
    isRead: "bool"
    kind: "str"
    link: "str"
    title: "str"


class AuthReadIn(TypedDict):
    """The notifications to mark as read. If `ids` is omitted, all are marked."""

    ids: "NotRequired[list[int] | None]"


class AuthSellerOut(TypedDict):
    """AuthSellerOut."""

    avatarUrl: "str | None"
    bio: "str | None"
    coverPhoto: "str | None"
    createdAt: "str"
    id: "int"
    isVerified: "bool"
    is_verified: "bool"
    location: "str | None"
    profileImage: "str | None"
    shopName: "str | None"
    username: "str"


class AuthSuccessOut(TypedDict):
    """AuthSuccessOut."""

    success: "Literal[True]"


class AuthUnreadOut(TypedDict):
    """AuthUnreadOut."""

    count: "int"


class AuthUserOut(TypedDict):
    """AuthUserOut."""

    address: "str | None"
    avatarUrl: "str | None"
    bio: "str | None"
    coverPhoto: "str | None"
    createdAt: "str"
    email: "str"
    emailVerified: "bool"
    firstName: "str"
    hasPassword: "bool"
    id: "int"
    isAdmin: "bool"
    isBanned: "bool"
    isSeller: "bool"
    isVerified: "bool"
    is_verified: "bool"
    language: "Literal['en', 'ms']"
    languageChosen: "bool"
    lastName: "str"
    location: "str | None"
    pendingEmail: "str | None"
    profileImage: "str | None"
    provider: "str | None"
    shopName: "str | None"
    staffRole: "Literal['support', 'moderator', 'finance', 'admin'] | None"
    suspendedUntil: "str | None"
    theme: "Literal['system', 'light', 'dark']"
    twoFactor: "bool"
    username: "str"
    waitsForSecondFactor: "bool"
    walletBalance: "float"


class AuthWishOut(TypedDict):
    """AuthWishOut."""

    inApp: "bool"
    mail: "bool"
    push: "bool"


# AuthWishesOut.
AuthWishesOut = dict[str, AuthWishOut]


class BoostAppealOut(TypedDict):
    """BoostAppealOut."""

    appealedAt: "str | None"
    appealedBy: "Literal['buyer', 'seller'] | None"
    buyerAmount: "int | None"
    decision: "Literal['release', 'refund', 'return', 'split']"
    needsAnother: "bool"
    outcome: "Literal['upheld', 'changed'] | None"
    until: "str"
    words: "str"


class BoostBankOut(TypedDict):
    """BoostBankOut."""

    code: "str"
    name: "str"


class BoostBoostedOut(TypedDict):
    """`price` is in sen."""

    boost_package_id: "int"
    boost_type: "Literal['standard', 'premium']"
    boosted_until: "str"
    id: "int"
    image_url: "str | None"
    is_featured: "bool"
    name: "str"
    order_id: "str"
    price: "int"
    spent: "int"
    status: "str"


class BoostClaimOut(TypedDict):
    """BoostClaimOut."""

    claimedBy: "int | None"
    claimedByName: "str"
    claimedUntil: "str | None"
    dueAt: "str | None"


class BoostDealOut(TypedDict):
    """BoostDealOut."""

    amount: "int"
    appeal: "BoostAppealOut | None"
    buyerId: "int"
    buyerName: "str"
    claim: "BoostClaimOut | None"
    dealId: "int"
    decisionWords: "str"
    dispute: "BoostDisputeOut | None"
    dueAt: "str | None"
    endedAt: "str | None"
    fee: "int"
    heldAt: "str | None"
    next: "list[Literal['PAID', 'PAID_OUTSIDE', 'SHIPPED', 'ARRIVED', 'ACCEPTED', 'STAFF_DELIVERED', 'DEAL_CANCELLED', 'STAFF_CANCELLED', 'CALL_OFF', 'DISPUTE', 'RELEASE', 'REFUND', 'RETURN', 'SPLIT', 'SEND_BACK', 'TAKE_BACK', 'OBJECT', 'TIME', 'STAFF_SHIPPED', 'CLEARED', 'DECIDE', 'APPEAL', 'REOPEN', 'PAY', 'ADD_EVIDENCE']]"
    payoutHold: "BoostPayoutHoldOut | None"
    productId: "int"
    refunded: "int"
    returnTracking: "str | None"
    role: "Literal['buyer', 'seller', 'staff']"
    sellerAmount: "int"
    sellerId: "int"
    sellerName: "str"
    shipBy: "str | None"
    state: "Literal['awaiting_funds', 'held', 'shipped', 'inspection', 'disputed', 'decided', 'appealed', 'return_requested', 'return_sent', 'withheld', 'released', 'refunded', 'returned', 'split', 'cancelled', 'outside']"
    timeline: "list[BoostTimelineOut]"
    total: "int"


class BoostDisputeOut(TypedDict):
    """BoostDisputeOut."""

    decidedAt: "str | None"
    decisionCode: "Literal['as_described', 'not_as_described', 'counterfeit', 'damaged', 'delivered', 'not_received', 'no_evidence', 'both_at_fault', 'bids_arranged', 'purchases_made_up', 'other'] | None"
    decisionWords: "str"
    evidence: "list[BoostEvidenceOut]"
    evidenceUntil: "str"
    isEscalated: "bool"
    openedAt: "str"
    reason: "Literal['not_received', 'not_as_described', 'counterfeit', 'damaged']"
    secondPerson: "BoostSecondPersonOut | None"
    words: "str"


class BoostEvidenceOut(TypedDict):
    """The URLs of a photograph are valid for this viewer, for a few minutes."""

    addedAt: "str"
    author: "Literal['buyer', 'seller']"
    height: "int | None"
    id: "int"
    kind: "Literal['statement', 'tracking', 'photograph']"
    smallUrl: "str | None"
    url: "str | None"
    width: "int | None"
    words: "str"


class BoostLineOut(TypedDict):
    """BoostLineOut."""

    amount: "int"
    description: "str"
    quantity: "int"
    unitPrice: "int"


class BoostOrderOut(TypedDict):
    """BoostOrderOut."""

    amount: "int"
    createdAt: "str"
    creditUsed: "int"
    durationHours: "int"
    featuredUntil: "list[BoostUntilOut]"
    itemCount: "int"
    orderId: "str"
    packageId: "int"
    packageName: "str"
    packageType: "Literal['standard', 'premium']"
    paidAt: "str | None"
    paymentUrl: "str | None"
    productIds: "list[int]"
    receiptNumber: "str | None"
    refunded: "int"
    status: "Literal['pending', 'paid', 'failed', 'expired', 'cancelled', 'review', 'refunded']"


class BoostOrdersOut(TypedDict):
    """BoostOrdersOut."""

    next: "str | None"
    orders: "list[BoostOrderOut]"


class BoostPackageOut(TypedDict):
    """`effective_price` is the price per product, in sen (C4)."""

    currency: "Literal['MYR']"
    duration_formatted: "str"
    duration_hours: "int"
    effective_price: "float"
    id: "int"
    item_count: "int"
    name: "str"
    package_type: "Literal['standard', 'premium']"
    price: "int"
    priceSen: "int"


class BoostPayoutHoldOut(TypedDict):
    """Moderators are reviewing this buyer and seller."""

    isConfirmed: "bool"
    secondPerson: "BoostSecondPersonOut | None"


class BoostReceiptOut(TypedDict):
    """BoostReceiptOut."""

    billId: "str | None"
    creditUsed: "int"
    issuedAt: "str"
    lines: "list[BoostLineOut]"
    paid: "int"
    paymentChannel: "str | None"
    receiptNumber: "str"
    seller: "BoostSellerOut"
    subtotal: "int"
    tax: "BoostTaxOut"
    total: "int"


class BoostSecondPersonOut(TypedDict):
    """BoostSecondPersonOut."""

    askedAt: "str"
    askedBy: "int"
    buyerAmount: "int | None"
    code: "Literal['as_described', 'not_as_described', 'counterfeit', 'damaged', 'delivered', 'not_received', 'no_evidence', 'both_at_fault', 'bids_arranged', 'purchases_made_up', 'other'] | None"
    outcome: "Literal['refund', 'release', 'return', 'split']"
    reason: "str"
    until: "str"


class BoostSellerOut(TypedDict):
    """The person to whom the receipt is issued."""

    name: "str"


class BoostTaxOut(TypedDict):
    """The tax that the total includes."""

    amount: "int"
    name: "str"
    ratePercent: "float"


class BoostTermsOut(TypedDict):
    """The buyer pays the fee on top of the price."""

    banks: "list[BoostBankOut]"
    cancelAfterDays: "int"
    evidenceDays: "int"
    feeBasisPoints: "int"
    firstPayoutAfterDays: "int"
    inspectionHours: "int"
    isOpen: "bool"
    shipWithinWorkingDays: "int"


class BoostTimelineOut(TypedDict):
    """BoostTimelineOut."""

    actorId: "int | None"
    at: "str"
    event: "Literal['PAID', 'PAID_OUTSIDE', 'SHIPPED', 'ARRIVED', 'ACCEPTED', 'STAFF_DELIVERED', 'DEAL_CANCELLED', 'STAFF_CANCELLED', 'CALL_OFF', 'DISPUTE', 'RELEASE', 'REFUND', 'RETURN', 'SPLIT', 'SEND_BACK', 'TAKE_BACK', 'OBJECT', 'TIME', 'STAFF_SHIPPED', 'CLEARED', 'DECIDE', 'APPEAL', 'REOPEN']"
    state: "Literal['awaiting_funds', 'held', 'shipped', 'inspection', 'disputed', 'decided', 'appealed', 'return_requested', 'return_sent', 'withheld', 'released', 'refunded', 'returned', 'split', 'cancelled', 'outside']"


class BoostUntilOut(TypedDict):
    """The period in which an order features a product, and the product's share of the order's amount."""

    amount: "int"
    name: "str | None"
    productId: "int"
    since: "str"
    spent: "int"
    until: "str"


class CatalogAuctionCardOut(TypedDict):
    """CatalogAuctionCardOut."""

    bidCount: "int"
    bidIncrement: "float"
    buyNowPrice: "float | None"
    currentBid: "float | None"
    endsAt: "str"
    hasReserve: "bool"
    id: "int"
    startingPrice: "float"
    startsAt: "str | None"
    status: "str"


class CatalogAuctionChangeIn(TypedDict):
    """Accepted only before the first bid (U22). `product` also changes the listing."""

    auction: "CatalogOwnAuctionIn"
    product: "NotRequired[CatalogAuctionedProductIn | None]"
    sellerId: "NotRequired[int | None]"


class CatalogAuctionTermsIn(TypedDict):
    """The auction service validates the terms."""

    bidIncrement: "NotRequired[float]"
    buyNowPrice: "NotRequired[float | None]"
    endsAt: "str"
    reservePrice: "NotRequired[float | None]"
    startingPrice: "float"


class CatalogAuctionedProductIn(TypedDict):
    """The auction terms are sent next to the listing, not inside it."""

    auction: "NotRequired[None]"
    batchCode: "NotRequired[str | None]"
    boxCondition: "NotRequired[Literal['Good', 'Damaged', 'No Box']]"
    brand: "str"
    categoryId: "int"
    concentration: "NotRequired[Literal['EDC', 'EDT', 'EDP', 'Parfum', 'Extrait', 'Oil'] | None]"
    description: "str"
    draftId: "NotRequired[int | None]"
    imageUrl: "NotRequired[str | None]"
    images: "NotRequired[list[str | CatalogPictureIn] | None]"
    isNew: "NotRequired[bool]"
    listingType: "NotRequired[Literal['auction']]"
    name: "str"
    notes: "NotRequired[str | None]"
    price: "NotRequired[float | None]"
    purchaseYear: "NotRequired[int | None]"
    remainingPercentage: "NotRequired[int]"
    sellerId: "NotRequired[int | None]"
    state: "NotRequired[Literal['Johor', 'Kedah', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Perlis', 'Pulau Pinang', 'Sabah', 'Sarawak', 'Selangor', 'Terengganu', 'Kuala Lumpur', 'Labuan', 'Putrajaya'] | None]"
    stockQuantity: "NotRequired[int]"
    volume: "int"


class CatalogBatchCodeOut(TypedDict):
    """The result does not prove authenticity."""

    isAfterPurchase: "bool"
    place: "Literal['base_and_box', 'back_and_box'] | None"
    provesAuthenticity: "Literal[False]"
    verdict: "Literal['fits', 'does_not_fit', 'unknown']"
    years: "list[int]"


class CatalogBoostDayOut(TypedDict):
    """`shown` counts appearances in the home page carousel."""

    conversations: "int"
    day: "str"
    deals: "int"
    favourites: "int"
    shown: "int"
    views: "int"


class CatalogBoostReportOut(TypedDict):
    """CatalogBoostReportOut."""

    before: "list[CatalogBoostDayOut]"
    boostedAt: "str"
    boostedUntil: "str"
    days: "list[CatalogBoostDayOut]"
    productId: "int"


class CatalogBoughtListingOut(TypedDict):
    """`price` is the asking price of the listing. The purchase has the agreed amount."""

    batchCode: "str | None"
    boughtAt: "str"
    boxCondition: "str"
    brand: "str"
    category: "str"
    concentration: "str | None"
    dealId: "int"
    description: "str"
    images: "list[CatalogBoughtPictureOut]"
    isNew: "bool"
    listingType: "Literal['fixed', 'negotiable', 'auction']"
    name: "str"
    notes: "str | None"
    price: "float"
    productId: "int"
    purchaseYear: "int | None"
    remainingPercentage: "int"
    state: "str | None"
    volume: "int"


class CatalogBoughtPictureOut(TypedDict):
    """Smaller versions are at `{imageUrl}-{size}`."""

    imageUrl: "str"
    kind: "Literal['front', 'name_and_date', 'level', 'batch_code', 'box'] | None"


class CatalogBulkIn(TypedDict):
    """CatalogBulkIn."""

    action: "Literal['archive', 'restore', 'delete', 'price']"
    ids: "list[int]"
    percent: "NotRequired[int | None]"
    price: "NotRequired[float | None]"


class CatalogBulkOut(TypedDict):
    """CatalogBulkOut."""

    done: "list[int]"
    refused: "list[CatalogRefusedOut]"


class CatalogCategoryNameOut(TypedDict):
    """CatalogCategoryNameOut."""

    id: "int"
    name: "str"


class CatalogCategoryOut(TypedDict):
    """CatalogCategoryOut."""

    count: "int"
    description: "str"
    id: "int"
    name: "str"


class CatalogCountedCategoryOut(TypedDict):
    """CatalogCountedCategoryOut."""

    count: "int"
    id: "int"
    name: "str"


class CatalogCountedOut(TypedDict):
    """CatalogCountedOut."""

    count: "int"
    name: "str"


class CatalogDashboardOut(TypedDict):
    """CatalogDashboardOut."""

    averagePrice: "float | None"
    byStatus: "dict[str, int]"
    favourites: "int"
    stock: "dict[str, int]"
    topRated: "list[CatalogProductOut]"
    totalInventory: "int"
    totalProducts: "int"
    views30: "int"


class CatalogDayOut(TypedDict):
    """CatalogDayOut."""

    day: "str"
    favourites: "int"
    views: "int"


class CatalogDoneOut(TypedDict):
    """CatalogDoneOut."""

    success: "Literal[True]"


class CatalogDraftIn(TypedDict):
    """A form that may be incomplete or invalid."""

    form: "dict[str, Any]"


class CatalogDraftOut(TypedDict):
    """CatalogDraftOut."""

    createdAt: "str"
    form: "dict[str, Any]"
    id: "int"
    updatedAt: "str"


class CatalogFacetsOut(TypedDict):
    """The values of a filter are counted with all other filters applied, so that selecting a value does not shorten the list."""

    brands: "list[CatalogCountedOut]"
    categories: "list[CatalogCountedCategoryOut]"
    conditions: "list[CatalogCountedOut]"
    listingTypes: "list[CatalogCountedOut]"
    price: "CatalogPricesOut | None"
    states: "list[CatalogCountedOut]"
    total: "int"
    verified: "CatalogOnlyCountOut"
    volume: "CatalogSpanOut | None"
    year: "CatalogSpanOut | None"


class CatalogFaultOut(TypedDict):
    """CatalogFaultOut."""

    field: "str"
    message: "str"


class CatalogFavouriteOut(TypedDict):
    """CatalogFavouriteOut."""

    addedAt: "str"
    auction: "CatalogAuctionCardOut | None"
    averageRating: "float | None"
    batchCode: "str | None"
    boostGroupId: "int | None"
    boostPackageId: "int | None"
    boostType: "Literal['standard', 'premium'] | None"
    boxCondition: "str"
    brand: "str"
    category: "CatalogCategoryNameOut"
    categoryId: "int"
    concentration: "str | None"
    createdAt: "str"
    currency: "Literal['MYR']"
    description: "str"
    favourites: "int"
    featuredAt: "str | None"
    featuredDurationHours: "int | None"
    featuredUntil: "str | None"
    id: "int"
    imageUrl: "str | None"
    images: "list[CatalogImageOut]"
    isFeatured: "bool"
    isNew: "bool"
    listingType: "Literal['fixed', 'negotiable', 'auction']"
    name: "str"
    notes: "str | None"
    price: "float"
    pricePerMl: "float"
    priceSen: "int"
    priceWhenAdded: "float"
    purchaseYear: "int | None"
    relistOf: "int | None"
    remainingPercentage: "int"
    removedReason: "str | None"
    reviews: "int"
    seller: "CatalogSellerOut"
    sellerId: "int"
    soldAt: "str | None"
    state: "str | None"
    status: "str"
    stockQuantity: "int"
    updatedAt: "str"
    views: "int"
    volume: "int"


class CatalogFavouritedOut(TypedDict):
    """CatalogFavouritedOut."""

    favourites: "int"
    success: "Literal[True]"


class CatalogFiltersIn(TypedDict):
    """The fields have the names of the catalogue's query parameters."""

    brand: "NotRequired[list[str]]"
    category: "NotRequired[int | None]"
    condition: "NotRequired[list[Literal['Good', 'Damaged', 'No Box']]]"
    listingType: "NotRequired[Literal['fixed', 'negotiable', 'auction', 'regular'] | None]"
    live: "NotRequired[bool]"
    maxFill: "NotRequired[int | None]"
    maxPrice: "NotRequired[float | None]"
    maxVolume: "NotRequired[int | None]"
    maxYear: "NotRequired[int | None]"
    minFill: "NotRequired[int | None]"
    minPrice: "NotRequired[float | None]"
    minVolume: "NotRequired[int | None]"
    minYear: "NotRequired[int | None]"
    search: "NotRequired[str | None]"
    sellerId: "NotRequired[int | None]"
    sort: "NotRequired[Literal['featured', 'low', 'high', 'newest', 'bestselling', 'popular', 'rating', 'relevance'] | None]"
    state: "NotRequired[list[Literal['Johor', 'Kedah', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Perlis', 'Pulau Pinang', 'Sabah', 'Sarawak', 'Selangor', 'Terengganu', 'Kuala Lumpur', 'Labuan', 'Putrajaya']]]"
    type: "NotRequired[Literal['fixed', 'negotiable', 'auction', 'regular'] | None]"
    verified: "NotRequired[bool]"


class CatalogHintOut(TypedDict):
    """CatalogHintOut."""

    brand: "str"
    id: "int"
    imageUrl: "str | None"
    name: "str"
    price: "float"


class CatalogImageIn(TypedDict):
    """CatalogImageIn."""

    imageName: "NotRequired[str]"
    imageOrder: "NotRequired[int]"
    imageUrl: "str"
    kind: "NotRequired[Literal['front', 'name_and_date', 'level', 'batch_code', 'box'] | None]"
    productId: "int"
    sellerId: "NotRequired[int | None]"


class CatalogImageOut(TypedDict):
    """Smaller versions are at `{imageUrl}-{size}`. `blur` is a placeholder to show while the picture loads."""

    blur: "str | None"
    height: "int | None"
    id: "int"
    imageName: "str"
    imageOrder: "int"
    imageUrl: "str"
    kind: "Literal['front', 'name_and_date', 'level', 'batch_code', 'box'] | None"
    sizes: "list[int]"
    width: "int | None"


class CatalogImportOut(TypedDict):
    """CatalogImportOut."""

    created: "int"
    refused: "int"
    rows: "list[CatalogRowOut]"


class CatalogNewAuctionIn(TypedDict):
    """CatalogNewAuctionIn."""

    bidIncrement: "NotRequired[float]"
    buyNowPrice: "NotRequired[float | None]"
    endsAt: "str"
    productId: "int"
    reservePrice: "NotRequired[float | None]"
    sellerId: "NotRequired[int | None]"
    startingPrice: "float"
    startsAt: "NotRequired[str | None]"
    status: "NotRequired[str | None]"


class CatalogNoteIn(TypedDict):
    """CatalogNoteIn."""

    note: "str"


class CatalogOnlyCountOut(TypedDict):
    """CatalogOnlyCountOut."""

    count: "int"


class CatalogOrderIn(TypedDict):
    """CatalogOrderIn."""

    images: "list[int]"


class CatalogOwnAuctionIn(TypedDict):
    """`startsAt` and `status` are ignored, because the platform sets both (C35)."""

    bidIncrement: "NotRequired[float]"
    buyNowPrice: "NotRequired[float | None]"
    endsAt: "str"
    reservePrice: "NotRequired[float | None]"
    sellerId: "NotRequired[int | None]"
    startingPrice: "float"
    startsAt: "NotRequired[str | None]"
    status: "NotRequired[str | None]"


class CatalogOwnAuctionOut(TypedDict):
    """CatalogOwnAuctionOut."""

    bidCount: "int"
    bidIncrement: "float"
    bids: "list[int]"
    buyNowPrice: "float | None"
    createdAt: "str"
    currentBid: "float | None"
    currentBidderId: "int | None"
    endsAt: "str"
    id: "int"
    product: "CatalogProductOut"
    productId: "int"
    reservePrice: "float | None"
    sellerId: "int"
    startingPrice: "float"
    startsAt: "str"
    status: "str"
    updatedAt: "str"


class CatalogPageOut(TypedDict):
    """The object form of the list. The array form has the same information in its headers."""

    corrected: "bool"
    didYouMean: "str | None"
    items: "list[CatalogProductOut]"
    next: "str | None"
    total: "int"


class CatalogPaginationOut(TypedDict):
    """CatalogPaginationOut."""

    limit: "int"
    page: "int"
    totalPages: "int"
    totalProducts: "int"


class CatalogPictureIn(TypedDict):
    """CatalogPictureIn."""

    imageUrl: "str"
    kind: "NotRequired[Literal['front', 'name_and_date', 'level', 'batch_code', 'box'] | None]"


class CatalogPricesOut(TypedDict):
    """CatalogPricesOut."""

    max: "float"
    min: "float"


class CatalogProductIn(TypedDict):
    """CatalogProductIn."""

    auction: "NotRequired[CatalogAuctionTermsIn | None]"
    batchCode: "NotRequired[str | None]"
    boxCondition: "NotRequired[Literal['Good', 'Damaged', 'No Box']]"
    brand: "str"
    categoryId: "int"
    concentration: "NotRequired[Literal['EDC', 'EDT', 'EDP', 'Parfum', 'Extrait', 'Oil'] | None]"
    description: "str"
    draftId: "NotRequired[int | None]"
    imageUrl: "NotRequired[str | None]"
    images: "NotRequired[list[str | CatalogPictureIn] | None]"
    isNew: "NotRequired[bool]"
    listingType: "NotRequired[Literal['fixed', 'negotiable', 'auction']]"
    name: "str"
    notes: "NotRequired[str | None]"
    price: "NotRequired[float | None]"
    purchaseYear: "NotRequired[int | None]"
    remainingPercentage: "NotRequired[int]"
    sellerId: "NotRequired[int | None]"
    state: "NotRequired[Literal['Johor', 'Kedah', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Perlis', 'Pulau Pinang', 'Sabah', 'Sarawak', 'Selangor', 'Terengganu', 'Kuala Lumpur', 'Labuan', 'Putrajaya'] | None]"
    stockQuantity: "NotRequired[int]"
    volume: "int"


class CatalogProductOut(TypedDict):
    """CatalogProductOut."""

    auction: "CatalogAuctionCardOut | None"
    averageRating: "float | None"
    batchCode: "str | None"
    boostGroupId: "int | None"
    boostPackageId: "int | None"
    boostType: "Literal['standard', 'premium'] | None"
    boxCondition: "str"
    brand: "str"
    category: "CatalogCategoryNameOut"
    categoryId: "int"
    concentration: "str | None"
    createdAt: "str"
    currency: "Literal['MYR']"
    description: "str"
    favourites: "int"
    featuredAt: "str | None"
    featuredDurationHours: "int | None"
    featuredUntil: "str | None"
    id: "int"
    imageUrl: "str | None"
    images: "list[CatalogImageOut]"
    isFeatured: "bool"
    isNew: "bool"
    listingType: "Literal['fixed', 'negotiable', 'auction']"
    name: "str"
    notes: "str | None"
    price: "float"
    pricePerMl: "float"
    priceSen: "int"
    purchaseYear: "int | None"
    relistOf: "int | None"
    remainingPercentage: "int"
    removedReason: "str | None"
    reviews: "int"
    seller: "CatalogSellerOut"
    sellerId: "int"
    soldAt: "str | None"
    state: "str | None"
    status: "str"
    stockQuantity: "int"
    updatedAt: "str"
    views: "int"
    volume: "int"


class CatalogRefusedOut(TypedDict):
    """CatalogRefusedOut."""

    code: "str"
    id: "int"
    message: "str"


class CatalogRelistIn(TypedDict):
    """`auction` is required for an auction. Other listings may have a new `price`."""

    auction: "NotRequired[CatalogAuctionTermsIn | None]"
    price: "NotRequired[float | None]"


class CatalogRowOut(TypedDict):
    """CatalogRowOut."""

    errors: "list[CatalogFaultOut]"
    line: "int"
    name: "str"
    ok: "bool"
    productId: "int | None"


class CatalogSearchChangeIn(TypedDict):
    """CatalogSearchChangeIn."""

    byMail: "NotRequired[bool | None]"
    name: "NotRequired[str | None]"


class CatalogSearchIn(TypedDict):
    """CatalogSearchIn."""

    byMail: "NotRequired[bool]"
    name: "NotRequired[str | None]"
    wanted: "CatalogFiltersIn"


class CatalogSearchOut(TypedDict):
    """CatalogSearchOut."""

    byMail: "bool"
    createdAt: "str"
    id: "int"
    name: "str"
    newCount: "int"
    wanted: "dict[str, Any]"


class CatalogSeenOut(TypedDict):
    """CatalogSeenOut."""

    favourites: "int"
    id: "int"
    name: "str"
    views: "int"


class CatalogSellerOut(TypedDict):
    """Former members have an empty name."""

    averageRating: "float | None"
    createdAt: "str | None"
    id: "int"
    isDeleted: "bool"
    isTrusted: "bool"
    isVerified: "bool"
    is_verified: "bool"
    profileImage: "str | None"
    reviews: "int"
    shopName: "str"
    username: "str"


class CatalogShopHeadOut(TypedDict):
    """CatalogShopHeadOut."""

    delivered: "int"
    photos: "list[str]"
    products: "int"
    sold: "int"


class CatalogShopPageOut(TypedDict):
    """CatalogShopPageOut."""

    pagination: "CatalogPaginationOut"
    products: "list[CatalogProductOut]"


class CatalogSpanOut(TypedDict):
    """CatalogSpanOut."""

    max: "int"
    min: "int"


class CatalogStatsOut(TypedDict):
    """CatalogStatsOut."""

    days: "list[CatalogDayOut]"
    products: "list[CatalogSeenOut]"


class CatalogSuggestionsOut(TypedDict):
    """CatalogSuggestionsOut."""

    brands: "list[CatalogCountedOut]"
    products: "list[CatalogHintOut]"
    searches: "list[str]"


class CatalogUploadOut(TypedDict):
    """Listings can refer to the picture by `token` or `imageUrl`."""

    blur: "str | None"
    height: "int"
    imageUrl: "str"
    sizes: "list[int]"
    token: "str"
    width: "int"


class ErrorBody(TypedDict):
    """The response format of all errors."""

    code: "str"
    details: "dict[str, Any]"
    message: "str"
    requestId: "str"


class MessagingCardOut(TypedDict):
    """A step of a deal, from the reader's point of view."""

    amount: "float"
    auctionId: "int | None"
    payBy: "str | None"
    progress: "int"
    state: "Literal['open', 'waiting', 'done', 'unavailable', 'cancelled']"
    text: "str"
    title: "str"
    transactionId: "int"


class MessagingConfirmedOut(TypedDict):
    """MessagingConfirmedOut."""

    status: "Literal['OFFERED', 'WAITING_PAYMENT', 'WAITING_DELIVERY', 'WAITING_REVIEW', 'COMPLETED', 'CANCELLED']"
    success: "Literal[True]"
    transactionId: "int"


class MessagingConversationOut(TypedDict):
    """A conversation, from the reader's point of view."""

    epoch: "int"
    id: "int"
    isArchived: "bool"
    isBlocked: "bool"
    isMuted: "bool"
    isPinned: "bool"
    isStranger: "bool"
    lastMessage: "MessagingMessageOut | None"
    product: "MessagingProductOut | None"
    seq: "int"
    unreadCount: "int"
    user: "MessagingPersonOut"


class MessagingCounterIn(TypedDict):
    """MessagingCounterIn."""

    amount: "float"


class MessagingCriterionOut(TypedDict):
    """A criterion with its current value, the required value, and the value that keeps the badge."""

    keeps: "float"
    name: "Literal['identity', 'delivered', 'buyers', 'rated', 'average', 'guidelines', 'payment_method']"
    now: "float"
    since: "str | None"
    state: "Literal['met', 'missing']"
    wanted: "float"


class MessagingDealReviewsOut(TypedDict):
    """Both reviews of a purchase, from the reader's point of view."""

    isTheirsHidden: "bool"
    mayWrite: "bool"
    theirs: "MessagingReviewOut | None"
    until: "str | None"
    yours: "MessagingReviewOut | None"


class MessagingDocumentOut(TypedDict):
    """A file that was sent during the purchase."""

    at: "str"
    contentType: "str"
    height: "int | None"
    name: "str"
    senderId: "int"
    size: "int"
    url: "str"
    width: "int | None"


class MessagingDoneOut(TypedDict):
    """MessagingDoneOut."""

    success: "Literal[True]"


class MessagingFavouriteCampaignIn(TypedDict):
    """MessagingFavouriteCampaignIn."""

    amount: "float"
    productId: "int"


class MessagingFavouriteCampaignOut(TypedDict):
    """An offer to everyone who saved a listing. The number of people is not shown."""

    againAt: "str"
    amount: "float"
    createdAt: "str"
    productId: "int"


class MessagingFavouriteOfferOut(TypedDict):
    """MessagingFavouriteOfferOut."""

    amount: "float"
    expiresAt: "str"
    id: "int"
    productId: "int"
    sellerId: "int"


class MessagingFiguresOut(TypedDict):
    """Figures from a seller's newest hundred deliveries. Null with fewer than three deliveries."""

    satisfaction: "int | None"
    shippingDays: "int | None"


class MessagingFileOut(TypedDict):
    """MessagingFileOut."""

    contentType: "str"
    height: "int | None"
    name: "str"
    size: "int"
    width: "int | None"


class MessagingFloorIn(TypedDict):
    """Null removes the floor."""

    amount: "float | None"


class MessagingFloorOut(TypedDict):
    """Offers below this amount are declined automatically. Only the seller can see it."""

    amount: "float | None"


class MessagingListingFloorOut(TypedDict):
    """Offers for this listing below this amount are declined automatically. Only the seller can see it."""

    amount: "float"
    productId: "int"


class MessagingMessageIn(TypedDict):
    """MessagingMessageIn."""

    clientId: "NotRequired[str | None]"
    content: "str"
    productId: "NotRequired[int | None]"
    receiverId: "int"
    replyToId: "NotRequired[int | None]"


class MessagingMessageOut(TypedDict):
    """A message, from the reader's point of view."""

    actionType: "str | None"
    actorId: "int | None"
    card: "MessagingCardOut | None"
    changedSeq: "int"
    clientId: "str | None"
    content: "str"
    conversationId: "int"
    createdAt: "str"
    file: "MessagingFileOut | None"
    fileUrl: "str | None"
    file_url: "str | None"
    id: "int"
    isClicked: "bool"
    isDeleted: "bool"
    isDelivered: "bool"
    isRead: "bool"
    messageType: "Literal['TEXT', 'FILE', 'ACTION']"
    offer: "MessagingOfferOut | None"
    product: "MessagingProductOut | None"
    productId: "int | None"
    receiver: "MessagingPersonOut"
    receiverId: "int"
    replyTo: "MessagingQuoteOut | None"
    sender: "MessagingPersonOut"
    senderId: "int"
    sentence: "MessagingSentenceOut | None"
    seq: "int"
    warnings: "list[str]"


class MessagingOfferIn(TypedDict):
    """MessagingOfferIn."""

    amount: "float"
    buyerId: "NotRequired[int | None]"
    productId: "int"


class MessagingOfferOut(TypedDict):
    """An offer, from the reader's point of view."""

    amount: "float"
    askingPrice: "float | None"
    by: "Literal['buyer', 'seller']"
    expiresAt: "str"
    id: "int"
    isOwn: "bool"
    productId: "int"
    state: "Literal['open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired']"
    transactionId: "int | None"


class MessagingOpenCampaignOut(TypedDict):
    """`campaign` is null if the seller has no open offer for the listing."""

    campaign: "MessagingFavouriteCampaignOut | None"


class MessagingOrderDetailsOut(TypedDict):
    """MessagingOrderDetailsOut."""

    buyer: "MessagingPersonOut"
    cancelAskedBy: "int | None"
    cancelAskedUntil: "str | None"
    courier: "str | None"
    createdAt: "str"
    documents: "list[MessagingDocumentOut]"
    id: "int"
    itemCount: "int"
    items: "list[MessagingProductOut]"
    orderNumber: "str"
    seller: "MessagingPersonOut"
    status: "Literal['pending', 'processing', 'shipped', 'delivered', 'cancelled']"
    timeline: "list[MessagingStepOut]"
    total: "float"
    trackingNumber: "str | None"
    transactionStatus: "Literal['OFFERED', 'WAITING_PAYMENT', 'WAITING_DELIVERY', 'WAITING_REVIEW', 'COMPLETED', 'CANCELLED']"


class MessagingOrderOut(TypedDict):
    """MessagingOrderOut."""

    buyer: "MessagingPersonOut"
    cancelAskedBy: "int | None"
    cancelAskedUntil: "str | None"
    courier: "str | None"
    createdAt: "str"
    id: "int"
    itemCount: "int"
    items: "list[MessagingProductOut]"
    orderNumber: "str"
    seller: "MessagingPersonOut"
    status: "Literal['pending', 'processing', 'shipped', 'delivered', 'cancelled']"
    total: "float"
    trackingNumber: "str | None"
    transactionStatus: "Literal['OFFERED', 'WAITING_PAYMENT', 'WAITING_DELIVERY', 'WAITING_REVIEW', 'COMPLETED', 'CANCELLED']"


class MessagingPersonOut(TypedDict):
    """MessagingPersonOut."""

    id: "int"
    isDeleted: "bool"
    isVerified: "bool"
    profileImage: "str | None"
    username: "str"


class MessagingProductOut(TypedDict):
    """MessagingProductOut."""

    id: "int"
    imageUrl: "str | None"
    listingType: "Literal['fixed', 'negotiable', 'auction']"
    name: "str"
    price: "float"
    status: "str"


class MessagingQuoteOut(TypedDict):
    """The message being replied to."""

    content: "str"
    id: "int"
    senderId: "int"
    sentence: "MessagingSentenceOut | None"


class MessagingReadIn(TypedDict):
    """MessagingReadIn."""

    messageId: "NotRequired[int | None]"
    senderId: "NotRequired[int | None]"


class MessagingReadOut(TypedDict):
    """`messageIds` lists the newest messages that became read. Empty if all messages were already read."""

    count: "int"
    messageIds: "list[int]"
    readerId: "int"
    senderId: "int"
    upToId: "int | None"


class MessagingReceivedOut(TypedDict):
    """`offer` is null if there is no offer that you can accept."""

    offer: "MessagingFavouriteOfferOut | None"


class MessagingReplyIn(TypedDict):
    """MessagingReplyIn."""

    text: "str"


class MessagingReplyOut(TypedDict):
    """MessagingReplyOut."""

    createdAt: "str"
    text: "str"


class MessagingReviewOut(TypedDict):
    """MessagingReviewOut."""

    comment: "str"
    createdAt: "str"
    id: "int"
    isPublic: "bool"
    pictures: "list[MessagingReviewPictureOut]"
    product: "MessagingProductOut | None"
    rating: "float"
    reply: "MessagingReplyOut | None"
    reviewer: "MessagingPersonOut | None"
    user: "MessagingPersonOut"


class MessagingReviewPictureOut(TypedDict):
    """MessagingReviewPictureOut."""

    height: "int"
    imageUrl: "str"
    thumbnailUrl: "str"
    token: "str"
    width: "int"


class MessagingReviewsOut(TypedDict):
    """A person's public reviews, newest first. Average, total and stars cover all public reviews."""

    averageRating: "float | None"
    reviews: "list[MessagingReviewOut]"
    stars: "list[int]"
    total: "int"


class MessagingSentFileOut(TypedDict):
    """MessagingSentFileOut."""

    message: "MessagingMessageOut"
    success: "Literal[True]"


class MessagingSentenceOut(TypedDict):
    """A platform-generated sentence, as a template with values. `content` contains the English text."""

    amount: "float"
    code: "Literal['purchase_confirmed', 'offered']"
    name: "str"


class MessagingShipIn(TypedDict):
    """MessagingShipIn."""

    courier: "Literal['poslaju', 'jnt', 'dhl_ecommerce', 'ninjavan', 'gdex', 'citylink', 'flash', 'spx', 'skynet', 'in_person', 'other']"
    trackingNumber: "NotRequired[str | None]"


class MessagingSideIn(TypedDict):
    """MessagingSideIn."""

    isArchived: "NotRequired[bool | None]"
    isMuted: "NotRequired[bool | None]"
    isPinned: "NotRequired[bool | None]"


class MessagingStepOut(TypedDict):
    """MessagingStepOut."""

    actorId: "int | None"
    at: "str"
    details: "dict[str, Any]"
    kind: "str"


class MessagingTransactionOut(TypedDict):
    """MessagingTransactionOut."""

    amount: "float"
    buyerId: "int"
    createdAt: "str"
    id: "int"
    productId: "int"
    sellerId: "int"
    status: "Literal['OFFERED', 'WAITING_PAYMENT', 'WAITING_DELIVERY', 'WAITING_REVIEW', 'COMPLETED', 'CANCELLED']"
    updatedAt: "str"


class MessagingUnreadOut(TypedDict):
    """MessagingUnreadOut."""

    count: "int"


class MessagingVerificationOut(TypedDict):
    """MessagingVerificationOut."""

    criteria: "list[MessagingCriterionOut]"
    graceUntil: "str | None"
    isVerified: "bool"
    is_verified: "bool"
    sellerId: "int"
    verifiedSince: "str | None"
