"""The routes that a key may call. Written by `python -m tools.clients`; do not edit."""

from typing import Any

from wangi_client import types
from wangi_client.calls import Calls, segment


class Routes(Calls):
    """Every route that an API key may call, the stream of events apart, by the name it has in the contract."""

    def catalog_post_auction(
        self, body: types.CatalogNewAuctionIn, *, idempotency_key: str | None = None
    ) -> types.CatalogOwnAuctionOut:
        """Auction a bottle of one's own that is in no auction. A listing that was auctioned or sold before is listed anew and linked to the old one (C25). Scope: `listings:write`."""
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
        """Return a person's own auctions, as a bidder or as their seller: the running ones, or those that are over. Scope: `account:read`."""
        found: types.AuctionMinePageOut = self.call(
            "GET",
            "/api/v1/auctions/mine",
            query={"role": role, "when": when, "cursor": cursor, "limit": limit},
        )
        return found

    def auction_auction_of_product(self, product_id: int) -> types.AuctionAuctionOut:
        """Return the auction of a product. Scope: `read`."""
        found: types.AuctionAuctionOut = self.call("GET", f"/api/v1/auctions/product/{product_id}")
        return found

    def auction_auction(self, auction_id: int) -> types.AuctionAuctionOut:
        """Return an auction with its lot and latest bids. Scope: `read`."""
        found: types.AuctionAuctionOut = self.call("GET", f"/api/v1/auctions/{auction_id}")
        return found

    def catalog_put_auction(
        self, auction_id: int, body: types.CatalogAuctionChangeIn
    ) -> types.CatalogOwnAuctionOut:
        """Change an auction and its bottle before the first bid; after that there are notes and pictures only (U22). Scope: `listings:write`."""
        found: types.CatalogOwnAuctionOut = self.call("PUT", f"/api/v1/auctions/{auction_id}", body=body)
        return found

    def auction_read_afterwards(self, auction_id: int) -> types.AuctionAfterwardsOut:
        """Return what becomes of a lot, for its seller, its buyer and the holder of a second chance only. Scope: `account:read`."""
        found: types.AuctionAfterwardsOut = self.call("GET", f"/api/v1/auctions/{auction_id}/afterwards")
        return found

    def auction_post_bid(
        self, auction_id: int, body: types.AuctionBidIn, *, idempotency_key: str | None = None
    ) -> types.AuctionBidPlacedOut:
        """Place a bid; the answer leaves when the bid is committed. Scope: `bids:write`."""
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
        """List the packages. With `id`, the list holds only that package. Scope: `read`."""
        found: list[types.BoostPackageOut] = self.call("GET", "/api/v1/boost/packages", query={"id": id})
        return found

    def boost_get_terms(self) -> types.BoostTermsOut:
        """Return whether purchases are protected, and on which terms. Scope: `read`."""
        found: types.BoostTermsOut = self.call("GET", "/api/v1/boost/protection")
        return found

    def boost_seller_boosted(self) -> list[types.BoostBoostedOut]:
        """List your featured products, soonest end first. Scope: `listings:read`."""
        found: list[types.BoostBoostedOut] = self.call("GET", "/api/v1/boost/seller-boosted")
        return found

    def messaging_get_buyer_reviews(
        self, user_id: int, *, before: int | None = None, limit: int | None = None
    ) -> types.MessagingReviewsOut:
        """Return what sellers said of a buyer, the newest first. Scope: `read`."""
        found: types.MessagingReviewsOut = self.call(
            "GET", f"/api/v1/buyers/{user_id}/reviews", query={"before": before, "limit": limit}
        )
        return found

    def catalog_categories(self) -> list[types.CatalogCategoryOut]:
        """Return the four categories, with how much is for sale in each. Scope: `read`."""
        found: list[types.CatalogCategoryOut] = self.call("GET", "/api/v1/categories")
        return found

    def messaging_get_conversations(
        self, *, archived: bool | None = None, cursor: str | None = None, limit: int | None = None
    ) -> list[types.MessagingConversationOut]:
        """Return a person's conversations, pinned ones first, then the newest; `Link` names the next page. Scope: `messages:read`."""
        found: list[types.MessagingConversationOut] = self.call(
            "GET", "/api/v1/conversations", query={"archived": archived, "cursor": cursor, "limit": limit}
        )
        return found

    def messaging_get_conversation(self, user_id: int) -> types.MessagingConversationOut | None:
        """Return the conversation with one person; nothing before the first message. Scope: `messages:read`."""
        found: types.MessagingConversationOut | None = self.call("GET", f"/api/v1/conversations/{user_id}")
        return found

    def messaging_patch_conversation(
        self, user_id: int, body: types.MessagingSideIn
    ) -> types.MessagingDoneOut:
        """Pin, mute or archive a conversation. Scope: `messages:write`."""
        found: types.MessagingDoneOut = self.call("PATCH", f"/api/v1/conversations/{user_id}", body=body)
        return found

    def catalog_list_favourites(self) -> list[types.CatalogFavouriteOut]:
        """Return one's favourites, the newest first, with the price of the day each was added. Scope: `account:read`."""
        found: list[types.CatalogFavouriteOut] = self.call("GET", "/api/v1/favorites")
        return found

    def catalog_favourite_ids(self) -> list[int]:
        """Return the ids of one's favourites. Scope: `account:read`."""
        found: list[int] = self.call("GET", "/api/v1/favorites/ids")
        return found

    def catalog_list_searches(self) -> list[types.CatalogSearchOut]:
        """Return one's saved searches, and how much is new in each. Scope: `account:read`."""
        found: list[types.CatalogSearchOut] = self.call("GET", "/api/v1/favorites/searches")
        return found

    def catalog_post_search(
        self, body: types.CatalogSearchIn, *, idempotency_key: str | None = None
    ) -> types.CatalogSearchOut:
        """Save a search; whatever fits and is listed from now on is notified. Scope: `account:write`."""
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
        """Change the name of a saved search, or whether it mails. Scope: `account:write`."""
        found: types.CatalogSearchOut = self.call(
            "PATCH", f"/api/v1/favorites/searches/{search_id}", body=body
        )
        return found

    def catalog_see_search(self, search_id: int) -> types.CatalogDoneOut:
        """Mark what a saved search has found as seen. Scope: `account:write`."""
        found: types.CatalogDoneOut = self.call("POST", f"/api/v1/favorites/searches/{search_id}/seen")
        return found

    def catalog_remove_favourite(self, product_id: int) -> types.CatalogFavouritedOut:
        """Remove a listing from one's favourites. Scope: `account:write`."""
        found: types.CatalogFavouritedOut = self.call("DELETE", f"/api/v1/favorites/{product_id}")
        return found

    def catalog_add_favourite(self, product_id: int) -> types.CatalogFavouritedOut:
        """Add a listing to one's favourites. Scope: `account:write`."""
        found: types.CatalogFavouritedOut = self.call("POST", f"/api/v1/favorites/{product_id}")
        return found

    def catalog_image(self, token: str) -> Any:
        """Return a picture, whole: `{token}` or `{token}-{320|640|1024|1600}`. Its name is its content, so it never changes. Scope: `read`."""
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
        """Return an attachment: a picture to be shown, a document to be saved. Scope: `messages:read`."""
        found: Any = self.call(
            "GET",
            f"/api/v1/message-files/{segment(token)}",
            query={"size": size, "for": for_, "until": until, "mac": mac},
        )
        return found

    def messaging_get_messages(
        self, *, before: int | None = None, limit: int | None = None
    ) -> list[types.MessagingMessageOut]:
        """Return the newest messages that a person has sent or got, the newest last. Scope: `messages:read`."""
        found: list[types.MessagingMessageOut] = self.call(
            "GET", "/api/v1/messages", query={"before": before, "limit": limit}
        )
        return found

    def messaging_post_message(
        self, body: types.MessagingMessageIn, *, idempotency_key: str | None = None
    ) -> types.MessagingMessageOut:
        """Send a text. A client id that was used before is answered with its message and status 200. Scope: `messages:write`."""
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
        """Return messages of a conversation, the newest last: those before a message, or what changed after a number. Scope: `messages:read`."""
        found: list[types.MessagingMessageOut] = self.call(
            "GET",
            f"/api/v1/messages/conversation/{user_id}",
            query={"productId": product_id, "before": before, "after": after, "limit": limit},
        )
        return found

    def messaging_post_read(self, body: types.MessagingReadIn) -> types.MessagingReadOut:
        """Mark what came as read; return how many are left in all conversations. Scope: `messages:write`."""
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
        """Return a person's messages in which each word begins a word, the newest first. Scope: `messages:read`."""
        found: list[types.MessagingMessageOut] = self.call(
            "GET",
            "/api/v1/messages/search",
            query={"q": q, "userId": user_id, "before": before, "limit": limit},
        )
        return found

    def messaging_unread_count(self) -> types.MessagingUnreadOut:
        """Return how many messages a person has not read. Scope: `messages:read`."""
        found: types.MessagingUnreadOut = self.call("GET", "/api/v1/messages/unread-count")
        return found

    def messaging_post_file(self, files: Any) -> types.MessagingSentFileOut:
        """Send a picture or a document; the same client id again is answered with the message that it made. Scope: `messages:write`."""
        found: types.MessagingSentFileOut = self.call("POST", "/api/v1/messages/upload-file", files=files)
        return found

    def messaging_delete_message(self, message_id: int) -> types.MessagingDoneOut:
        """Delete a message of one's own, within five minutes. Scope: `messages:write`."""
        found: types.MessagingDoneOut = self.call("DELETE", f"/api/v1/messages/{message_id}")
        return found

    def auth_my_notices(
        self, *, before: int | None = None, limit: int | None = None
    ) -> list[types.AuthNoticeOut]:
        """List what one wanted to hear of, newest first; `before` an id for older ones. Scope: `account:read`."""
        found: list[types.AuthNoticeOut] = self.call(
            "GET", "/api/v1/notifications", query={"before": before, "limit": limit}
        )
        return found

    def auth_mark_read(self, body: types.AuthReadIn) -> types.AuthSuccessOut:
        """Mark these as read, or all of them. Scope: `account:write`."""
        found: types.AuthSuccessOut = self.call("POST", "/api/v1/notifications/read", body=body)
        return found

    def auth_unread_count(self) -> types.AuthUnreadOut:
        """Count the notices that wait to be read. Scope: `account:read`."""
        found: types.AuthUnreadOut = self.call("GET", "/api/v1/notifications/unread-count")
        return found

    def messaging_post_offer(self, body: types.MessagingOfferIn) -> types.MessagingMessageOut:
        """Name a price for a negotiable listing; the message that shows it comes back. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", "/api/v1/offers", body=body)
        return found

    def messaging_post_favourite_offer(
        self, body: types.MessagingFavouriteCampaignIn
    ) -> types.MessagingFavouriteCampaignOut:
        """Offer one's listing below its price to all who keep it as favourite, at most 200 people. Scope: `orders:write`."""
        found: types.MessagingFavouriteCampaignOut = self.call("POST", "/api/v1/offers/favourites", body=body)
        return found

    def messaging_get_favourite_offer(self, product_id: int) -> types.MessagingStandingCampaignOut:
        """Return what one offers now to all who keep one's listing. Scope: `orders:read`."""
        found: types.MessagingStandingCampaignOut = self.call(
            "GET", f"/api/v1/offers/favourites/{product_id}"
        )
        return found

    def messaging_withdraw_favourite_offer(self, product_id: int) -> types.MessagingDoneOut:
        """Take it back: no one can accept it any more, and who has accepted it keeps their purchase. Scope: `orders:write`."""
        found: types.MessagingDoneOut = self.call("POST", f"/api/v1/offers/favourites/{product_id}/withdraw")
        return found

    def messaging_get_floors(self) -> list[types.MessagingListingFloorOut]:
        """Return below what offers for one's listings are declined, of the newest 500 with such an amount. Scope: `listings:read`."""
        found: list[types.MessagingListingFloorOut] = self.call("GET", "/api/v1/offers/floors")
        return found

    def messaging_get_floor(self, product_id: int) -> types.MessagingFloorOut:
        """Return below what offers for one's listing are declined. Scope: `listings:read`."""
        found: types.MessagingFloorOut = self.call("GET", f"/api/v1/offers/floors/{product_id}")
        return found

    def messaging_put_floor(self, product_id: int, body: types.MessagingFloorIn) -> types.MessagingDoneOut:
        """Set below what offers for one's listing are declined without a question. Scope: `listings:write`."""
        found: types.MessagingDoneOut = self.call("PUT", f"/api/v1/offers/floors/{product_id}", body=body)
        return found

    def messaging_accept_received(self, campaign_id: int) -> types.MessagingConfirmedOut:
        """Accept it: the conversation with the seller opens, the bottle is held, and the purchase begins. Scope: `orders:write`."""
        found: types.MessagingConfirmedOut = self.call(
            "POST", f"/api/v1/offers/received/{campaign_id}/accept"
        )
        return found

    def messaging_decline_received(self, campaign_id: int) -> types.MessagingDoneOut:
        """Want none of it; the seller is not told. Scope: `orders:write`."""
        found: types.MessagingDoneOut = self.call("POST", f"/api/v1/offers/received/{campaign_id}/decline")
        return found

    def messaging_get_received(self, product_id: int) -> types.MessagingReceivedOut:
        """Return what the seller of a listing that one keeps offers it for. Scope: `orders:read`."""
        found: types.MessagingReceivedOut = self.call("GET", f"/api/v1/offers/received/{product_id}")
        return found

    def messaging_accept_offer(self, offer_id: int) -> types.MessagingConfirmedOut:
        """Accept an offer: the bottle is held, and the purchase begins at its price. Scope: `orders:write`."""
        found: types.MessagingConfirmedOut = self.call("POST", f"/api/v1/offers/{offer_id}/accept")
        return found

    def messaging_counter_offer(
        self, offer_id: int, body: types.MessagingCounterIn
    ) -> types.MessagingMessageOut:
        """Name another price instead of an answer. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", f"/api/v1/offers/{offer_id}/counter", body=body)
        return found

    def messaging_decline_offer(self, offer_id: int) -> types.MessagingMessageOut:
        """Decline an offer. Scope: `orders:write`."""
        found: types.MessagingMessageOut = self.call("POST", f"/api/v1/offers/{offer_id}/decline")
        return found

    def messaging_withdraw_offer(self, offer_id: int) -> types.MessagingMessageOut:
        """Take one's own offer back. Scope: `orders:write`."""
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
        """Return what one has bought, or sold, the newest first; `Link` names the next page. Scope: `orders:read`."""
        found: list[types.MessagingOrderOut] = self.call(
            "GET", "/api/v1/orders", query={"role": role, "status": status, "before": before, "limit": limit}
        )
        return found

    def messaging_get_user_orders(self) -> list[types.MessagingOrderOut]:
        """Return what one has bought, the newest first, under the specification's name. Scope: `orders:read`."""
        found: list[types.MessagingOrderOut] = self.call("GET", "/api/v1/orders/user")
        return found

    def messaging_get_order(self, deal_id: int) -> types.MessagingOrderDetailsOut:
        """Return a purchase with every step that was taken, and what its two people sent each other meanwhile. Scope: `orders:read`."""
        found: types.MessagingOrderDetailsOut = self.call("GET", f"/api/v1/orders/{deal_id}")
        return found

    def auth_read_portrait(self, name: str) -> Any:
        """Read a picture of a person or a shop; what stands under a name never changes. Scope: `read`."""
        found: Any = self.call("GET", f"/api/v1/portraits/{segment(name)}")
        return found

    def catalog_add_product_image(
        self, body: types.CatalogImageIn, *, idempotency_key: str | None = None
    ) -> types.CatalogImageOut:
        """Announce a picture under a name of the seller's own; it is shown when it has been uploaded. Scope: `listings:write`."""
        found: types.CatalogImageOut = self.call(
            "POST", "/api/v1/product-images", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_upload_image(self, files: Any) -> types.CatalogUploadOut:
        """Upload a picture for a listing to come; one that no listing claims is deleted after a day. Scope: `listings:write`."""
        found: types.CatalogUploadOut = self.call("POST", "/api/v1/product-images/uploads", files=files)
        return found

    def catalog_upload_product_image(self, image_id: int, files: Any) -> types.CatalogImageOut:
        """Upload the picture of an announced place. Scope: `listings:write`."""
        found: types.CatalogImageOut = self.call(
            "POST", f"/api/v1/product-images/{image_id}/upload", files=files
        )
        return found

    def catalog_read_product_images(self, product_id: int) -> list[types.CatalogImageOut]:
        """Return the pictures of a product, in order. Scope: `read`."""
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
        """Browse: an array, its total in `X-Total-Count`, the next page in `Link` (a cursor: rows that come in between move nothing). `envelope=true` puts the same around it as an object. Scope: `read`."""
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
        """List a bottle; with `auction` terms its auction opens with it, as one command. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call(
            "POST", "/api/v1/products", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_batch_code(
        self, *, brand: str | None = None, code: str | None = None, purchase_year: int | None = None
    ) -> types.CatalogBatchCodeOut:
        """Return whether a code fits its brand and which years it may stand for; it proves nothing. Scope: `read`."""
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
        """Return what else could be chosen, with counts; each list as if nothing of it had been chosen yet. Scope: `read`."""
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
        """Return boosted listings for the carousel: the least shown first (U33). Scope: `read`."""
        found: list[types.CatalogProductOut] = self.call("GET", "/api/v1/products/featured")
        return found

    def catalog_suggest(self, *, q: str | None = None) -> types.CatalogSuggestionsOut:
        """Suggest listings, brands and words to search by while one types; typing errors are corrected as in the results. Scope: `read`."""
        found: types.CatalogSuggestionsOut = self.call("GET", "/api/v1/products/suggest", query={"q": q})
        return found

    def catalog_delete_product(
        self, product_id: int, *, seller_id: int | None = None
    ) -> types.CatalogDoneOut:
        """Delete a listing; one with bids stays. Scope: `listings:write`."""
        found: types.CatalogDoneOut = self.call(
            "DELETE", f"/api/v1/products/{product_id}", query={"sellerId": seller_id}
        )
        return found

    def catalog_product(self, product_id: int) -> types.CatalogProductOut:
        """Return a product. What is for sale is the same for everybody and mostly cached as it is sent. Scope: `read`."""
        found: types.CatalogProductOut = self.call("GET", f"/api/v1/products/{product_id}")
        return found

    def catalog_put_product(self, product_id: int, body: types.CatalogProductIn) -> types.CatalogProductOut:
        """Change a listing; the terms of its auction only before the first bid. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("PUT", f"/api/v1/products/{product_id}", body=body)
        return found

    def catalog_archive(self, product_id: int) -> types.CatalogProductOut:
        """Take a listing off sale and keep it. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("POST", f"/api/v1/products/{product_id}/archive")
        return found

    def catalog_duplicate(
        self, product_id: int, *, idempotency_key: str | None = None
    ) -> types.CatalogDraftOut:
        """Make a draft with the words and pictures of one's own listing. Scope: `listings:write`."""
        found: types.CatalogDraftOut = self.call(
            "POST", f"/api/v1/products/{product_id}/duplicate", is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_order_product_images(
        self, product_id: int, body: types.CatalogOrderIn
    ) -> list[types.CatalogImageOut]:
        """Put the pictures in this order; the first is the main one. Scope: `listings:write`."""
        found: list[types.CatalogImageOut] = self.call(
            "PUT", f"/api/v1/products/{product_id}/images", body=body
        )
        return found

    def catalog_delete_product_image(
        self, product_id: int, image_id: int, *, seller_id: int | None = None
    ) -> types.CatalogDoneOut:
        """Take a picture away; the next one becomes the main one. Scope: `listings:write`."""
        found: types.CatalogDoneOut = self.call(
            "DELETE", f"/api/v1/products/{product_id}/images/{image_id}", query={"sellerId": seller_id}
        )
        return found

    def catalog_post_note(
        self, product_id: int, body: types.CatalogNoteIn, *, idempotency_key: str | None = None
    ) -> types.CatalogProductOut:
        """Append a dated note to the description: the one change that bids do not forbid. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call(
            "POST", f"/api/v1/products/{product_id}/notes", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_relist(
        self, product_id: int, body: types.CatalogRelistIn, *, idempotency_key: str | None = None
    ) -> types.CatalogProductOut:
        """List the same bottle anew, linked to the old listing; the auction service knows whether it was sold. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call(
            "POST", f"/api/v1/products/{product_id}/relist", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_restore(self, product_id: int) -> types.CatalogProductOut:
        """Put an archived listing back on sale. Scope: `listings:write`."""
        found: types.CatalogProductOut = self.call("POST", f"/api/v1/products/{product_id}/restore")
        return found

    def catalog_similar(self, product_id: int) -> list[types.CatalogProductOut]:
        """Return others of the brand, and of the category near its price. Scope: `read`."""
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
        """Return a picture of a public review; of a hidden one only at the address made for its writer. Scope: `read`."""
        found: Any = self.call(
            "GET",
            f"/api/v1/review-pictures/{segment(token)}",
            query={"for": for_, "until": until, "mac": mac, "size": size},
        )
        return found

    def messaging_post_reply(self, review_id: int, body: types.MessagingReplyIn) -> types.MessagingReviewOut:
        """Answer a public review of one's own, once. Scope: `orders:write`."""
        found: types.MessagingReviewOut = self.call("POST", f"/api/v1/reviews/{review_id}/reply", body=body)
        return found

    def catalog_boost_report(
        self, *, product_id: int | None = None, since: str | None = None, until: str | None = None
    ) -> types.CatalogBoostReportOut:
        """Return what became of one's own listing on each day of its last boost, or of the one that ran between two times, and on as many days before. Scope: `listings:read`."""
        found: types.CatalogBoostReportOut = self.call(
            "GET",
            "/api/v1/seller/boost-report",
            query={"productId": product_id, "since": since, "until": until},
        )
        return found

    def catalog_seller_dashboard(self) -> types.CatalogDashboardOut:
        """Return one's figures: what is for sale, looked at and liked. Scope: `listings:read`."""
        found: types.CatalogDashboardOut = self.call("GET", "/api/v1/seller/dashboard")
        return found

    def catalog_list_drafts(self) -> list[types.CatalogDraftOut]:
        """Return unfinished listings, the last touched first. Scope: `listings:read`."""
        found: list[types.CatalogDraftOut] = self.call("GET", "/api/v1/seller/drafts")
        return found

    def catalog_post_draft(
        self, body: types.CatalogDraftIn, *, idempotency_key: str | None = None
    ) -> types.CatalogDraftOut:
        """Keep an unfinished listing. Scope: `listings:write`."""
        found: types.CatalogDraftOut = self.call(
            "POST", "/api/v1/seller/drafts", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_delete_draft(self, draft_id: int) -> types.CatalogDoneOut:
        """Delete a draft. Scope: `listings:write`."""
        found: types.CatalogDoneOut = self.call("DELETE", f"/api/v1/seller/drafts/{draft_id}")
        return found

    def catalog_read_draft(self, draft_id: int) -> types.CatalogDraftOut:
        """Return one draft. Scope: `listings:read`."""
        found: types.CatalogDraftOut = self.call("GET", f"/api/v1/seller/drafts/{draft_id}")
        return found

    def catalog_put_draft(self, draft_id: int, body: types.CatalogDraftIn) -> types.CatalogDraftOut:
        """Replace the form of a draft. Scope: `listings:write`."""
        found: types.CatalogDraftOut = self.call("PUT", f"/api/v1/seller/drafts/{draft_id}", body=body)
        return found

    def catalog_seller_products(self, *, seller_id: int | None = None) -> list[types.CatalogProductOut]:
        """Return one's own listings in any state, the newest first. Scope: `listings:read`."""
        found: list[types.CatalogProductOut] = self.call(
            "GET", "/api/v1/seller/products", query={"sellerId": seller_id}
        )
        return found

    def catalog_change_many(
        self, body: types.CatalogBulkIn, *, idempotency_key: str | None = None
    ) -> types.CatalogBulkOut:
        """Archive, restore, delete or reprice many listings, each for itself, once for each key; refusals are reported. Scope: `listings:write`."""
        found: types.CatalogBulkOut = self.call(
            "POST", "/api/v1/seller/products/bulk", body=body, is_keyed=True, key=idempotency_key
        )
        return found

    def catalog_export_products(self) -> Any:
        """Return one's own listings as a CSV file; no cell of it runs as a formula. Scope: `listings:read`."""
        found: Any = self.call("GET", "/api/v1/seller/products/export.csv")
        return found

    def catalog_import_products(
        self, files: Any, *, dry_run: bool | None = None, idempotency_key: str | None = None
    ) -> types.CatalogImportOut:
        """List the rows of a CSV file; rows with errors are reported line by line, the others are listed. Scope: `listings:write`."""
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
        """Return the head of a file to import, with one example row. Scope: `listings:read`."""
        found: Any = self.call("GET", "/api/v1/seller/products/import/template.csv")
        return found

    def catalog_seller_stats(self, *, days: int | None = None) -> types.CatalogStatsOut:
        """Return views and favourites by day. Scope: `listings:read`."""
        found: types.CatalogStatsOut = self.call("GET", "/api/v1/seller/stats", query={"days": days})
        return found

    def auth_read_seller(self, user_id: int) -> types.AuthSellerOut:
        """Read a person as everybody may see them. Scope: `read`."""
        found: types.AuthSellerOut = self.call("GET", f"/api/v1/sellers/{user_id}")
        return found

    def messaging_get_figures(self, user_id: int) -> types.MessagingFiguresOut:
        """Return how content a seller's buyers are, and how soon parcels arrive. Scope: `read`."""
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
        """Return a page of what a seller offers; without a query everything for sale, for the picker of a purchase. Scope: `read`."""
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
        """Return what buyers said of a seller, the newest first; of one listing where it is named. Scope: `read`."""
        found: types.MessagingReviewsOut = self.call(
            "GET",
            f"/api/v1/sellers/{user_id}/reviews",
            query={"productId": product_id, "before": before, "limit": limit},
        )
        return found

    def catalog_shop_facts_of(self, user_id: int) -> types.CatalogShopHeadOut:
        """Return how much a seller offers, has sold and delivered, and photographs of it. Scope: `read`."""
        found: types.CatalogShopHeadOut = self.call("GET", f"/api/v1/sellers/{user_id}/shelf")
        return found

    def messaging_get_verification(self, user_id: int) -> types.MessagingVerificationOut:
        """Return whether a seller is verified, and each criterion with its current number. Scope: `read`."""
        found: types.MessagingVerificationOut = self.call("GET", f"/api/v1/sellers/{user_id}/verification")
        return found

    def admin_what_is_open(self) -> types.AdminOpenOut:
        """Return what is open to everyone at this moment. Scope: `read`."""
        found: types.AdminOpenOut = self.call("GET", "/api/v1/settings")
        return found

    def messaging_get_testimonials(self) -> list[types.MessagingReviewOut]:
        """Return a few of the newest reviews with 4.5 stars or more, and words. Scope: `read`."""
        found: list[types.MessagingReviewOut] = self.call("GET", "/api/v1/testimonials")
        return found

    def messaging_get_transaction(self, deal_id: int) -> types.MessagingTransactionOut:
        """Return a purchase as the conversation has it; `GET /api/orders/{deal_id}` shows the same one whole. Scope: `orders:read`."""
        found: types.MessagingTransactionOut = self.call("GET", f"/api/v1/transactions/{deal_id}")
        return found

    def messaging_get_deal_reviews(self, deal_id: int) -> types.MessagingDealReviewsOut:
        """Return what the two of a purchase said of each other; the other's only when it is public. Scope: `orders:read`."""
        found: types.MessagingDealReviewsOut = self.call("GET", f"/api/v1/transactions/{deal_id}/reviews")
        return found

    def messaging_post_shipment(
        self, deal_id: int, body: types.MessagingShipIn
    ) -> types.MessagingOrderDetailsOut:
        """Write down courier and tracking number; the seller may correct them until the parcel has come. Scope: `orders:write`."""
        found: types.MessagingOrderDetailsOut = self.call(
            "POST", f"/api/v1/transactions/{deal_id}/ship", body=body
        )
        return found

    def auth_my_wishes(self, user_id: int) -> types.AuthWishesOut:
        """Read how one hears of each kind of thing. Scope: `account:read`."""
        found: types.AuthWishesOut = self.call("GET", f"/api/v1/user/{user_id}/notification-preferences")
        return found

    def auth_read_me(self) -> types.AuthUserOut:
        """Read the account that is signed in. Scope: `account:read`."""
        found: types.AuthUserOut = self.call("GET", "/api/v1/auth/me")
        return found
