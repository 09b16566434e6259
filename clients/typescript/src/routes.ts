/** The routes that a key may call. Written by `python -m tools.clients`; do not edit. */

import { Calls, segment } from "./calls.js";
import type * as types from "./types.js";

/** Every route that an API key may call, the stream of events apart, by the name it has in the contract. */
export class Wangi extends Calls {
  /** Auction a bottle of one's own that is in no auction. A listing that was auctioned or sold before is listed anew and linked to the old one (C25). Scope: `listings:write`. */
  catalogPostAuction(body: types.CatalogNewAuctionIn, idempotencyKey?: string): Promise<types.CatalogOwnAuctionOut> {
    return this.call("POST", "/api/v1/auctions", { body, isKeyed: true, idempotencyKey });
  }

  /** Return a person's own auctions, as a bidder or as their seller: the running ones, or those that are over. Scope: `account:read`. */
  auctionMine(query: { role?: "bidding" | "selling"; when?: "running" | "over"; cursor?: string; limit?: number } = {}): Promise<types.AuctionMinePageOut> {
    return this.call("GET", "/api/v1/auctions/mine", { query });
  }

  /** Return the auction of a product. Scope: `read`. */
  auctionAuctionOfProduct(productId: number): Promise<types.AuctionAuctionOut> {
    return this.call("GET", `/api/v1/auctions/product/${productId}`, {});
  }

  /** Return an auction with its lot and latest bids. Scope: `read`. */
  auctionAuction(auctionId: number): Promise<types.AuctionAuctionOut> {
    return this.call("GET", `/api/v1/auctions/${auctionId}`, {});
  }

  /** Change an auction and its bottle before the first bid; after that there are notes and pictures only (U22). Scope: `listings:write`. */
  catalogPutAuction(auctionId: number, body: types.CatalogAuctionChangeIn): Promise<types.CatalogOwnAuctionOut> {
    return this.call("PUT", `/api/v1/auctions/${auctionId}`, { body });
  }

  /** Return what becomes of a lot, for its seller, its buyer and the holder of a second chance only. Scope: `account:read`. */
  auctionReadAfterwards(auctionId: number): Promise<types.AuctionAfterwardsOut> {
    return this.call("GET", `/api/v1/auctions/${auctionId}/afterwards`, {});
  }

  /** Place a bid; the answer leaves when the bid is committed. Scope: `bids:write`. */
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

  /** Return what sellers said of a buyer, the newest first. Scope: `read`. */
  messagingGetBuyerReviews(userId: number, query: { before?: number; limit?: number } = {}): Promise<types.MessagingReviewsOut> {
    return this.call("GET", `/api/v1/buyers/${userId}/reviews`, { query });
  }

  /** Return the four categories, with how much is for sale in each. Scope: `read`. */
  catalogCategories(): Promise<Array<types.CatalogCategoryOut>> {
    return this.call("GET", "/api/v1/categories", {});
  }

  /** Return a person's conversations, pinned ones first, then the newest; `Link` names the next page. Scope: `messages:read`. */
  messagingGetConversations(query: { archived?: boolean; cursor?: string; limit?: number } = {}): Promise<Array<types.MessagingConversationOut>> {
    return this.call("GET", "/api/v1/conversations", { query });
  }

  /** Return the conversation with one person; nothing before the first message. Scope: `messages:read`. */
  messagingGetConversation(userId: number): Promise<types.MessagingConversationOut | null> {
    return this.call("GET", `/api/v1/conversations/${userId}`, {});
  }

  /** Pin, mute or archive a conversation. Scope: `messages:write`. */
  messagingPatchConversation(userId: number, body: types.MessagingSideIn): Promise<types.MessagingDoneOut> {
    return this.call("PATCH", `/api/v1/conversations/${userId}`, { body });
  }

  /** Return one's favourites, the newest first, with the price of the day each was added. Scope: `account:read`. */
  catalogListFavourites(): Promise<Array<types.CatalogFavouriteOut>> {
    return this.call("GET", "/api/v1/favorites", {});
  }

