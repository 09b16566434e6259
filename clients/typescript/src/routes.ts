/** The routes that a key may call. Written by `python -m tools.clients`; do not edit. */

import { Calls, segment } from "./calls.js";
import type * as types from "./types.js";

/** Every route that an API key may call, the stream of events apart, by the name it has in the contract. */
export class Wangi extends Calls {
  /** Auction a listing of yours that is not in an auction. A listing that was auctioned or sold before is relisted and linked (C25). Scope: `listings:write`. */
  catalogPostAuction(body: types.CatalogNewAuctionIn, idempotencyKey?: string): Promise<types.CatalogOwnAuctionOut> {
    return this.call("POST", "/api/v1/auctions", { body, isKeyed: true, idempotencyKey });
  }

  /** List your auctions, as a bidder or as the seller: running auctions, or those that are over. Scope: `account:read`. */
  auctionMine(query: { role?: "bidding" | "selling"; when?: "running" | "over"; cursor?: string; limit?: number } = {}): Promise<types.AuctionMinePageOut> {
    return this.call("GET", "/api/v1/auctions/mine", { query });
  }

  /** Return the auction of a product. Scope: `read`. */
  auctionAuctionOfProduct(productId: number): Promise<types.AuctionAuctionOut> {
    return this.call("GET", `/api/v1/auctions/product/${productId}`, {});
  }

  /** Return an auction with its listing and latest bids. Scope: `read`. */
  auctionAuction(auctionId: number): Promise<types.AuctionAuctionOut> {
    return this.call("GET", `/api/v1/auctions/${auctionId}`, {});
  }

  /** Change an auction and its listing before the first bid. Afterwards only notes and pictures can be added (U22). Scope: `listings:write`. */
  catalogPutAuction(auctionId: number, body: types.CatalogAuctionChangeIn): Promise<types.CatalogOwnAuctionOut> {
    return this.call("PUT", `/api/v1/auctions/${auctionId}`, { body });
  }

  /** Return what happened to a listing after its end, for its seller, its buyer and the holder of a second chance only. Scope: `account:read`. */
  auctionReadAfterwards(auctionId: number): Promise<types.AuctionAfterwardsOut> {
    return this.call("GET", `/api/v1/auctions/${auctionId}/afterwards`, {});
  }

  /** Place a bid. The response is sent after the bid is committed. Scope: `bids:write`. */
  auctionPostBid(auctionId: number, body: types.AuctionBidIn, idempotencyKey?: string): Promise<types.AuctionBidPlacedOut> {
    return this.call("POST", `/api/v1/auctions/${auctionId}/bids`, { body, isKeyed: true, idempotencyKey });
  }

  /** Return the held money of a deal, for its buyer or seller. 404 if no money can be held. Scope: `orders:read`. */
  boostGetDeal(dealId: number): Promise<types.BoostDealOut> {
    return this.call("GET", `/api/v1/boost/deals/${dealId}`, {});
  }

  /** List your orders, newest first. Scope: `orders:read`. */
  boostListOrders(query: { cursor?: string } = {}): Promise<types.BoostOrdersOut> {
    return this.call("GET", "/api/v1/boost/orders", { query });
  }

  /** Return one of your orders. Scope: `orders:read`. */
  boostGetOrder(orderId: number): Promise<types.BoostOrderOut> {
    return this.call("GET", `/api/v1/boost/orders/${orderId}`, {});
  }

  /** Return the receipt of one of your paid orders. Scope: `orders:read`. */
  boostGetReceipt(orderId: number): Promise<types.BoostReceiptOut> {
    return this.call("GET", `/api/v1/boost/orders/${orderId}/receipt`, {});
  }

  /** List the packages. With `id`, the list holds only that package. Scope: `read`. */
  boostPackages(query: { id?: number } = {}): Promise<Array<types.BoostPackageOut>> {
    return this.call("GET", "/api/v1/boost/packages", { query });
  }

  /** Return whether purchases are protected, and on which terms. Scope: `read`. */
  boostGetTerms(): Promise<types.BoostTermsOut> {
    return this.call("GET", "/api/v1/boost/protection", {});
  }

  /** List your featured products, soonest end first. Scope: `listings:read`. */
  boostSellerBoosted(): Promise<Array<types.BoostBoostedOut>> {
    return this.call("GET", "/api/v1/boost/seller-boosted", {});
  }

