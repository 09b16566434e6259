/** The routes that a key may call. Written by `python -m tools.clients`; do not edit. */

import { Calls, segment } from "./calls.js";
import type * as types from "./types.js";

/** Every route that an API key may call, the stream of events apart, by the name it has in the contract. */
export class Wangi extends Calls {
  /** Auction one of your listings. A listing that was auctioned or sold before is relisted and linked to the old listing (C25). Scope: `listings:write`. */
  catalogPostAuction(body: types.CatalogNewAuctionIn, idempotencyKey?: string): Promise<types.CatalogOwnAuctionOut> {
    return this.call("POST", "/api/v1/auctions", { body, isKeyed: true, idempotencyKey });
  }

  /** List your auctions as a bidder or as the seller. `when` selects running or ended auctions. Scope: `account:read`. */
  auctionMine(query: { role?: "bidding" | "selling"; when?: "running" | "over"; cursor?: string; limit?: number } = {}): Promise<types.AuctionMinePageOut> {
    return this.call("GET", "/api/v1/auctions/mine", { query });
  }

  /** Read the auction of a product. Scope: `read`. */
  auctionAuctionOfProduct(productId: number): Promise<types.AuctionAuctionOut> {
    return this.call("GET", `/api/v1/auctions/product/${productId}`, {});
  }

  /** Read an auction with its listing and latest bids. Scope: `read`. */
  auctionAuction(auctionId: number): Promise<types.AuctionAuctionOut> {
    return this.call("GET", `/api/v1/auctions/${auctionId}`, {});
  }

  /** Change an auction and its listing before the first bid. After the first bid only notes and pictures can be added (U22). Scope: `listings:write`. */
  catalogPutAuction(auctionId: number, body: types.CatalogAuctionChangeIn): Promise<types.CatalogOwnAuctionOut> {
    return this.call("PUT", `/api/v1/auctions/${auctionId}`, { body });
  }

  /** Read what happened to a listing after its auction. Only the seller, the buyer and the holder of a second chance can read it. Scope: `account:read`. */
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

  /** List the packages. With `id`, return only that package. Scope: `read`. */
  boostPackages(query: { id?: number } = {}): Promise<Array<types.BoostPackageOut>> {
    return this.call("GET", "/api/v1/boost/packages", { query });
  }

  /** Return whether protected purchase is available, and its terms. Scope: `read`. */
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

  /** List your conversations, pinned first, then newest first. The `Link` header contains the next page. Scope: `messages:read`. */
  messagingGetConversations(query: { archived?: boolean; cursor?: string; limit?: number } = {}): Promise<Array<types.MessagingConversationOut>> {
    return this.call("GET", "/api/v1/conversations", { query });
  }

  /** Return your conversation with a person, or null before the first message. Scope: `messages:read`. */
  messagingGetConversation(userId: number): Promise<types.MessagingConversationOut | null> {
    return this.call("GET", `/api/v1/conversations/${userId}`, {});
  }

  /** Pin, mute or archive a conversation. Scope: `messages:write`. */
  messagingPatchConversation(userId: number, body: types.MessagingSideIn): Promise<types.MessagingDoneOut> {
    return this.call("PATCH", `/api/v1/conversations/${userId}`, { body });
  }

  /** List your favourites, newest first, each with its price at the time you saved it. Scope: `account:read`. */
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

  /** Save a search. You are notified of new listings that match. Scope: `account:write`. */
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

  /** Return a picture in full size as `{token}`, or in a smaller size as `{token}-{320|640|1024|1600}`. The name is derived from the content, so a picture never changes. Scope: `read`. */
  catalogImage(token: string): Promise<unknown> {
    return this.call("GET", `/api/v1/images/${segment(token)}`, {});
  }

  /** Return an attachment. Pictures are displayed inline. Documents are downloaded. Scope: `messages:read`. */
  messagingGetFile(token: string, query: { size?: string; for: number; until: number; mac: string }): Promise<unknown> {
    return this.call("GET", `/api/v1/message-files/${segment(token)}`, { query });
  }

