"""The routes that a key may call. Written by `python -m tools.clients`; do not edit."""

from typing import Any

from wangi_client import types
from wangi_client.calls import Calls, segment


class Routes(Calls):
    """Every route that an API key may call, the stream of events apart, by the name it has in the contract."""

    def catalog_post_auction(
        self, body: types.CatalogNewAuctionIn, *, idempotency_key: str | None = None
    ) -> types.CatalogOwnAuctionOut:
        """Auction one of your listings. A listing that was auctioned or sold before is relisted and linked to the old listing (C25). Scope: `listings:write`."""
        found: types.CatalogOwnAuctionOut = self.call(
            "POST", "/api/v1/auctions", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def auction_mine(
        self,
        *,
        role: str | None = None,
        when: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.AuctionMinePageOut:
        """List your auctions as a bidder or as the seller. `when` selects running or ended auctions. Scope: `account:read`."""
        found: types.AuctionMinePageOut = self.call(
            "GET",
            "/api/v1/auctions/mine",
            query={"role": role, "when": when, "cursor": cursor, "limit": limit},
        )
        return found

    def auction_auction_of_product(self, product_id: int) -> types.AuctionAuctionOut:
        """Read the auction of a product. Scope: `read`."""
        found: types.AuctionAuctionOut = self.call("GET", f"/api/v1/auctions/product/{product_id}")
        return found

    def auction_auction(self, auction_id: int) -> types.AuctionAuctionOut:
        """Read an auction with its listing and latest bids. Scope: `read`."""
        found: types.AuctionAuctionOut = self.call("GET", f"/api/v1/auctions/{auction_id}")
        return found

    def catalog_put_auction(
        self, auction_id: int, body: types.CatalogAuctionChangeIn
    ) -> types.CatalogOwnAuctionOut:
        """Change an auction and its listing before the first bid. After the first bid only notes and pictures can be added (U22). Scope: `listings:write`."""
        found: types.CatalogOwnAuctionOut = self.call("PUT", f"/api/v1/auctions/{auction_id}", body=body)
        return found

    def auction_read_afterwards(self, auction_id: int) -> types.AuctionAfterwardsOut:
        """Read what happened to a listing after its auction. Only the seller, the buyer and the holder of a second chance can read it. Scope: `account:read`."""
        found: types.AuctionAfterwardsOut = self.call("GET", f"/api/v1/auctions/{auction_id}/afterwards")
        return found

    def auction_post_bid(
        self, auction_id: int, body: types.AuctionBidIn, *, idempotency_key: str | None = None
    ) -> types.AuctionBidPlacedOut:
        """Place a bid. The response is sent after the bid is committed. Scope: `bids:write`."""
        found: types.AuctionBidPlacedOut = self.call(
            "POST", f"/api/v1/auctions/{auction_id}/bids", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def boost_get_deal(self, deal_id: int) -> types.BoostDealOut:
        """Return the held money of a deal, for its buyer or seller. 404 if no money can be held. Scope: `orders:read`."""
        found: types.BoostDealOut = self.call("GET", f"/api/v1/boost/deals/{deal_id}")
        return found

    def boost_list_orders(self, *, cursor: str | None = None) -> types.BoostOrdersOut:
        """List your orders, newest first. Scope: `orders:read`."""
        found: types.BoostOrdersOut = self.call("GET", "/api/v1/boost/orders", query={"cursor": cursor})
        return found

    def boost_get_order(self, order_id: int) -> types.BoostOrderOut:
        """Return one of your orders. Scope: `orders:read`."""
        found: types.BoostOrderOut = self.call("GET", f"/api/v1/boost/orders/{order_id}")
        return found

    def boost_get_receipt(self, order_id: int) -> types.BoostReceiptOut:
        """Return the receipt of one of your paid orders. Scope: `orders:read`."""
        found: types.BoostReceiptOut = self.call("GET", f"/api/v1/boost/orders/{order_id}/receipt")
        return found

    def boost_packages(self, *, id: int | None = None) -> list[types.BoostPackageOut]:
        """List the packages. With `id`, return only that package. Scope: `read`."""
        found: list[types.BoostPackageOut] = self.call("GET", "/api/v1/boost/packages", query={"id": id})
        return found

    def boost_get_terms(self) -> types.BoostTermsOut:
        """Return whether protected purchase is available, and its terms. Scope: `read`."""
        found: types.BoostTermsOut = self.call("GET", "/api/v1/boost/protection")
        return found

    def boost_seller_boosted(self) -> list[types.BoostBoostedOut]:
        """List your featured products, soonest end first. Scope: `listings:read`."""
        found: list[types.BoostBoostedOut] = self.call("GET", "/api/v1/boost/seller-boosted")
        return found

    def messaging_get_buyer_reviews(
        self, user_id: int, *, before: int | None = None, limit: int | None = None
    ) -> types.MessagingReviewsOut:
        """List the reviews of a buyer, newest first. Scope: `read`."""
        found: types.MessagingReviewsOut = self.call(
            "GET", f"/api/v1/buyers/{user_id}/reviews", query={"before": before, "limit": limit}
        )
        return found

    def catalog_categories(self) -> list[types.CatalogCategoryOut]:
        """List the four categories, each with its number of listings for sale. Scope: `read`."""
        found: list[types.CatalogCategoryOut] = self.call("GET", "/api/v1/categories")
        return found

    def messaging_get_conversations(
        self, *, archived: bool | None = None, cursor: str | None = None, limit: int | None = None
    ) -> list[types.MessagingConversationOut]:
        """List your conversations, pinned first, then newest first. The `Link` header contains the next page. Scope: `messages:read`."""
        found: list[types.MessagingConversationOut] = self.call(
            "GET", "/api/v1/conversations", query={"archived": archived, "cursor": cursor, "limit": limit}
        )
        return found

    def messaging_get_conversation(self, user_id: int) -> types.MessagingConversationOut | None:
        """Return your conversation with a person, or null before the first message. Scope: `messages:read`."""
        found: types.MessagingConversationOut | None = self.call("GET", f"/api/v1/conversations/{user_id}")
        return found

    def messaging_patch_conversation(
        self, user_id: int, body: types.MessagingSideIn
    ) -> types.MessagingDoneOut:
        """Pin, mute or archive a conversation. Scope: `messages:write`."""
        found: types.MessagingDoneOut = self.call("PATCH", f"/api/v1/conversations/{user_id}", body=body)
        return found

    def catalog_list_favourites(self) -> list[types.CatalogFavouriteOut]:
        """List your favourites, newest first, each with its price at the time you saved it. Scope: `account:read`."""
        found: list[types.CatalogFavouriteOut] = self.call("GET", "/api/v1/favorites")
        return found

    def catalog_favourite_ids(self) -> list[int]:
        """List the ids of your favourites. Scope: `account:read`."""
        found: list[int] = self.call("GET", "/api/v1/favorites/ids")
        return found

    def catalog_list_searches(self) -> list[types.CatalogSearchOut]:
        """List your saved searches, each with its number of unseen matches. Scope: `account:read`."""
        found: list[types.CatalogSearchOut] = self.call("GET", "/api/v1/favorites/searches")
        return found

    def catalog_post_search(
        self, body: types.CatalogSearchIn, *, idempotency_key: str | None = None
    ) -> types.CatalogSearchOut:
        """Save a search. You are notified of new listings that match. Scope: `account:write`."""
        found: types.CatalogSearchOut = self.call(
            "POST", "/api/v1/favorites/searches", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_delete_search(self, search_id: int) -> types.CatalogDoneOut:
        """Delete a saved search. Scope: `account:write`."""
        found: types.CatalogDoneOut = self.call("DELETE", f"/api/v1/favorites/searches/{search_id}")
        return found

    def catalog_patch_search(
        self, search_id: int, body: types.CatalogSearchChangeIn
    ) -> types.CatalogSearchOut:
        """Rename a saved search, or turn its emails on or off. Scope: `account:write`."""
        found: types.CatalogSearchOut = self.call(
            "PATCH", f"/api/v1/favorites/searches/{search_id}", body=body
        )
        return found

    def catalog_see_search(self, search_id: int) -> types.CatalogDoneOut:
        """Mark the matches of a saved search as seen. Scope: `account:write`."""
        found: types.CatalogDoneOut = self.call("POST", f"/api/v1/favorites/searches/{search_id}/seen")
        return found

    def catalog_remove_favourite(self, product_id: int) -> types.CatalogFavouritedOut:
        """Remove a listing from your favourites. Scope: `account:write`."""
        found: types.CatalogFavouritedOut = self.call("DELETE", f"/api/v1/favorites/{product_id}")
        return found

    def catalog_add_favourite(self, product_id: int) -> types.CatalogFavouritedOut:
        """Add a listing to your favourites. Scope: `account:write`."""
        found: types.CatalogFavouritedOut = self.call("POST", f"/api/v1/favorites/{product_id}")
        return found

    def catalog_image(self, token: str) -> Any:
        """Return a picture in full size as `{token}`, or in a smaller size as `{token}-{320|640|1024|1600}`. The name is derived from the content, so a picture never changes. Scope: `read`."""
        found: Any = self.call("GET", f"/api/v1/images/{segment(token)}")
        return found

    def messaging_get_file(
        self,
        token: str,
        *,
        size: str | None = None,
        for_: int | None = None,
        until: int | None = None,
        mac: str | None = None,
    ) -> Any:
        """Return an attachment. Pictures are displayed inline. Documents are downloaded. Scope: `messages:read`."""
        found: Any = self.call(
            "GET",
            f"/api/v1/message-files/{segment(token)}",
            query={"size": size, "for": for_, "until": until, "mac": mac},
        )
        return found

    def messaging_get_messages(
        self, *, before: int | None = None, limit: int | None = None
    ) -> list[types.MessagingMessageOut]:
        """List the newest messages you have sent or received, newest last. Scope: `messages:read`."""
        found: list[types.MessagingMessageOut] = self.call(
            "GET", "/api/v1/messages", query={"before": before, "limit": limit}
        )
        return found

    def messaging_post_message(
        self, body: types.MessagingMessageIn, *, idempotency_key: str | None = None
    ) -> types.MessagingMessageOut:
        """Send a text message. If the client id was used before, the message from that call is returned with status 200. Scope: `messages:write`."""
        found: types.MessagingMessageOut = self.call(
            "POST", "/api/v1/messages", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def messaging_get_thread(
        self,
        user_id: int,
        *,
        product_id: int | None = None,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[types.MessagingMessageOut]:
        """Return messages of a conversation, newest last: either messages before a given message, or messages that changed after a sequence number. Scope: `messages:read`."""
        found: list[types.MessagingMessageOut] = self.call(
            "GET",
            f"/api/v1/messages/conversation/{user_id}",
            query={"productId": product_id, "before": before, "after": after, "limit": limit},
        )
        return found

    def messaging_post_read(self, body: types.MessagingReadIn) -> types.MessagingReadOut:
        """Mark messages as read. Returns the number of unread messages in all conversations. Scope: `messages:write`."""
        found: types.MessagingReadOut = self.call("POST", "/api/v1/messages/read", body=body)
        return found

    def messaging_search(
        self,
        *,
        q: str | None = None,
        user_id: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[types.MessagingMessageOut]:
        """Search your messages by word prefixes, newest first. Scope: `messages:read`."""
        found: list[types.MessagingMessageOut] = self.call(
            "GET",
            "/api/v1/messages/search",
            query={"q": q, "userId": user_id, "before": before, "limit": limit},
        )
        return found

    def messaging_unread_count(self) -> types.MessagingUnreadOut:
        """Return the number of your unread messages. Scope: `messages:read`."""
        found: types.MessagingUnreadOut = self.call("GET", "/api/v1/messages/unread-count")
        return found

    def messaging_post_file(self, files: Any) -> types.MessagingSentFileOut:
        """Send a picture or document. If `clientId` was used before, the message from that call is returned. Scope: `messages:write`."""
        found: types.MessagingSentFileOut = self.call("POST", "/api/v1/messages/upload-file", files=files)
        return found

    def messaging_delete_message(self, message_id: int) -> types.MessagingDoneOut:
        """Delete one of your messages within five minutes of sending. Scope: `messages:write`."""
        found: types.MessagingDoneOut = self.call("DELETE", f"/api/v1/messages/{message_id}")
        return found

    def auth_my_notifications(
        self, *, before: int | None = None, limit: int | None = None
    ) -> list[types.AuthNotificationOut]:
        """List your notifications, newest first. Pass the id of the last notification as `before` to get older notifications. Scope: `account:read`."""
        found: list[types.AuthNotificationOut] = self.call(
            "GET", "/api/v1/notifications", query={"before": before, "limit": limit}
        )
        return found

    def auth_mark_read(self, body: types.AuthReadIn) -> types.AuthSuccessOut:
        """Mark notifications as read. If `ids` is omitted, all your notifications are marked. Scope: `account:write`."""
        found: types.AuthSuccessOut = self.call("POST", "/api/v1/notifications/read", body=body)
        return found

    def auth_unread_count(self) -> types.AuthUnreadOut:
        """Count your unread notifications. Scope: `account:read`."""
        found: types.AuthUnreadOut = self.call("GET", "/api/v1/notifications/unread-count")
        return found

    def messaging_post_offer(self, body: types.MessagingOfferIn) -> types.MessagingMessageOut:
        """Offer a price for a negotiable listing. Returns the message that shows the offer. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", "/api/v1/offers", body=body)
        return found

    def messaging_post_favourite_offer(
        self, body: types.MessagingFavouriteCampaignIn
    ) -> types.MessagingFavouriteCampaignOut:
        """Offer one of your listings below its price to the people who saved it, up to 200. Scope: `orders:write`."""
        found: types.MessagingFavouriteCampaignOut = self.call("POST", "/api/v1/offers/favourites", body=body)
        return found

    def messaging_get_favourite_offer(self, product_id: int) -> types.MessagingOpenCampaignOut:
        """Return your open offer to everyone who saved your listing. Scope: `orders:read`."""
        found: types.MessagingOpenCampaignOut = self.call("GET", f"/api/v1/offers/favourites/{product_id}")
        return found

    def messaging_withdraw_favourite_offer(self, product_id: int) -> types.MessagingDoneOut:
        """Withdraw your offer. Nobody can accept it any more. Purchases that were already started continue. Scope: `orders:write`."""
        found: types.MessagingDoneOut = self.call("POST", f"/api/v1/offers/favourites/{product_id}/withdraw")
        return found

    def messaging_get_floors(self) -> list[types.MessagingListingFloorOut]:
        """List the floors of your newest 500 listings that have one. Offers below a floor are declined automatically. Scope: `listings:read`."""
        found: list[types.MessagingListingFloorOut] = self.call("GET", "/api/v1/offers/floors")
        return found

    def messaging_get_floor(self, product_id: int) -> types.MessagingFloorOut:
        """Return the floor of your listing. Offers below the floor are declined automatically. Scope: `listings:read`."""
        found: types.MessagingFloorOut = self.call("GET", f"/api/v1/offers/floors/{product_id}")
        return found

    def messaging_put_floor(self, product_id: int, body: types.MessagingFloorIn) -> types.MessagingDoneOut:
        """Set the floor of your listing. Offers below the floor are declined automatically. Scope: `listings:write`."""
        found: types.MessagingDoneOut = self.call("PUT", f"/api/v1/offers/floors/{product_id}", body=body)
        return found

    def messaging_accept_received(self, campaign_id: int) -> types.MessagingConfirmedOut:
        """Accept a seller's offer. This opens the conversation, reserves the item and starts the purchase. Scope: `orders:write`."""
        found: types.MessagingConfirmedOut = self.call(
            "POST", f"/api/v1/offers/received/{campaign_id}/accept"
        )
        return found

    def messaging_decline_received(self, campaign_id: int) -> types.MessagingDoneOut:
        """Dismiss a seller's offer. The seller is not notified. Scope: `orders:write`."""
        found: types.MessagingDoneOut = self.call("POST", f"/api/v1/offers/received/{campaign_id}/decline")
        return found

    def messaging_get_received(self, product_id: int) -> types.MessagingReceivedOut:
        """Return the seller's current offer for a listing you saved. Scope: `orders:read`."""
        found: types.MessagingReceivedOut = self.call("GET", f"/api/v1/offers/received/{product_id}")
        return found

    def messaging_accept_offer(self, offer_id: int) -> types.MessagingConfirmedOut:
        """Accept an offer. This reserves the item and starts the purchase at the offered price. Scope: `orders:write`."""
        found: types.MessagingConfirmedOut = self.call("POST", f"/api/v1/offers/{offer_id}/accept")
        return found

    def messaging_counter_offer(
        self, offer_id: int, body: types.MessagingCounterIn
    ) -> types.MessagingMessageOut:
        """Reply to an offer with a different price. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", f"/api/v1/offers/{offer_id}/counter", body=body)
        return found

    def messaging_decline_offer(self, offer_id: int) -> types.MessagingMessageOut:
        """Decline an offer. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", f"/api/v1/offers/{offer_id}/decline")
        return found

    def messaging_withdraw_offer(self, offer_id: int) -> types.MessagingMessageOut:
        """Withdraw your own offer. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", f"/api/v1/offers/{offer_id}/withdraw")
        return found

    def messaging_get_orders(
        self,
        *,
        role: str | None = None,
        status: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[types.MessagingOrderOut]:
        """List your purchases or sales, newest first. The `Link` header contains the next page. Scope: `orders:read`."""
        found: list[types.MessagingOrderOut] = self.call(
            "GET", "/api/v1/orders", query={"role": role, "status": status, "before": before, "limit": limit}
        )
        return found

    def messaging_get_user_orders(self) -> list[types.MessagingOrderOut]:
        """List your purchases, newest first. The specification uses this path for `GET /api/orders`. Scope: `orders:read`."""
        found: list[types.MessagingOrderOut] = self.call("GET", "/api/v1/orders/user")
        return found

    def messaging_get_order(self, deal_id: int) -> types.MessagingOrderDetailsOut:
        """Return a purchase with its timeline and the files that buyer and seller sent each other during the purchase. Scope: `orders:read`."""
        found: types.MessagingOrderDetailsOut = self.call("GET", f"/api/v1/orders/{deal_id}")
        return found

    def catalog_read_bought_listing(self, deal_id: int) -> types.CatalogBoughtListingOut:
        """Return the listing as it was bought, for the buyer and the seller. Later changes are not included. Scope: `orders:read`."""
        found: types.CatalogBoughtListingOut = self.call("GET", f"/api/v1/orders/{deal_id}/listing")
        return found

    def auth_read_portrait(self, name: str) -> Any:
        """Read a profile or cover picture. The content under a name never changes. Scope: `read`."""
        found: Any = self.call("GET", f"/api/v1/portraits/{segment(name)}")
        return found

    def catalog_add_product_image(
        self, body: types.CatalogImageIn, *, idempotency_key: str | None = None
    ) -> types.CatalogImageOut:
        """Announce a picture under a name of your choice. The picture is shown after it has been uploaded. Scope: `listings:write`."""
        found: types.CatalogImageOut = self.call(
            "POST", "/api/v1/product-images", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_upload_image(self, files: Any) -> types.CatalogUploadOut:
        """Upload a picture for a future listing. Pictures that no listing uses are deleted after a day. Scope: `listings:write`."""
        found: types.CatalogUploadOut = self.call("POST", "/api/v1/product-images/uploads", files=files)
        return found

    def catalog_upload_product_image(self, image_id: int, files: Any) -> types.CatalogImageOut:
        """Upload an announced picture. Scope: `listings:write`."""
        found: types.CatalogImageOut = self.call(
            "POST", f"/api/v1/product-images/{image_id}/upload", files=files
        )
        return found

    def catalog_read_product_images(self, product_id: int) -> list[types.CatalogImageOut]:
        """List the pictures of a product in display order. Scope: `read`."""
        found: list[types.CatalogImageOut] = self.call("GET", f"/api/v1/product-images/{product_id}")
        return found

    def catalog_products(
        self,
        *,
        sort: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        after: str | None = None,
        envelope: bool | None = None,
        search: str | None = None,
        category: int | None = None,
        min_price: float | None = None,
        max_price: float | None = None,
        brand: list[str] | None = None,
        type: str | None = None,
        listing_type: str | None = None,
        condition: str | None = None,
        state: str | None = None,
        min_volume: int | None = None,
        max_volume: int | None = None,
        min_fill: int | None = None,
        max_fill: int | None = None,
        min_year: int | None = None,
        max_year: int | None = None,
        verified: bool | None = None,
        live: bool | None = None,
        showcase: bool | None = None,
        seller_id: int | None = None,
        status: str | None = None,
    ) -> list[types.CatalogProductOut] | types.CatalogPageOut:
        """Browse and search listings. Returns an array. `X-Total-Count` is the total. `Link` contains the next page as a cursor, so that new listings do not shift pages. With `envelope=true` the response is an object. Scope: `read`."""
        found: list[types.CatalogProductOut] | types.CatalogPageOut = self.call(
            "GET",
            "/api/v1/products",
            query={
                "sort": sort,
                "page": page,
                "limit": limit,
                "after": after,
                "envelope": envelope,
                "search": search,
                "category": category,
                "minPrice": min_price,
                "maxPrice": max_price,
                "brand": brand,
                "type": type,
                "listingType": listing_type,
                "condition": condition,
                "state": state,
                "minVolume": min_volume,
                "maxVolume": max_volume,
                "minFill": min_fill,
                "maxFill": max_fill,
                "minYear": min_year,
                "maxYear": max_year,
                "verified": verified,
                "live": live,
                "showcase": showcase,
                "sellerId": seller_id,
                "status": status,
            },
        )
        return found

    def catalog_post_product(
        self, body: types.CatalogProductIn, *, idempotency_key: str | None = None
    ) -> types.CatalogProductOut:
        """Create a listing. With `auction`, the auction opens together with the listing. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call(
            "POST", "/api/v1/products", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_batch_code(
        self, *, brand: str | None = None, code: str | None = None, purchase_year: int | None = None
    ) -> types.CatalogBatchCodeOut:
        """Check whether a batch code has the format of its brand, and return the possible production years. The result does not prove authenticity. Scope: `read`."""
        found: types.CatalogBatchCodeOut = self.call(
            "GET",
            "/api/v1/products/batch-code",
            query={"brand": brand, "code": code, "purchaseYear": purchase_year},
        )
        return found

    def catalog_facets(
        self,
        *,
        search: str | None = None,
        category: int | None = None,
        min_price: float | None = None,
        max_price: float | None = None,
        brand: list[str] | None = None,
        type: str | None = None,
        listing_type: str | None = None,
        condition: str | None = None,
        state: str | None = None,
        min_volume: int | None = None,
        max_volume: int | None = None,
        min_fill: int | None = None,
        max_fill: int | None = None,
        min_year: int | None = None,
        max_year: int | None = None,
        verified: bool | None = None,
        live: bool | None = None,
        showcase: bool | None = None,
        seller_id: int | None = None,
        status: str | None = None,
    ) -> types.CatalogFacetsOut:
        """Return the number of listings for each filter value. A filter is ignored while its own values are counted. Scope: `read`."""
        found: types.CatalogFacetsOut = self.call(
            "GET",
            "/api/v1/products/facets",
            query={
                "search": search,
                "category": category,
                "minPrice": min_price,
                "maxPrice": max_price,
                "brand": brand,
                "type": type,
                "listingType": listing_type,
                "condition": condition,
                "state": state,
                "minVolume": min_volume,
                "maxVolume": max_volume,
                "minFill": min_fill,
                "maxFill": max_fill,
                "minYear": min_year,
                "maxYear": max_year,
                "verified": verified,
                "live": live,
                "showcase": showcase,
                "sellerId": seller_id,
                "status": status,
            },
        )
        return found

    def catalog_featured(self) -> list[types.CatalogProductOut]:
        """List boosted listings for the carousel, least shown first (U33). Scope: `read`."""
        found: list[types.CatalogProductOut] = self.call("GET", "/api/v1/products/featured")
        return found

    def catalog_suggest(self, *, q: str | None = None) -> types.CatalogSuggestionsOut:
        """Suggest listings, brands and words while typing. Typing errors are corrected as in the search. Scope: `read`."""
        found: types.CatalogSuggestionsOut = self.call("GET", "/api/v1/products/suggest", query={"q": q})
        return found

    def catalog_delete_product(
        self, product_id: int, *, seller_id: int | None = None
    ) -> types.CatalogDoneOut:
        """Delete a listing. Not possible if its auction has bids. Scope: `listings:write`."""
        found: types.CatalogDoneOut = self.call(
            "DELETE", f"/api/v1/products/{product_id}", query={"sellerId": seller_id}
        )
        return found

    def catalog_product(self, product_id: int) -> types.CatalogProductOut:
        """Return a product. If the product is for sale, the response is the same for everyone and usually served from a cache. Scope: `read`."""
        found: types.CatalogProductOut = self.call("GET", f"/api/v1/products/{product_id}")
        return found

    def catalog_put_product(self, product_id: int, body: types.CatalogProductIn) -> types.CatalogProductOut:
        """Change a listing. Auction terms can only be changed before the first bid. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("PUT", f"/api/v1/products/{product_id}", body=body)
        return found

    def catalog_archive(self, product_id: int) -> types.CatalogProductOut:
        """Archive a listing. It is no longer for sale. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("POST", f"/api/v1/products/{product_id}/archive")
        return found

    def catalog_duplicate(
        self, product_id: int, *, idempotency_key: str | None = None
    ) -> types.CatalogDraftOut:
        """Create a draft with the text and pictures of your listing. Scope: `listings:write`."""
        found: types.CatalogDraftOut = self.call(
            "POST", f"/api/v1/products/{product_id}/duplicate", is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_order_product_images(
        self, product_id: int, body: types.CatalogOrderIn
    ) -> list[types.CatalogImageOut]:
        """Set the order of a listing's pictures. The first picture is the main picture. Scope: `listings:write`."""
        found: list[types.CatalogImageOut] = self.call(
            "PUT", f"/api/v1/products/{product_id}/images", body=body
        )
        return found

    def catalog_delete_product_image(
        self, product_id: int, image_id: int, *, seller_id: int | None = None
    ) -> types.CatalogDoneOut:
        """Remove a picture from a listing. If the main picture is removed, the next picture becomes the main picture. Scope: `listings:write`."""
        found: types.CatalogDoneOut = self.call(
            "DELETE", f"/api/v1/products/{product_id}/images/{image_id}", query={"sellerId": seller_id}
        )
        return found

    def catalog_post_note(
        self, product_id: int, body: types.CatalogNoteIn, *, idempotency_key: str | None = None
    ) -> types.CatalogProductOut:
        """Append a dated note to the description. Notes are allowed after bids, but not after an auction's end. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call(
            "POST", f"/api/v1/products/{product_id}/notes", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_relist(
        self, product_id: int, body: types.CatalogRelistIn, *, idempotency_key: str | None = None
    ) -> types.CatalogProductOut:
        """List the same bottle again, linked to the old listing. The auction service decides whether the previous sale allows this. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call(
            "POST", f"/api/v1/products/{product_id}/relist", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_restore(self, product_id: int) -> types.CatalogProductOut:
        """Put an archived listing back on sale. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("POST", f"/api/v1/products/{product_id}/restore")
        return found

    def catalog_similar(self, product_id: int) -> list[types.CatalogProductOut]:
        """List similar listings: of the same brand, or of the same category with a similar price. Scope: `read`."""
        found: list[types.CatalogProductOut] = self.call("GET", f"/api/v1/products/{product_id}/similar")
        return found

    def catalog_sold(self, product_id: int) -> types.CatalogProductOut:
        """Mark a listing as sold. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("POST", f"/api/v1/products/{product_id}/sold")
        return found

    def messaging_get_review_picture(
        self,
        token: str,
        *,
        for_: int | None = None,
        until: int | None = None,
        mac: str | None = None,
        size: str | None = None,
    ) -> Any:
        """Return a picture of a public review. For a hidden review, the URL must be signed for the review's writer. Scope: `read`."""
        found: Any = self.call(
            "GET",
            f"/api/v1/review-pictures/{segment(token)}",
            query={"for": for_, "until": until, "mac": mac, "size": size},
        )
        return found

    def messaging_post_reply(self, review_id: int, body: types.MessagingReplyIn) -> types.MessagingReviewOut:
        """Reply to a public review of you as the seller. Only one reply is possible. Scope: `orders:write`."""
        found: types.MessagingReviewOut = self.call("POST", f"/api/v1/reviews/{review_id}/reply", body=body)
        return found

    def catalog_boost_report(
        self, *, product_id: int | None = None, since: str | None = None, until: str | None = None
    ) -> types.CatalogBoostReportOut:
        """Return the daily figures of your listing during a boost and during an equal period before the boost. Without `since` and `until`, the last boost is reported. Scope: `listings:read`."""
        found: types.CatalogBoostReportOut = self.call(
            "GET",
            "/api/v1/seller/boost-report",
            query={"productId": product_id, "since": since, "until": until},
        )
        return found

    def catalog_seller_dashboard(self) -> types.CatalogDashboardOut:
        """Return your figures: listings for sale, views and favourites. Scope: `listings:read`."""
        found: types.CatalogDashboardOut = self.call("GET", "/api/v1/seller/dashboard")
        return found

    def catalog_list_drafts(self) -> list[types.CatalogDraftOut]:
        """List your drafts, last edited first. Scope: `listings:read`."""
        found: list[types.CatalogDraftOut] = self.call("GET", "/api/v1/seller/drafts")
        return found

    def catalog_post_draft(
        self, body: types.CatalogDraftIn, *, idempotency_key: str | None = None
    ) -> types.CatalogDraftOut:
        """Create a draft. Scope: `listings:write`."""
        found: types.CatalogDraftOut = self.call(
            "POST", "/api/v1/seller/drafts", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_delete_draft(self, draft_id: int) -> types.CatalogDoneOut:
        """Delete a draft. Scope: `listings:write`."""
        found: types.CatalogDoneOut = self.call("DELETE", f"/api/v1/seller/drafts/{draft_id}")
        return found

    def catalog_read_draft(self, draft_id: int) -> types.CatalogDraftOut:
        """Return a draft. Scope: `listings:read`."""
        found: types.CatalogDraftOut = self.call("GET", f"/api/v1/seller/drafts/{draft_id}")
        return found

    def catalog_put_draft(self, draft_id: int, body: types.CatalogDraftIn) -> types.CatalogDraftOut:
        """Replace the contents of a draft. Scope: `listings:write`."""
        found: types.CatalogDraftOut = self.call("PUT", f"/api/v1/seller/drafts/{draft_id}", body=body)
        return found

    def catalog_seller_products(self, *, seller_id: int | None = None) -> list[types.CatalogProductOut]:
        """List your own listings in any state, newest first. Scope: `listings:read`."""
        found: list[types.CatalogProductOut] = self.call(
            "GET", "/api/v1/seller/products", query={"sellerId": seller_id}
        )
        return found

    def catalog_change_many(
        self, body: types.CatalogBulkIn, *, idempotency_key: str | None = None
    ) -> types.CatalogBulkOut:
        """Archive, restore, delete or reprice several listings. Each listing is processed independently, and errors are reported for each listing. An idempotency key is processed only once. Scope: `listings:write`."""
        found: types.CatalogBulkOut = self.call(
            "POST", "/api/v1/seller/products/bulk", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_export_products(self) -> Any:
        """Export your listings as a CSV file. Formulas are escaped. Scope: `listings:read`."""
        found: Any = self.call("GET", "/api/v1/seller/products/export.csv")
        return found

    def catalog_import_products(
        self, files: Any, *, dry_run: bool | None = None, idempotency_key: str | None = None
    ) -> types.CatalogImportOut:
        """Create listings from a CSV file. Rows with errors are reported by line number. All other rows are listed. Scope: `listings:write`."""
        found: types.CatalogImportOut = self.call(
            "POST",
            "/api/v1/seller/products/import",
            files=files,
            query={"dryRun": dry_run},
            is_keyed=True,
            key=idempotency_key,
        )
        return found

    def catalog_import_template(self) -> Any:
        """Return an empty CSV file for the import, with one example row. Scope: `listings:read`."""
        found: Any = self.call("GET", "/api/v1/seller/products/import/template.csv")
        return found

    def catalog_seller_stats(self, *, days: int | None = None) -> types.CatalogStatsOut:
        """Return your views and favourites by day. Scope: `listings:read`."""
        found: types.CatalogStatsOut = self.call("GET", "/api/v1/seller/stats", query={"days": days})
        return found

    def auth_read_seller(self, user_id: int) -> types.AuthSellerOut:
        """Read a seller's public profile. Scope: `read`."""
        found: types.AuthSellerOut = self.call("GET", f"/api/v1/sellers/{user_id}")
        return found

    def messaging_get_figures(self, user_id: int) -> types.MessagingFiguresOut:
        """Return a seller's buyer satisfaction and delivery time. Scope: `read`."""
        found: types.MessagingFiguresOut = self.call("GET", f"/api/v1/sellers/{user_id}/figures")
        return found

    def catalog_products_of(
        self,
        user_id: int,
        *,
        sort: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        status: str | None = None,
    ) -> types.CatalogShopPageOut:
        """List a seller's listings in pages. Without parameters, all listings for sale are returned. The purchase picker uses this. Scope: `read`."""
        found: types.CatalogShopPageOut = self.call(
            "GET",
            f"/api/v1/sellers/{user_id}/products",
            query={"sort": sort, "page": page, "limit": limit, "status": status},
        )
        return found

    def messaging_get_reviews(
        self,
        user_id: int,
        *,
        product_id: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> types.MessagingReviewsOut:
        """List the reviews of a seller, newest first, optionally for one listing. Scope: `read`."""
        found: types.MessagingReviewsOut = self.call(
            "GET",
            f"/api/v1/sellers/{user_id}/reviews",
            query={"productId": product_id, "before": before, "limit": limit},
        )
        return found

    def catalog_get_shop_head(self, user_id: int) -> types.CatalogShopHeadOut:
        """Return how many listings a seller has for sale, sold and delivered, with some of their pictures. Scope: `read`."""
        found: types.CatalogShopHeadOut = self.call("GET", f"/api/v1/sellers/{user_id}/shelf")
        return found

    def messaging_get_verification(self, user_id: int) -> types.MessagingVerificationOut:
        """Return whether a seller is verified, and each criterion with its current value. Scope: `read`."""
        found: types.MessagingVerificationOut = self.call("GET", f"/api/v1/sellers/{user_id}/verification")
        return found

    def admin_what_is_open(self) -> types.AdminOpenOut:
        """Read which features are open to everyone now. Scope: `read`."""
        found: types.AdminOpenOut = self.call("GET", "/api/v1/settings")
        return found

    def messaging_get_testimonials(self) -> list[types.MessagingReviewOut]:
        """List some of the newest reviews with text and at least 4.5 stars. Scope: `read`."""
        found: list[types.MessagingReviewOut] = self.call("GET", "/api/v1/testimonials")
        return found

    def messaging_get_transaction(self, deal_id: int) -> types.MessagingTransactionOut:
        """Return the summary of a purchase that the conversation shows. `GET /api/orders/{deal_id}` returns all details. Scope: `orders:read`."""
        found: types.MessagingTransactionOut = self.call("GET", f"/api/v1/transactions/{deal_id}")
        return found

    def messaging_get_deal_reviews(self, deal_id: int) -> types.MessagingDealReviewsOut:
        """Return both reviews of a purchase. The other person's review is included after it is public. Scope: `orders:read`."""
        found: types.MessagingDealReviewsOut = self.call("GET", f"/api/v1/transactions/{deal_id}/reviews")
        return found

    def messaging_post_shipment(
        self, deal_id: int, body: types.MessagingShipIn
    ) -> types.MessagingOrderDetailsOut:
        """Set the courier and tracking number. The seller can correct both until the parcel has arrived. Scope: `orders:write`."""
        found: types.MessagingOrderDetailsOut = self.call(
            "POST", f"/api/v1/transactions/{deal_id}/ship", body=body
        )
        return found

    def auth_my_wishes(self, user_id: int) -> types.AuthWishesOut:
        """Read your notification settings. Scope: `account:read`."""
        found: types.AuthWishesOut = self.call("GET", f"/api/v1/user/{user_id}/notification-preferences")
        return found

    def auth_read_me(self) -> types.AuthUserOut:
        """Read your own account. Scope: `account:read`."""
        found: types.AuthUserOut = self.call("GET", "/api/v1/auth/me")
        return found