  /** List the reviews of a buyer, newest first. Scope: `read`. */
  messagingGetBuyerReviews(userId: number, query: { before?: number; limit?: number } = {}): Promise<types.MessagingReviewsOut> {
    return this.call("GET", `/api/v1/buyers/${userId}/reviews`, { query });
  }

  /** List the four categories, each with its number of listings for sale. Scope: `read`. */
  catalogCategories(): Promise<Array<types.CatalogCategoryOut>> {
    return this.call("GET", "/api/v1/categories", {});
  }

  /** List your conversations, pinned first, then newest first. The `Link` header names the next page. Scope: `messages:read`. */
  messagingGetConversations(query: { archived?: boolean; cursor?: string; limit?: number } = {}): Promise<Array<types.MessagingConversationOut>> {
    return this.call("GET", "/api/v1/conversations", { query });
  }

  /** Return your conversation with a person. Null before the first message. Scope: `messages:read`. */
  messagingGetConversation(userId: number): Promise<types.MessagingConversationOut | null> {
    return this.call("GET", `/api/v1/conversations/${userId}`, {});
  }

  /** Pin, mute or archive a conversation. Scope: `messages:write`. */
  messagingPatchConversation(userId: number, body: types.MessagingSideIn): Promise<types.MessagingDoneOut> {
    return this.call("PATCH", `/api/v1/conversations/${userId}`, { body });
  }

  /** List your favourites, newest first, each with the price it had when you saved it. Scope: `account:read`. */
  catalogListFavourites(): Promise<Array<types.CatalogFavouriteOut>> {
    return this.call("GET", "/api/v1/favorites", {});
  }

  /** List the ids of your favourites. Scope: `account:read`. */
  catalogFavouriteIds(): Promise<Array<number>> {
    return this.call("GET", "/api/v1/favorites/ids", {});
  }

  /** List your saved searches, each with its number of unseen matches. Scope: `account:read`. */
  catalogListSearches(): Promise<Array<types.CatalogSearchOut>> {
    return this.call("GET", "/api/v1/favorites/searches", {});
  }

  /** Save a search. You are notified of matching listings from now on. Scope: `account:write`. */
  catalogPostSearch(body: types.CatalogSearchIn, idempotencyKey?: string): Promise<types.CatalogSearchOut> {
    return this.call("POST", "/api/v1/favorites/searches", { body, isKeyed: true, idempotencyKey });
  }

