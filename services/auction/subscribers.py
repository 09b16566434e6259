from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.admin import StrikeDecided
from libs.contracts.events.auth import UserBanned, UserErased, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved
from libs.contracts.events.sanctions import SanctionAppliedToAuctions
from libs.contracts.events.trades import DealCancelled, PaymentReported
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.marketplace import operator_settings, platform_rules, sanctions
from services.auction.account_removal.service import begin_removal
from services.auction.auctions import listings as auctions_listings
from services.auction.auctions.service import open_auction
from services.auction.sales import strikes as sales_strikes
from services.auction.sales.service import cancel_sale, settle_sale

router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)
users = router.subscriber("wangi.users")
products = router.subscriber("wangi.products")
trades = router.subscriber("wangi.trades")
moderation = router.subscriber("wangi.moderation")


@products(filter=carries(ProductListed))
async def open_its_auction(event: ProductListed, session: Session) -> None:
    await open_auction(session, event)


@products(filter=carries(ProductChanged))
async def update_listing_replica(event: ProductChanged, session: Session) -> None:
    await auctions_listings.store_listing(session, event)
    await open_auction(session, event)


@products(filter=carries(ProductRemoved))
async def end_with_listing(event: ProductRemoved, session: Session) -> None:
    cancelled = await auctions_listings.end_with_listing(session, event)
    await sanctions.answer_removal(
        session, SanctionAppliedToAuctions, event, {"auctions_cancelled": cancelled}
    )


@users(filter=carries(UserBanned))
async def end_their_trading(event: UserBanned, session: Session) -> None:
    """A later unban restores nothing."""
    await begin_removal(session, event.user_id, "banned", event.banned_at)


@users(filter=carries(UserErased))
async def forget_person(event: UserErased, session: Session) -> None:
    await begin_removal(session, event.user_id, "erased")


@trades(filter=carries(DealCancelled))
async def cancel_sale_of_deal(event: DealCancelled, session: Session) -> None:
    await cancel_sale(session, event)


@trades(filter=carries(PaymentReported))
async def settle_sale_of_deal(event: PaymentReported, session: Session) -> None:
    await settle_sale(session, event)


@moderation(filter=carries(StrikeDecided))
async def review_strike(event: StrikeDecided, session: Session) -> None:
    await sales_strikes.review_strike(session, event)


subscriptions = Subscriptions(router)
operator_settings.subscribe(subscriptions)
platform_rules.subscribe(subscriptions)
# A ban is not acknowledged here, but after the last batch of its account removal.
sanctions.subscribe(subscriptions, SanctionAppliedToAuctions, kinds=(UserUnbanned, UserSuspended))