  /** Return the ids of one's favourites. Scope: `account:read`. */
  catalogFavouriteIds(): Promise<Array<number>> {
    return this.call("GET", "/api/v1/favorites/ids", {});
  }

  /** Return one's saved searches, and how much is new in each. Scope: `account:read`. */
  catalogListSearches(): Promise<Array<types.CatalogSearchOut>> {
    return this.call("GET", "/api/v1/favorites/searches", {});
  }

  /** Save a search; whatever fits and is listed from now on is notified. Scope: `account:write`. */
  catalogPostSearch(body: types.CatalogSearchIn, idempotencyKey?: string): Promise<types.CatalogSearchOut> {
    return this.call("POST", "/api/v1/favorites/searches", { body, isKeyed: true, idempotencyKey });
  }

  /** Delete a saved search. Scope: `account:write`. */
  catalogDeleteSearch(searchId: number): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/favorites/searches/${searchId}`, {});
  }

  /** Change the name of a saved search, or whether it mails. Scope: `account:write`. */
  catalogPatchSearch(searchId: number, body: types.CatalogSearchChangeIn): Promise<types.CatalogSearchOut> {
    return this.call("PATCH", `/api/v1/favorites/searches/${searchId}`, { body });
  }

  /** Mark what a saved search has found as seen. Scope: `account:write`. */
  catalogSeeSearch(searchId: number): Promise<types.CatalogDoneOut> {
    return this.call("POST", `/api/v1/favorites/searches/${searchId}/seen`, {});
  }

  /** Remove a listing from one's favourites. Scope: `account:write`. */
  catalogRemoveFavourite(productId: number): Promise<types.CatalogFavouritedOut> {
    return this.call("DELETE", `/api/v1/favorites/${productId}`, {});
  }

  /** Add a listing to one's favourites. Scope: `account:write`. */
  catalogAddFavourite(productId: number): Promise<types.CatalogFavouritedOut> {
    return this.call("POST", `/api/v1/favorites/${productId}`, {});
  }

  /** Return a picture, whole: `{token}` or `{token}-{320|640|1024|1600}`. Its name is its content, so it never changes. Scope: `read`. */
  catalogImage(token: string): Promise<unknown> {
    return this.call("GET", `/api/v1/images/${segment(token)}`, {});
  }

  /** Return an attachment: a picture to be shown, a document to be saved. Scope: `messages:read`. */
  messagingGetFile(token: string, query: { size?: string; for: number; until: number; mac: string }): Promise<unknown> {
    return this.call("GET", `/api/v1/message-files/${segment(token)}`, { query });
  }

  /** Return the newest messages that a person has sent or got, the newest last. Scope: `messages:read`. */
  messagingGetMessages(query: { before?: number; limit?: number } = {}): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", "/api/v1/messages", { query });
  }

  /** Send a text. A client id that was used before is answered with its message and status 200. Scope: `messages:write`. */
  messagingPostMessage(body: types.MessagingMessageIn, idempotencyKey?: string): Promise<types.MessagingMessageOut> {
    return this.call("POST", "/api/v1/messages", { body, isKeyed: true, idempotencyKey });
  }

  /** Return messages of a conversation, the newest last: those before a message, or what changed after a number. Scope: `messages:read`. */
  messagingGetThread(userId: number, query: { productId?: number; before?: number; after?: number; limit?: number } = {}): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", `/api/v1/messages/conversation/${userId}`, { query });
  }

  /** Mark what came as read; return how many are left in all conversations. Scope: `messages:write`. */
  messagingPostRead(body: types.MessagingReadIn): Promise<types.MessagingReadOut> {
    return this.call("POST", "/api/v1/messages/read", { body });
  }

  /** Return a person's messages in which each word begins a word, the newest first. Scope: `messages:read`. */
  messagingSearch(query: { q: string; userId?: number; before?: number; limit?: number }): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", "/api/v1/messages/search", { query });
  }

  /** Return how many messages a person has not read. Scope: `messages:read`. */
  messagingUnreadCount(): Promise<types.MessagingUnreadOut> {
    return this.call("GET", "/api/v1/messages/unread-count", {});
  }

  /** Send a picture or a document; the same client id again is answered with the message that it made. Scope: `messages:write`. */
  messagingPostFile(form: FormData): Promise<types.MessagingSentFileOut> {
    return this.call("POST", "/api/v1/messages/upload-file", { form });
  }

  /** Delete a message of one's own, within five minutes. Scope: `messages:write`. */
  messagingDeleteMessage(messageId: number): Promise<types.MessagingDoneOut> {
    return this.call("DELETE", `/api/v1/messages/${messageId}`, {});
  }

  /** List what one wanted to hear of, newest first; `before` an id for older ones. Scope: `account:read`. */
  authMyNotices(query: { before?: number; limit?: number } = {}): Promise<Array<types.AuthNoticeOut>> {
    return this.call("GET", "/api/v1/notifications", { query });
  }

  /** Mark these as read, or all of them. Scope: `account:write`. */
  authMarkRead(body: types.AuthReadIn): Promise<types.AuthSuccessOut> {
    return this.call("POST", "/api/v1/notifications/read", { body });
  }

  /** Count the notices that wait to be read. Scope: `account:read`. */
  authUnreadCount(): Promise<types.AuthUnreadOut> {
    return this.call("GET", "/api/v1/notifications/unread-count", {});
  }

  /** Name a price for a negotiable listing; the message that shows it comes back. Scope: `orders:write`. */
  messagingPostOffer(body: types.MessagingOfferIn): Promise<types.MessagingMessageOut> {
    return this.call("POST", "/api/v1/offers", { body });
  }

  /** Offer one's listing below its price to all who keep it as favourite, at most 200 people. Scope: `orders:write`. */
  messagingPostFavouriteOffer(body: types.MessagingFavouriteCampaignIn): Promise<types.MessagingFavouriteCampaignOut> {
    return this.call("POST", "/api/v1/offers/favourites", { body });
  }

  /** Return what one offers now to all who keep one's listing. Scope: `orders:read`. */
  messagingGetFavouriteOffer(productId: number): Promise<types.MessagingStandingCampaignOut> {
    return this.call("GET", `/api/v1/offers/favourites/${productId}`, {});
  }

  /** Take it back: no one can accept it any more, and who has accepted it keeps their purchase. Scope: `orders:write`. */
  messagingWithdrawFavouriteOffer(productId: number): Promise<types.MessagingDoneOut> {
    return this.call("POST", `/api/v1/offers/favourites/${productId}/withdraw`, {});
  }

  /** Return below what offers for one's listings are declined, of the newest 500 with such an amount. Scope: `listings:read`. */
  messagingGetFloors(): Promise<Array<types.MessagingListingFloorOut>> {
    return this.call("GET", "/api/v1/offers/floors", {});
  }

  /** Return below what offers for one's listing are declined. Scope: `listings:read`. */
  messagingGetFloor(productId: number): Promise<types.MessagingFloorOut> {
    return this.call("GET", `/api/v1/offers/floors/${productId}`, {});
  }

  /** Set below what offers for one's listing are declined without a question. Scope: `listings:write`. */
  messagingPutFloor(productId: number, body: types.MessagingFloorIn): Promise<types.MessagingDoneOut> {
    return this.call("PUT", `/api/v1/offers/floors/${productId}`, { body });
  }

  /** Accept it: the conversation with the seller opens, the bottle is held, and the purchase begins. Scope: `orders:write`. */
  messagingAcceptReceived(campaignId: number): Promise<types.MessagingConfirmedOut> {
    return this.call("POST", `/api/v1/offers/received/${campaignId}/accept`, {});
  }

  /** Want none of it; the seller is not told. Scope: `orders:write`. */
  messagingDeclineReceived(campaignId: number): Promise<types.MessagingDoneOut> {
    return this.call("POST", `/api/v1/offers/received/${campaignId}/decline`, {});
  }

  /** Return what the seller of a listing that one keeps offers it for. Scope: `orders:read`. */
  messagingGetReceived(productId: number): Promise<types.MessagingReceivedOut> {
    return this.call("GET", `/api/v1/offers/received/${productId}`, {});
  }

  /** Accept an offer: the bottle is held, and the purchase begins at its price. Scope: `orders:write`. */
  messagingAcceptOffer(offerId: number): Promise<types.MessagingConfirmedOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/accept`, {});
  }

  /** Name another price instead of an answer. Scope: `orders:write`. */
  messagingCounterOffer(offerId: number, body: types.MessagingCounterIn): Promise<types.MessagingMessageOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/counter`, { body });
  }

  /** Decline an offer. Scope: `orders:write`. */
  messagingDeclineOffer(offerId: number): Promise<types.MessagingMessageOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/decline`, {});
  }

  /** Take one's own offer back. Scope: `orders:write`. */
  messagingWithdrawOffer(offerId: number): Promise<types.MessagingMessageOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/withdraw`, {});
  }

  /** Return what one has bought, or sold, the newest first; `Link` names the next page. Scope: `orders:read`. */
  messagingGetOrders(query: { role?: "buyer" | "seller"; status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"; before?: number; limit?: number } = {}): Promise<Array<types.MessagingOrderOut>> {
    return this.call("GET", "/api/v1/orders", { query });
  }

  /** Return what one has bought, the newest first, under the specification's name. Scope: `orders:read`. */
  messagingGetUserOrders(): Promise<Array<types.MessagingOrderOut>> {
    return this.call("GET", "/api/v1/orders/user", {});
  }

  /** Return a purchase with every step that was taken, and what its two people sent each other meanwhile. Scope: `orders:read`. */
  messagingGetOrder(dealId: number): Promise<types.MessagingOrderDetailsOut> {
    return this.call("GET", `/api/v1/orders/${dealId}`, {});
  }

  /** Read a picture of a person or a shop; what stands under a name never changes. Scope: `read`. */
  authReadPortrait(name: string): Promise<unknown> {
    return this.call("GET", `/api/v1/portraits/${segment(name)}`, {});
  }

  /** Announce a picture under a name of the seller's own; it is shown when it has been uploaded. Scope: `listings:write`. */
  catalogAddProductImage(body: types.CatalogImageIn, idempotencyKey?: string): Promise<types.CatalogImageOut> {
    return this.call("POST", "/api/v1/product-images", { body, isKeyed: true, idempotencyKey });
  }

  /** Upload a picture for a listing to come; one that no listing claims is deleted after a day. Scope: `listings:write`. */
  catalogUploadImage(form: FormData): Promise<types.CatalogUploadOut> {
    return this.call("POST", "/api/v1/product-images/uploads", { form });
  }

  /** Upload the picture of an announced place. Scope: `listings:write`. */
  catalogUploadProductImage(imageId: number, form: FormData): Promise<types.CatalogImageOut> {
    return this.call("POST", `/api/v1/product-images/${imageId}/upload`, { form });
  }

  /** Return the pictures of a product, in order. Scope: `read`. */
  catalogReadProductImages(productId: number): Promise<Array<types.CatalogImageOut>> {
    return this.call("GET", `/api/v1/product-images/${productId}`, {});
  }

  /** Browse: an array, its total in `X-Total-Count`, the next page in `Link` (a cursor: rows that come in between move nothing). `envelope=true` puts the same around it as an object. Scope: `read`. */
  catalogProducts(query: { sort?: "featured" | "low" | "high" | "newest" | "bestselling" | "popular" | "rating" | "relevance"; page?: number; limit?: number; after?: string; envelope?: boolean; search?: string; category?: number; minPrice?: number; maxPrice?: number; brand?: Array<string>; type?: "fixed" | "negotiable" | "auction" | "regular"; listingType?: "fixed" | "negotiable" | "auction" | "regular"; condition?: Array<"Good" | "Damaged" | "No Box">; state?: Array<"Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya">; minVolume?: number; maxVolume?: number; minFill?: number; maxFill?: number; minYear?: number; maxYear?: number; verified?: boolean; live?: boolean; showcase?: boolean; sellerId?: number; status?: "active" | "featured" | "sold" } = {}): Promise<Array<types.CatalogProductOut> | types.CatalogPageOut> {
    return this.call("GET", "/api/v1/products", { query });
  }

  /** List a bottle; with `auction` terms its auction opens with it, as one command. Scope: `listings:write`. */
  catalogPostProduct(body: types.CatalogProductIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", "/api/v1/products", { body, isKeyed: true, idempotencyKey });
  }

  /** Return whether a code fits its brand and which years it may stand for; it proves nothing. Scope: `read`. */
  catalogBatchCode(query: { brand: string; code: string; purchaseYear?: number }): Promise<types.CatalogBatchCodeOut> {
    return this.call("GET", "/api/v1/products/batch-code", { query });
  }

  /** Return what else could be chosen, with counts; each list as if nothing of it had been chosen yet. Scope: `read`. */
  catalogFacets(query: { search?: string; category?: number; minPrice?: number; maxPrice?: number; brand?: Array<string>; type?: "fixed" | "negotiable" | "auction" | "regular"; listingType?: "fixed" | "negotiable" | "auction" | "regular"; condition?: Array<"Good" | "Damaged" | "No Box">; state?: Array<"Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya">; minVolume?: number; maxVolume?: number; minFill?: number; maxFill?: number; minYear?: number; maxYear?: number; verified?: boolean; live?: boolean; showcase?: boolean; sellerId?: number; status?: "active" | "featured" | "sold" } = {}): Promise<types.CatalogFacetsOut> {
    return this.call("GET", "/api/v1/products/facets", { query });
  }

  /** Return boosted listings for the carousel: the least shown first (U33). Scope: `read`. */
  catalogFeatured(): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", "/api/v1/products/featured", {});
  }

  /** Suggest listings, brands and words to search by while one types; typing errors are corrected as in the results. Scope: `read`. */
  catalogSuggest(query: { q?: string } = {}): Promise<types.CatalogSuggestionsOut> {
    return this.call("GET", "/api/v1/products/suggest", { query });
  }

  /** Delete a listing; one with bids stays. Scope: `listings:write`. */
  catalogDeleteProduct(productId: number, query: { sellerId?: number } = {}): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/products/${productId}`, { query });
  }

  /** Return a product. What is for sale is the same for everybody and mostly cached as it is sent. Scope: `read`. */
  catalogProduct(productId: number): Promise<types.CatalogProductOut> {
    return this.call("GET", `/api/v1/products/${productId}`, {});
  }

  /** Change a listing; the terms of its auction only before the first bid. Scope: `listings:write`. */
  catalogPutProduct(productId: number, body: types.CatalogProductIn): Promise<types.CatalogProductOut> {
    return this.call("PUT", `/api/v1/products/${productId}`, { body });
  }

  /** Take a listing off sale and keep it. Scope: `listings:write`. */
  catalogArchive(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/archive`, {});
  }

  /** Make a draft with the words and pictures of one's own listing. Scope: `listings:write`. */
  catalogDuplicate(productId: number, idempotencyKey?: string): Promise<types.CatalogDraftOut> {
    return this.call("POST", `/api/v1/products/${productId}/duplicate`, { isKeyed: true, idempotencyKey });
  }

  /** Put the pictures in this order; the first is the main one. Scope: `listings:write`. */
  catalogOrderProductImages(productId: number, body: types.CatalogOrderIn): Promise<Array<types.CatalogImageOut>> {
    return this.call("PUT", `/api/v1/products/${productId}/images`, { body });
  }

  /** Take a picture away; the next one becomes the main one. Scope: `listings:write`. */
  catalogDeleteProductImage(productId: number, imageId: number, query: { sellerId?: number } = {}): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/products/${productId}/images/${imageId}`, { query });
  }

  /** Append a dated note to the description: the one change that bids do not forbid. Scope: `listings:write`. */
  catalogPostNote(productId: number, body: types.CatalogNoteIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/notes`, { body, isKeyed: true, idempotencyKey });
  }

  /** List the same bottle anew, linked to the old listing; the auction service knows whether it was sold. Scope: `listings:write`. */
  catalogRelist(productId: number, body: types.CatalogRelistIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/relist`, { body, isKeyed: true, idempotencyKey });
  }

  /** Put an archived listing back on sale. Scope: `listings:write`. */
  catalogRestore(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/restore`, {});
  }

  /** Return others of the brand, and of the category near its price. Scope: `read`. */
  catalogSimilar(productId: number): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", `/api/v1/products/${productId}/similar`, {});
  }

  /** Mark a listing as sold. Scope: `listings:write`. */
  catalogSold(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/sold`, {});
  }

  /** Return a picture of a public review; of a hidden one only at the address made for its writer. Scope: `read`. */
  messagingGetReviewPicture(token: string, query: { for?: number; until?: number; mac?: string; size?: string } = {}): Promise<unknown> {
    return this.call("GET", `/api/v1/review-pictures/${segment(token)}`, { query });
  }

  /** Answer a public review of one's own, once. Scope: `orders:write`. */
  messagingPostReply(reviewId: number, body: types.MessagingReplyIn): Promise<types.MessagingReviewOut> {
    return this.call("POST", `/api/v1/reviews/${reviewId}/reply`, { body });
  }

  /** Return what became of one's own listing on each day of its last boost, or of the one that ran between two times, and on as many days before. Scope: `listings:read`. */
  catalogBoostReport(query: { productId: number; since?: string; until?: string }): Promise<types.CatalogBoostReportOut> {
    return this.call("GET", "/api/v1/seller/boost-report", { query });
  }

  /** Return one's figures: what is for sale, looked at and liked. Scope: `listings:read`. */
  catalogSellerDashboard(): Promise<types.CatalogDashboardOut> {
    return this.call("GET", "/api/v1/seller/dashboard", {});
  }

  /** Return unfinished listings, the last touched first. Scope: `listings:read`. */
  catalogListDrafts(): Promise<Array<types.CatalogDraftOut>> {
    return this.call("GET", "/api/v1/seller/drafts", {});
  }

  /** Keep an unfinished listing. Scope: `listings:write`. */
  catalogPostDraft(body: types.CatalogDraftIn, idempotencyKey?: string): Promise<types.CatalogDraftOut> {
    return this.call("POST", "/api/v1/seller/drafts", { body, isKeyed: true, idempotencyKey });
  }

  /** Delete a draft. Scope: `listings:write`. */
  catalogDeleteDraft(draftId: number): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/seller/drafts/${draftId}`, {});
  }

  /** Return one draft. Scope: `listings:read`. */
  catalogReadDraft(draftId: number): Promise<types.CatalogDraftOut> {
    return this.call("GET", `/api/v1/seller/drafts/${draftId}`, {});
  }

  /** Replace the form of a draft. Scope: `listings:write`. */
  catalogPutDraft(draftId: number, body: types.CatalogDraftIn): Promise<types.CatalogDraftOut> {
    return this.call("PUT", `/api/v1/seller/drafts/${draftId}`, { body });
  }

  /** Return one's own listings in any state, the newest first. Scope: `listings:read`. */
  catalogSellerProducts(query: { sellerId?: number } = {}): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", "/api/v1/seller/products", { query });
  }

  /** Archive, restore, delete or reprice many listings, each for itself, once for each key; refusals are reported. Scope: `listings:write`. */
  catalogChangeMany(body: types.CatalogBulkIn, idempotencyKey?: string): Promise<types.CatalogBulkOut> {
    return this.call("POST", "/api/v1/seller/products/bulk", { body, isKeyed: true, idempotencyKey });
  }

  /** Return one's own listings as a CSV file; no cell of it runs as a formula. Scope: `listings:read`. */
  catalogExportProducts(): Promise<unknown> {
    return this.call("GET", "/api/v1/seller/products/export.csv", {});
  }

  /** List the rows of a CSV file; rows with errors are reported line by line, the others are listed. Scope: `listings:write`. */
  catalogImportProducts(form: FormData, query: { dryRun?: boolean } = {}, idempotencyKey?: string): Promise<types.CatalogImportOut> {
    return this.call("POST", "/api/v1/seller/products/import", { form, query, isKeyed: true, idempotencyKey });
  }

  /** Return the head of a file to import, with one example row. Scope: `listings:read`. */
  catalogImportTemplate(): Promise<unknown> {
    return this.call("GET", "/api/v1/seller/products/import/template.csv", {});
  }

  /** Return views and favourites by day. Scope: `listings:read`. */
  catalogSellerStats(query: { days?: number } = {}): Promise<types.CatalogStatsOut> {
    return this.call("GET", "/api/v1/seller/stats", { query });
  }

  /** Read a person as everybody may see them. Scope: `read`. */
  authReadSeller(userId: number): Promise<types.AuthSellerOut> {
    return this.call("GET", `/api/v1/sellers/${userId}`, {});
  }

  /** Return how content a seller's buyers are, and how soon parcels arrive. Scope: `read`. */
  messagingGetFigures(userId: number): Promise<types.MessagingFiguresOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/figures`, {});
  }

  /** Return a page of what a seller offers; without a query everything for sale, for the picker of a purchase. Scope: `read`. */
  catalogProductsOf(userId: number, query: { sort?: "popular" | "rating" | "price-low" | "price-high" | "newest"; page?: number; limit?: number; status?: "active" | "featured" | "sold" } = {}): Promise<types.CatalogShopPageOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/products`, { query });
  }

  /** Return what buyers said of a seller, the newest first; of one listing where it is named. Scope: `read`. */
  messagingGetReviews(userId: number, query: { productId?: number; before?: number; limit?: number } = {}): Promise<types.MessagingReviewsOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/reviews`, { query });
  }

  /** Return how much a seller offers, has sold and delivered, and photographs of it. Scope: `read`. */
  catalogShopFactsOf(userId: number): Promise<types.CatalogShopHeadOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/shelf`, {});
  }

  /** Return whether a seller is verified, and each criterion with its current number. Scope: `read`. */
  messagingGetVerification(userId: number): Promise<types.MessagingVerificationOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/verification`, {});
  }

  /** Return what is open to everyone at this moment. Scope: `read`. */
  adminWhatIsOpen(): Promise<types.AdminOpenOut> {
    return this.call("GET", "/api/v1/settings", {});
  }

  /** Return a few of the newest reviews with 4.5 stars or more, and words. Scope: `read`. */
  messagingGetTestimonials(): Promise<Array<types.MessagingReviewOut>> {
    return this.call("GET", "/api/v1/testimonials", {});
  }

  /** Return a purchase as the conversation has it; `GET /api/orders/{deal_id}` shows the same one whole. Scope: `orders:read`. */
  messagingGetTransaction(dealId: number): Promise<types.MessagingTransactionOut> {
    return this.call("GET", `/api/v1/transactions/${dealId}`, {});
  }

  /** Return what the two of a purchase said of each other; the other's only when it is public. Scope: `orders:read`. */
  messagingGetDealReviews(dealId: number): Promise<types.MessagingDealReviewsOut> {
    return this.call("GET", `/api/v1/transactions/${dealId}/reviews`, {});
  }

  /** Write down courier and tracking number; the seller may correct them until the parcel has come. Scope: `orders:write`. */
  messagingPostShipment(dealId: number, body: types.MessagingShipIn): Promise<types.MessagingOrderDetailsOut> {
    return this.call("POST", `/api/v1/transactions/${dealId}/ship`, { body });
  }

  /** Read how one hears of each kind of thing. Scope: `account:read`. */
  authMyWishes(userId: number): Promise<types.AuthWishesOut> {
    return this.call("GET", `/api/v1/user/${userId}/notification-preferences`, {});
  }

  /** Read the account that is signed in. Scope: `account:read`. */
  authReadMe(): Promise<types.AuthUserOut> {
    return this.call("GET", "/api/v1/auth/me", {});
  }
}