  /** Delete a saved search. Scope: `account:write`. */
  catalogDeleteSearch(searchId: number): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/favorites/searches/${searchId}`, {});
  }

  /** Rename a saved search, or turn its emails on or off. Scope: `account:write`. */
  catalogPatchSearch(searchId: number, body: types.CatalogSearchChangeIn): Promise<types.CatalogSearchOut> {
    return this.call("PATCH", `/api/v1/favorites/searches/${searchId}`, { body });
  }

  /** Mark the matches of a saved search as seen. Scope: `account:write`. */
  catalogSeeSearch(searchId: number): Promise<types.CatalogDoneOut> {
    return this.call("POST", `/api/v1/favorites/searches/${searchId}/seen`, {});
  }

  /** Remove a listing from your favourites. Scope: `account:write`. */
  catalogRemoveFavourite(productId: number): Promise<types.CatalogFavouritedOut> {
    return this.call("DELETE", `/api/v1/favorites/${productId}`, {});
  }

  /** Add a listing to your favourites. Scope: `account:write`. */
  catalogAddFavourite(productId: number): Promise<types.CatalogFavouritedOut> {
    return this.call("POST", `/api/v1/favorites/${productId}`, {});
  }

  /** Return a picture in full as `{token}` or in a size as `{token}-{320|640|1024|1600}`. The name is derived from the content, so it never changes. Scope: `read`. */
  catalogImage(token: string): Promise<unknown> {
    return this.call("GET", `/api/v1/images/${segment(token)}`, {});
  }

  /** Return an attachment. Pictures are displayed inline, documents are downloaded. Scope: `messages:read`. */
  messagingGetFile(token: string, query: { size?: string; for: number; until: number; mac: string }): Promise<unknown> {
    return this.call("GET", `/api/v1/message-files/${segment(token)}`, { query });
  }

  /** List the newest messages you have sent or received, newest last. Scope: `messages:read`. */
  messagingGetMessages(query: { before?: number; limit?: number } = {}): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", "/api/v1/messages", { query });
  }

  /** Send a text message. A client id that was used before returns its message with status 200. Scope: `messages:write`. */
  messagingPostMessage(body: types.MessagingMessageIn, idempotencyKey?: string): Promise<types.MessagingMessageOut> {
    return this.call("POST", "/api/v1/messages", { body, isKeyed: true, idempotencyKey });
  }

  /** Return messages of a conversation, newest last: those before a message, or those that changed after a number. Scope: `messages:read`. */
  messagingGetThread(userId: number, query: { productId?: number; before?: number; after?: number; limit?: number } = {}): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", `/api/v1/messages/conversation/${userId}`, { query });
  }

  /** Mark messages as read. Returns the number left unread in all conversations. Scope: `messages:write`. */
  messagingPostRead(body: types.MessagingReadIn): Promise<types.MessagingReadOut> {
    return this.call("POST", "/api/v1/messages/read", { body });
  }

  /** Search your messages by word prefixes, newest first. Scope: `messages:read`. */
  messagingSearch(query: { q: string; userId?: number; before?: number; limit?: number }): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", "/api/v1/messages/search", { query });
  }

  /** Return the number of your unread messages. Scope: `messages:read`. */
  messagingUnreadCount(): Promise<types.MessagingUnreadOut> {
    return this.call("GET", "/api/v1/messages/unread-count", {});
  }

  /** Send a picture or document. Repeating a client id returns the message it created. Scope: `messages:write`. */
  messagingPostFile(form: FormData): Promise<types.MessagingSentFileOut> {
    return this.call("POST", "/api/v1/messages/upload-file", { form });
  }

  /** Delete one of your messages within five minutes. Scope: `messages:write`. */
  messagingDeleteMessage(messageId: number): Promise<types.MessagingDoneOut> {
    return this.call("DELETE", `/api/v1/messages/${messageId}`, {});
  }

  /** List your notifications, newest first. Pass an id as `before` for older ones. Scope: `account:read`. */
  authMyNotifications(query: { before?: number; limit?: number } = {}): Promise<Array<types.AuthNotificationOut>> {
    return this.call("GET", "/api/v1/notifications", { query });
  }

  /** Mark notifications as read: the given ones, or all. Scope: `account:write`. */
  authMarkRead(body: types.AuthReadIn): Promise<types.AuthSuccessOut> {
    return this.call("POST", "/api/v1/notifications/read", { body });
  }

  /** Count your unread notifications. Scope: `account:read`. */
  authUnreadCount(): Promise<types.AuthUnreadOut> {
    return this.call("GET", "/api/v1/notifications/unread-count", {});
  }

  /** Offer a price for a negotiable listing. Returns the message that shows the offer. Scope: `orders:write`. */
  messagingPostOffer(body: types.MessagingOfferIn): Promise<types.MessagingMessageOut> {
    return this.call("POST", "/api/v1/offers", { body });
  }

  /** Offer one of your listings below its price to everyone who saved it, up to 200 people. Scope: `orders:write`. */
  messagingPostFavouriteOffer(body: types.MessagingFavouriteCampaignIn): Promise<types.MessagingFavouriteCampaignOut> {
    return this.call("POST", "/api/v1/offers/favourites", { body });
  }

  /** Return your current offer to everyone who saved your listing. Scope: `orders:read`. */
  messagingGetFavouriteOffer(productId: number): Promise<types.MessagingOpenCampaignOut> {
    return this.call("GET", `/api/v1/offers/favourites/${productId}`, {});
  }

  /** Withdraw your offer. Nobody can accept it any more, and purchases already started remain. Scope: `orders:write`. */
  messagingWithdrawFavouriteOffer(productId: number): Promise<types.MessagingDoneOut> {
    return this.call("POST", `/api/v1/offers/favourites/${productId}/withdraw`, {});
  }

  /** List the amounts below which offers for your listings are declined automatically, for the newest 500 such listings. Scope: `listings:read`. */
  messagingGetFloors(): Promise<Array<types.MessagingListingFloorOut>> {
    return this.call("GET", "/api/v1/offers/floors", {});
  }

  /** Return the amount below which offers for your listing are declined automatically. Scope: `listings:read`. */
  messagingGetFloor(productId: number): Promise<types.MessagingFloorOut> {
    return this.call("GET", `/api/v1/offers/floors/${productId}`, {});
  }

  /** Set the amount below which offers for your listing are declined automatically. Scope: `listings:write`. */
  messagingPutFloor(productId: number, body: types.MessagingFloorIn): Promise<types.MessagingDoneOut> {
    return this.call("PUT", `/api/v1/offers/floors/${productId}`, { body });
  }

  /** Accept a seller's offer. This opens the conversation, reserves the item and starts the purchase. Scope: `orders:write`. */
  messagingAcceptReceived(campaignId: number): Promise<types.MessagingConfirmedOut> {
    return this.call("POST", `/api/v1/offers/received/${campaignId}/accept`, {});
  }

  /** Dismiss a seller's offer. The seller is not notified. Scope: `orders:write`. */
  messagingDeclineReceived(campaignId: number): Promise<types.MessagingDoneOut> {
    return this.call("POST", `/api/v1/offers/received/${campaignId}/decline`, {});
  }

  /** Return what the seller of a listing you saved offers it for. Scope: `orders:read`. */
  messagingGetReceived(productId: number): Promise<types.MessagingReceivedOut> {
    return this.call("GET", `/api/v1/offers/received/${productId}`, {});
  }

  /** Accept an offer. This reserves the item and starts the purchase at the offered price. Scope: `orders:write`. */
  messagingAcceptOffer(offerId: number): Promise<types.MessagingConfirmedOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/accept`, {});
  }

  /** Answer an offer with a different price. Scope: `orders:write`. */
  messagingCounterOffer(offerId: number, body: types.MessagingCounterIn): Promise<types.MessagingMessageOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/counter`, { body });
  }

  /** Decline an offer. Scope: `orders:write`. */
  messagingDeclineOffer(offerId: number): Promise<types.MessagingMessageOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/decline`, {});
  }

  /** Withdraw your own offer. Scope: `orders:write`. */
  messagingWithdrawOffer(offerId: number): Promise<types.MessagingMessageOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/withdraw`, {});
  }

  /** List your purchases or sales, newest first. The `Link` header names the next page. Scope: `orders:read`. */
  messagingGetOrders(query: { role?: "buyer" | "seller"; status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"; before?: number; limit?: number } = {}): Promise<Array<types.MessagingOrderOut>> {
    return this.call("GET", "/api/v1/orders", { query });
  }

  /** List your purchases, newest first. This is the specification's name for `GET /api/orders`. Scope: `orders:read`. */
  messagingGetUserOrders(): Promise<Array<types.MessagingOrderOut>> {
    return this.call("GET", "/api/v1/orders/user", {});
  }

  /** Return a purchase with its timeline, and the files its two people sent each other during it. Scope: `orders:read`. */
  messagingGetOrder(dealId: number): Promise<types.MessagingOrderDetailsOut> {
    return this.call("GET", `/api/v1/orders/${dealId}`, {});
  }

  /** Read a picture of a person or a shop. The content under a name never changes. Scope: `read`. */
  authReadPortrait(name: string): Promise<unknown> {
    return this.call("GET", `/api/v1/portraits/${segment(name)}`, {});
  }

  /** Announce a picture under a name of your choice. It is shown once it has been uploaded. Scope: `listings:write`. */
  catalogAddProductImage(body: types.CatalogImageIn, idempotencyKey?: string): Promise<types.CatalogImageOut> {
    return this.call("POST", "/api/v1/product-images", { body, isKeyed: true, idempotencyKey });
  }

  /** Upload a picture for a future listing. It is deleted after a day if no listing uses it. Scope: `listings:write`. */
  catalogUploadImage(form: FormData): Promise<types.CatalogUploadOut> {
    return this.call("POST", "/api/v1/product-images/uploads", { form });
  }

  /** Upload an announced picture. Scope: `listings:write`. */
  catalogUploadProductImage(imageId: number, form: FormData): Promise<types.CatalogImageOut> {
    return this.call("POST", `/api/v1/product-images/${imageId}/upload`, { form });
  }

  /** List the pictures of a product in order. Scope: `read`. */
  catalogReadProductImages(productId: number): Promise<Array<types.CatalogImageOut>> {
    return this.call("GET", `/api/v1/product-images/${productId}`, {});
  }

  /** Browse and search listings as an array. `X-Total-Count` is the total, and `Link` names the next page by a cursor, so that new listings do not shift pages. With `envelope=true` the response is an object. Scope: `read`. */
  catalogProducts(query: { sort?: "featured" | "low" | "high" | "newest" | "bestselling" | "popular" | "rating" | "relevance"; page?: number; limit?: number; after?: string; envelope?: boolean; search?: string; category?: number; minPrice?: number; maxPrice?: number; brand?: Array<string>; type?: "fixed" | "negotiable" | "auction" | "regular"; listingType?: "fixed" | "negotiable" | "auction" | "regular"; condition?: Array<"Good" | "Damaged" | "No Box">; state?: Array<"Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya">; minVolume?: number; maxVolume?: number; minFill?: number; maxFill?: number; minYear?: number; maxYear?: number; verified?: boolean; live?: boolean; showcase?: boolean; sellerId?: number; status?: "active" | "featured" | "sold" } = {}): Promise<Array<types.CatalogProductOut> | types.CatalogPageOut> {
    return this.call("GET", "/api/v1/products", { query });
  }

  /** Create a listing. With terms in `auction` its auction opens with it. Scope: `listings:write`. */
  catalogPostProduct(body: types.CatalogProductIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", "/api/v1/products", { body, isKeyed: true, idempotencyKey });
  }

  /** Check whether a batch code fits its brand, and which years it may stand for. It does not prove authenticity. Scope: `read`. */
  catalogBatchCode(query: { brand: string; code: string; purchaseYear?: number }): Promise<types.CatalogBatchCodeOut> {
    return this.call("GET", "/api/v1/products/batch-code", { query });
  }

  /** Return the counts of all filter values. A filter is ignored when its own values are counted. Scope: `read`. */
  catalogFacets(query: { search?: string; category?: number; minPrice?: number; maxPrice?: number; brand?: Array<string>; type?: "fixed" | "negotiable" | "auction" | "regular"; listingType?: "fixed" | "negotiable" | "auction" | "regular"; condition?: Array<"Good" | "Damaged" | "No Box">; state?: Array<"Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya">; minVolume?: number; maxVolume?: number; minFill?: number; maxFill?: number; minYear?: number; maxYear?: number; verified?: boolean; live?: boolean; showcase?: boolean; sellerId?: number; status?: "active" | "featured" | "sold" } = {}): Promise<types.CatalogFacetsOut> {
    return this.call("GET", "/api/v1/products/facets", { query });
  }

  /** List boosted listings for the carousel, least shown first (U33). Scope: `read`. */
  catalogFeatured(): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", "/api/v1/products/featured", {});
  }

  /** Suggest listings, brands and words while typing. Typing errors are corrected as in the search. Scope: `read`. */
  catalogSuggest(query: { q?: string } = {}): Promise<types.CatalogSuggestionsOut> {
    return this.call("GET", "/api/v1/products/suggest", { query });
  }

  /** Delete a listing without bids. Scope: `listings:write`. */
  catalogDeleteProduct(productId: number, query: { sellerId?: number } = {}): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/products/${productId}`, { query });
  }

  /** Return a product. For products on sale the response is the same for everyone and usually comes from a cache. Scope: `read`. */
  catalogProduct(productId: number): Promise<types.CatalogProductOut> {
    return this.call("GET", `/api/v1/products/${productId}`, {});
  }

  /** Change a listing. The terms of its auction can only be changed before the first bid. Scope: `listings:write`. */
  catalogPutProduct(productId: number, body: types.CatalogProductIn): Promise<types.CatalogProductOut> {
    return this.call("PUT", `/api/v1/products/${productId}`, { body });
  }

  /** Archive a listing, which takes it off sale. Scope: `listings:write`. */
  catalogArchive(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/archive`, {});
  }

  /** Create a draft with the text and pictures of your listing. Scope: `listings:write`. */
  catalogDuplicate(productId: number, idempotencyKey?: string): Promise<types.CatalogDraftOut> {
    return this.call("POST", `/api/v1/products/${productId}/duplicate`, { isKeyed: true, idempotencyKey });
  }

  /** Set the order of a listing's pictures. The first one is the main picture. Scope: `listings:write`. */
  catalogOrderProductImages(productId: number, body: types.CatalogOrderIn): Promise<Array<types.CatalogImageOut>> {
    return this.call("PUT", `/api/v1/products/${productId}/images`, { body });
  }

  /** Remove a picture from a listing. If it was the main picture, the next one takes its place. Scope: `listings:write`. */
  catalogDeleteProductImage(productId: number, imageId: number, query: { sellerId?: number } = {}): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/products/${productId}/images/${imageId}`, { query });
  }

  /** Append a dated note to the description. This is possible even after bids. Scope: `listings:write`. */
  catalogPostNote(productId: number, body: types.CatalogNoteIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/notes`, { body, isKeyed: true, idempotencyKey });
  }

  /** List the same bottle again, linked to the old listing. The auction service decides whether the previous sale allows it. Scope: `listings:write`. */
  catalogRelist(productId: number, body: types.CatalogRelistIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/relist`, { body, isKeyed: true, idempotencyKey });
  }

  /** Put an archived listing back on sale. Scope: `listings:write`. */
  catalogRestore(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/restore`, {});
  }

  /** List similar listings: of the same brand, and of the same category with a similar price. Scope: `read`. */
  catalogSimilar(productId: number): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", `/api/v1/products/${productId}/similar`, {});
  }

  /** Mark a listing as sold. Scope: `listings:write`. */
  catalogSold(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/sold`, {});
  }

  /** Return a picture of a public review. A hidden review's picture needs the URL signed for its writer. Scope: `read`. */
  messagingGetReviewPicture(token: string, query: { for?: number; until?: number; mac?: string; size?: string } = {}): Promise<unknown> {
    return this.call("GET", `/api/v1/review-pictures/${segment(token)}`, { query });
  }

  /** Reply to a public review about you. Possible once. Scope: `orders:write`. */
  messagingPostReply(reviewId: number, body: types.MessagingReplyIn): Promise<types.MessagingReviewOut> {
    return this.call("POST", `/api/v1/reviews/${reviewId}/reply`, { body });
  }

  /** Return the daily figures of your listing during a boost, and for as many days before it. Without times the last boost is reported. Scope: `listings:read`. */
  catalogBoostReport(query: { productId: number; since?: string; until?: string }): Promise<types.CatalogBoostReportOut> {
    return this.call("GET", "/api/v1/seller/boost-report", { query });
  }

  /** Return your figures: listings for sale, views and favourites. Scope: `listings:read`. */
  catalogSellerDashboard(): Promise<types.CatalogDashboardOut> {
    return this.call("GET", "/api/v1/seller/dashboard", {});
  }

  /** List your drafts, last edited first. Scope: `listings:read`. */
  catalogListDrafts(): Promise<Array<types.CatalogDraftOut>> {
    return this.call("GET", "/api/v1/seller/drafts", {});
  }

  /** Create a draft. Scope: `listings:write`. */
  catalogPostDraft(body: types.CatalogDraftIn, idempotencyKey?: string): Promise<types.CatalogDraftOut> {
    return this.call("POST", "/api/v1/seller/drafts", { body, isKeyed: true, idempotencyKey });
  }

  /** Delete a draft. Scope: `listings:write`. */
  catalogDeleteDraft(draftId: number): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/seller/drafts/${draftId}`, {});
  }

  /** Return a draft. Scope: `listings:read`. */
  catalogReadDraft(draftId: number): Promise<types.CatalogDraftOut> {
    return this.call("GET", `/api/v1/seller/drafts/${draftId}`, {});
  }

  /** Replace the contents of a draft. Scope: `listings:write`. */
  catalogPutDraft(draftId: number, body: types.CatalogDraftIn): Promise<types.CatalogDraftOut> {
    return this.call("PUT", `/api/v1/seller/drafts/${draftId}`, { body });
  }

  /** List your own listings in any state, newest first. Scope: `listings:read`. */
  catalogSellerProducts(query: { sellerId?: number } = {}): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", "/api/v1/seller/products", { query });
  }

  /** Archive, restore, delete or reprice many listings, independently of each other. Refusals are reported for each listing. Each idempotency key is carried out once. Scope: `listings:write`. */
  catalogChangeMany(body: types.CatalogBulkIn, idempotencyKey?: string): Promise<types.CatalogBulkOut> {
    return this.call("POST", "/api/v1/seller/products/bulk", { body, isKeyed: true, idempotencyKey });
  }

  /** Export your listings as a CSV file. Formulas are escaped. Scope: `listings:read`. */
  catalogExportProducts(): Promise<unknown> {
    return this.call("GET", "/api/v1/seller/products/export.csv", {});
  }

  /** Create listings from a CSV file. Rows with errors are reported by line number, the others are listed. Scope: `listings:write`. */
  catalogImportProducts(form: FormData, query: { dryRun?: boolean } = {}, idempotencyKey?: string): Promise<types.CatalogImportOut> {
    return this.call("POST", "/api/v1/seller/products/import", { form, query, isKeyed: true, idempotencyKey });
  }

  /** Return an empty CSV file for the import, with one example row. Scope: `listings:read`. */
  catalogImportTemplate(): Promise<unknown> {
    return this.call("GET", "/api/v1/seller/products/import/template.csv", {});
  }

  /** Return your views and favourites by day. Scope: `listings:read`. */
  catalogSellerStats(query: { days?: number } = {}): Promise<types.CatalogStatsOut> {
    return this.call("GET", "/api/v1/seller/stats", { query });
  }

  /** Read a person's public profile. Scope: `read`. */
  authReadSeller(userId: number): Promise<types.AuthSellerOut> {
    return this.call("GET", `/api/v1/sellers/${userId}`, {});
  }

  /** Return a seller's buyer satisfaction and delivery time. Scope: `read`. */
  messagingGetFigures(userId: number): Promise<types.MessagingFiguresOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/figures`, {});
  }

  /** List a seller's listings in pages. Without parameters all listings for sale are returned, for the purchase picker. Scope: `read`. */
  catalogProductsOf(userId: number, query: { sort?: "popular" | "rating" | "price-low" | "price-high" | "newest"; page?: number; limit?: number; status?: "active" | "featured" | "sold" } = {}): Promise<types.CatalogShopPageOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/products`, { query });
  }

  /** List the reviews of a seller, newest first, optionally for one listing. Scope: `read`. */
  messagingGetReviews(userId: number, query: { productId?: number; before?: number; limit?: number } = {}): Promise<types.MessagingReviewsOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/reviews`, { query });
  }

  /** Return a seller's numbers of listings for sale, sold and delivered, with pictures of them. Scope: `read`. */
  catalogShopEventsOf(userId: number): Promise<types.CatalogShopHeadOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/shelf`, {});
  }

  /** Return whether a seller is verified, and each criterion with its current value. Scope: `read`. */
  messagingGetVerification(userId: number): Promise<types.MessagingVerificationOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/verification`, {});
  }

  /** Return which features are open to everyone now. Scope: `read`. */
  adminWhatIsOpen(): Promise<types.AdminOpenOut> {
    return this.call("GET", "/api/v1/settings", {});
  }

  /** List a few of the newest reviews with text and at least 4.5 stars. Scope: `read`. */
  messagingGetTestimonials(): Promise<Array<types.MessagingReviewOut>> {
    return this.call("GET", "/api/v1/testimonials", {});
  }

  /** Return a purchase as the conversation shows it. `GET /api/orders/{deal_id}` returns all of its details. Scope: `orders:read`. */
  messagingGetTransaction(dealId: number): Promise<types.MessagingTransactionOut> {
    return this.call("GET", `/api/v1/transactions/${dealId}`, {});
  }

  /** Return both reviews of a purchase. The other person's review is included once it is public. Scope: `orders:read`. */
  messagingGetDealReviews(dealId: number): Promise<types.MessagingDealReviewsOut> {
    return this.call("GET", `/api/v1/transactions/${dealId}/reviews`, {});
  }

  /** Add the courier and tracking number. The seller can correct them until the parcel has arrived. Scope: `orders:write`. */
  messagingPostShipment(dealId: number, body: types.MessagingShipIn): Promise<types.MessagingOrderDetailsOut> {
    return this.call("POST", `/api/v1/transactions/${dealId}/ship`, { body });
  }

  /** Read your notification settings. Scope: `account:read`. */
  authMyWishes(userId: number): Promise<types.AuthWishesOut> {
    return this.call("GET", `/api/v1/user/${userId}/notification-preferences`, {});
  }

  /** Read your own account. Scope: `account:read`. */
  authReadMe(): Promise<types.AuthUserOut> {
    return this.call("GET", "/api/v1/auth/me", {});
  }
}