  /** List the newest messages you have sent or received, newest last. Scope: `messages:read`. */
  messagingGetMessages(query: { before?: number; limit?: number } = {}): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", "/api/v1/messages", { query });
  }

  /** Send a text message. If the client id was used before, the message from that call is returned with status 200. Scope: `messages:write`. */
  messagingPostMessage(body: types.MessagingMessageIn, idempotencyKey?: string): Promise<types.MessagingMessageOut> {
    return this.call("POST", "/api/v1/messages", { body, isKeyed: true, idempotencyKey });
  }

  /** Return messages of a conversation, newest last: either messages before a given message, or messages that changed after a sequence number. Scope: `messages:read`. */
  messagingGetThread(userId: number, query: { productId?: number; before?: number; after?: number; limit?: number } = {}): Promise<Array<types.MessagingMessageOut>> {
    return this.call("GET", `/api/v1/messages/conversation/${userId}`, { query });
  }

  /** Mark messages as read. Returns the number of unread messages in all conversations. Scope: `messages:write`. */
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

  /** Send a picture or document. If `clientId` was used before, the message from that call is returned. Scope: `messages:write`. */
  messagingPostFile(form: FormData): Promise<types.MessagingSentFileOut> {
    return this.call("POST", "/api/v1/messages/upload-file", { form });
  }

  /** Delete one of your messages within five minutes of sending. Scope: `messages:write`. */
  messagingDeleteMessage(messageId: number): Promise<types.MessagingDoneOut> {
    return this.call("DELETE", `/api/v1/messages/${messageId}`, {});
  }

  /** List your notifications, newest first. Pass the id of the last notification as `before` to get older notifications. Scope: `account:read`. */
  authMyNotifications(query: { before?: number; limit?: number } = {}): Promise<Array<types.AuthNotificationOut>> {
    return this.call("GET", "/api/v1/notifications", { query });
  }

  /** Mark notifications as read. If `ids` is omitted, all your notifications are marked. Scope: `account:write`. */
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

  /** Offer one of your listings below its price to the people who saved it, up to 200. Scope: `orders:write`. */
  messagingPostFavouriteOffer(body: types.MessagingFavouriteCampaignIn): Promise<types.MessagingFavouriteCampaignOut> {
    return this.call("POST", "/api/v1/offers/favourites", { body });
  }

  /** Return your open offer to everyone who saved your listing. Scope: `orders:read`. */
  messagingGetFavouriteOffer(productId: number): Promise<types.MessagingOpenCampaignOut> {
    return this.call("GET", `/api/v1/offers/favourites/${productId}`, {});
  }

  /** Withdraw your offer. Nobody can accept it any more. Purchases that were already started continue. Scope: `orders:write`. */
  messagingWithdrawFavouriteOffer(productId: number): Promise<types.MessagingDoneOut> {
    return this.call("POST", `/api/v1/offers/favourites/${productId}/withdraw`, {});
  }

  /** List the floors of your newest 500 listings that have one. Offers below a floor are declined automatically. Scope: `listings:read`. */
  messagingGetFloors(): Promise<Array<types.MessagingListingFloorOut>> {
    return this.call("GET", "/api/v1/offers/floors", {});
  }

  /** Return the floor of your listing. Offers below the floor are declined automatically. Scope: `listings:read`. */
  messagingGetFloor(productId: number): Promise<types.MessagingFloorOut> {
    return this.call("GET", `/api/v1/offers/floors/${productId}`, {});
  }

  /** Set the floor of your listing. Offers below the floor are declined automatically. Scope: `listings:write`. */
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

  /** Return the seller's current offer for a listing you saved. Scope: `orders:read`. */
  messagingGetReceived(productId: number): Promise<types.MessagingReceivedOut> {
    return this.call("GET", `/api/v1/offers/received/${productId}`, {});
  }

  /** Accept an offer. This reserves the item and starts the purchase at the offered price. Scope: `orders:write`. */
  messagingAcceptOffer(offerId: number): Promise<types.MessagingConfirmedOut> {
    return this.call("POST", `/api/v1/offers/${offerId}/accept`, {});
  }

  /** Reply to an offer with a different price. Scope: `orders:write`. */
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

  /** List your purchases or sales, newest first. The `Link` header contains the next page. Scope: `orders:read`. */
  messagingGetOrders(query: { role?: "buyer" | "seller"; status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"; before?: number; limit?: number } = {}): Promise<Array<types.MessagingOrderOut>> {
    return this.call("GET", "/api/v1/orders", { query });
  }

  /** List your purchases, newest first. The specification uses this path for `GET /api/orders`. Scope: `orders:read`. */
  messagingGetUserOrders(): Promise<Array<types.MessagingOrderOut>> {
    return this.call("GET", "/api/v1/orders/user", {});
  }

  /** Return a purchase with its timeline and the files that buyer and seller sent each other during the purchase. Scope: `orders:read`. */
  messagingGetOrder(dealId: number): Promise<types.MessagingOrderDetailsOut> {
    return this.call("GET", `/api/v1/orders/${dealId}`, {});
  }

  /** Return the listing as it was bought, for the buyer and the seller. Later changes are not included. Scope: `orders:read`. */
  catalogReadBoughtListing(dealId: number): Promise<types.CatalogBoughtListingOut> {
    return this.call("GET", `/api/v1/orders/${dealId}/listing`, {});
  }

  /** Read a profile or cover picture. The content under a name never changes. Scope: `read`. */
  authReadPortrait(name: string): Promise<unknown> {
    return this.call("GET", `/api/v1/portraits/${segment(name)}`, {});
  }

  /** Announce a picture under a name of your choice. The picture is shown after it has been uploaded. Scope: `listings:write`. */
  catalogAddProductImage(body: types.CatalogImageIn, idempotencyKey?: string): Promise<types.CatalogImageOut> {
    return this.call("POST", "/api/v1/product-images", { body, isKeyed: true, idempotencyKey });
  }

  /** Upload a picture for a future listing. Pictures that no listing uses are deleted after a day. Scope: `listings:write`. */
  catalogUploadImage(form: FormData): Promise<types.CatalogUploadOut> {
    return this.call("POST", "/api/v1/product-images/uploads", { form });
  }

  /** Upload an announced picture. Scope: `listings:write`. */
  catalogUploadProductImage(imageId: number, form: FormData): Promise<types.CatalogImageOut> {
    return this.call("POST", `/api/v1/product-images/${imageId}/upload`, { form });
  }

  /** List the pictures of a product in display order. Scope: `read`. */
  catalogReadProductImages(productId: number): Promise<Array<types.CatalogImageOut>> {
    return this.call("GET", `/api/v1/product-images/${productId}`, {});
  }

  /** Browse and search listings. Returns an array. `X-Total-Count` is the total. `Link` contains the next page as a cursor, so that new listings do not shift pages. With `envelope=true` the response is an object. Scope: `read`. */
  catalogProducts(query: { sort?: "featured" | "low" | "high" | "newest" | "bestselling" | "popular" | "rating" | "relevance"; page?: number; limit?: number; after?: string; envelope?: boolean; search?: string; category?: number; minPrice?: number; maxPrice?: number; brand?: Array<string>; type?: "fixed" | "negotiable" | "auction" | "regular"; listingType?: "fixed" | "negotiable" | "auction" | "regular"; condition?: Array<"Good" | "Damaged" | "No Box">; state?: Array<"Johor" | "Kedah" | "Kelantan" | "Melaka" | "Negeri Sembilan" | "Pahang" | "Perak" | "Perlis" | "Pulau Pinang" | "Sabah" | "Sarawak" | "Selangor" | "Terengganu" | "Kuala Lumpur" | "Labuan" | "Putrajaya">; minVolume?: number; maxVolume?: number; minFill?: number; maxFill?: number; minYear?: number; maxYear?: number; verified?: boolean; live?: boolean; showcase?: boolean; sellerId?: number; status?: "active" | "featured" | "sold" } = {}): Promise<Array<types.CatalogProductOut> | types.CatalogPageOut> {
    return this.call("GET", "/api/v1/products", { query });
  }

  /** Create a listing. With `auction`, the auction opens together with the listing. Scope: `listings:write`. */
  catalogPostProduct(body: types.CatalogProductIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", "/api/v1/products", { body, isKeyed: true, idempotencyKey });
  }

  /** Check whether a batch code has the format of its brand, and return the possible production years. The result does not prove authenticity. Scope: `read`. */
  catalogBatchCode(query: { brand: string; code: string; purchaseYear?: number }): Promise<types.CatalogBatchCodeOut> {
    return this.call("GET", "/api/v1/products/batch-code", { query });
  }

  /** Return the number of listings for each filter value. A filter is ignored while its own values are counted. Scope: `read`. */
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

  /** Delete a listing. Not possible if its auction has bids. Scope: `listings:write`. */
  catalogDeleteProduct(productId: number, query: { sellerId?: number } = {}): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/products/${productId}`, { query });
  }

  /** Return a product. If the product is for sale, the response is the same for everyone and usually served from a cache. Scope: `read`. */
  catalogProduct(productId: number): Promise<types.CatalogProductOut> {
    return this.call("GET", `/api/v1/products/${productId}`, {});
  }

  /** Change a listing. Auction terms can only be changed before the first bid. Scope: `listings:write`. */
  catalogPutProduct(productId: number, body: types.CatalogProductIn): Promise<types.CatalogProductOut> {
    return this.call("PUT", `/api/v1/products/${productId}`, { body });
  }

  /** Archive a listing. It is no longer for sale. Scope: `listings:write`. */
  catalogArchive(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/archive`, {});
  }

  /** Create a draft with the text and pictures of your listing. Scope: `listings:write`. */
  catalogDuplicate(productId: number, idempotencyKey?: string): Promise<types.CatalogDraftOut> {
    return this.call("POST", `/api/v1/products/${productId}/duplicate`, { isKeyed: true, idempotencyKey });
  }

  /** Set the order of a listing's pictures. The first picture is the main picture. Scope: `listings:write`. */
  catalogOrderProductImages(productId: number, body: types.CatalogOrderIn): Promise<Array<types.CatalogImageOut>> {
    return this.call("PUT", `/api/v1/products/${productId}/images`, { body });
  }

  /** Remove a picture from a listing. If the main picture is removed, the next picture becomes the main picture. Scope: `listings:write`. */
  catalogDeleteProductImage(productId: number, imageId: number, query: { sellerId?: number } = {}): Promise<types.CatalogDoneOut> {
    return this.call("DELETE", `/api/v1/products/${productId}/images/${imageId}`, { query });
  }

  /** Append a dated note to the description. Notes are allowed after bids, but not after an auction's end. Scope: `listings:write`. */
  catalogPostNote(productId: number, body: types.CatalogNoteIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/notes`, { body, isKeyed: true, idempotencyKey });
  }

  /** List the same bottle again, linked to the old listing. The auction service decides whether the previous sale allows this. Scope: `listings:write`. */
  catalogRelist(productId: number, body: types.CatalogRelistIn, idempotencyKey?: string): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/relist`, { body, isKeyed: true, idempotencyKey });
  }

  /** Put an archived listing back on sale. Scope: `listings:write`. */
  catalogRestore(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/restore`, {});
  }

  /** List similar listings: of the same brand, or of the same category with a similar price. Scope: `read`. */
  catalogSimilar(productId: number): Promise<Array<types.CatalogProductOut>> {
    return this.call("GET", `/api/v1/products/${productId}/similar`, {});
  }

  /** Mark a listing as sold. Scope: `listings:write`. */
  catalogSold(productId: number): Promise<types.CatalogProductOut> {
    return this.call("POST", `/api/v1/products/${productId}/sold`, {});
  }

  /** Return a picture of a public review. For a hidden review, the URL must be signed for the review's writer. Scope: `read`. */
  messagingGetReviewPicture(token: string, query: { for?: number; until?: number; mac?: string; size?: string } = {}): Promise<unknown> {
    return this.call("GET", `/api/v1/review-pictures/${segment(token)}`, { query });
  }

  /** Reply to a public review of you as the seller. Only one reply is possible. Scope: `orders:write`. */
  messagingPostReply(reviewId: number, body: types.MessagingReplyIn): Promise<types.MessagingReviewOut> {
    return this.call("POST", `/api/v1/reviews/${reviewId}/reply`, { body });
  }

  /** Return the daily figures of your listing during a boost and during an equal period before the boost. Without `since` and `until`, the last boost is reported. Scope: `listings:read`. */
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

  /** Archive, restore, delete or reprice several listings. Each listing is processed independently, and errors are reported for each listing. An idempotency key is processed only once. Scope: `listings:write`. */
  catalogChangeMany(body: types.CatalogBulkIn, idempotencyKey?: string): Promise<types.CatalogBulkOut> {
    return this.call("POST", "/api/v1/seller/products/bulk", { body, isKeyed: true, idempotencyKey });
  }

  /** Export your listings as a CSV file. Formulas are escaped. Scope: `listings:read`. */
  catalogExportProducts(): Promise<unknown> {
    return this.call("GET", "/api/v1/seller/products/export.csv", {});
  }

  /** Create listings from a CSV file. Rows with errors are reported by line number. All other rows are listed. Scope: `listings:write`. */
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

  /** Read a seller's public profile. Scope: `read`. */
  authReadSeller(userId: number): Promise<types.AuthSellerOut> {
    return this.call("GET", `/api/v1/sellers/${userId}`, {});
  }

  /** Return a seller's buyer satisfaction and delivery time. Scope: `read`. */
  messagingGetFigures(userId: number): Promise<types.MessagingFiguresOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/figures`, {});
  }

  /** List a seller's listings in pages. Without parameters, all listings for sale are returned. The purchase picker uses this. Scope: `read`. */
  catalogProductsOf(userId: number, query: { sort?: "popular" | "rating" | "price-low" | "price-high" | "newest"; page?: number; limit?: number; status?: "active" | "featured" | "sold" } = {}): Promise<types.CatalogShopPageOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/products`, { query });
  }

  /** List the reviews of a seller, newest first, optionally for one listing. Scope: `read`. */
  messagingGetReviews(userId: number, query: { productId?: number; before?: number; limit?: number } = {}): Promise<types.MessagingReviewsOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/reviews`, { query });
  }

  /** Return how many listings a seller has for sale, sold and delivered, with some of their pictures. Scope: `read`. */
  catalogGetShopHead(userId: number): Promise<types.CatalogShopHeadOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/shelf`, {});
  }

  /** Return whether a seller is verified, and each criterion with its current value. Scope: `read`. */
  messagingGetVerification(userId: number): Promise<types.MessagingVerificationOut> {
    return this.call("GET", `/api/v1/sellers/${userId}/verification`, {});
  }

  /** Read which features are open to everyone now. Scope: `read`. */
  adminWhatIsOpen(): Promise<types.AdminOpenOut> {
    return this.call("GET", "/api/v1/settings", {});
  }

  /** List some of the newest reviews with text and at least 4.5 stars. Scope: `read`. */
  messagingGetTestimonials(): Promise<Array<types.MessagingReviewOut>> {
    return this.call("GET", "/api/v1/testimonials", {});
  }

  /** Return the summary of a purchase that the conversation shows. `GET /api/orders/{deal_id}` returns all details. Scope: `orders:read`. */
  messagingGetTransaction(dealId: number): Promise<types.MessagingTransactionOut> {
    return this.call("GET", `/api/v1/transactions/${dealId}`, {});
  }

  /** Return both reviews of a purchase. The other person's review is included after it is public. Scope: `orders:read`. */
  messagingGetDealReviews(dealId: number): Promise<types.MessagingDealReviewsOut> {
    return this.call("GET", `/api/v1/transactions/${dealId}/reviews`, {});
  }

  /** Set the courier and tracking number. The seller can correct both until the parcel has arrived. Scope: `orders:write`. */
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
