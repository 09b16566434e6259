from collections.abc import Sequence

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.admin import CaseDecided, CaseOpened, RiskCleared, RiskConfirmed, RiskFlagged
from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionEndingSoon,
    AuctionExtended,
    AuctionOpened,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.boost import BoostExpired, BoostPaid, BoostRefunded
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered
from libs.contracts.events.sanctions import SanctionAppliedToListings
from libs.contracts.events.trades import (
    ActionConfirmed,
    DealCancelled,
    DealDelivered,
    DealOpened,
    ReviewHidden,
    ReviewRestored,
    ReviewRevealed,
)
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.marketplace import platform_rules, sanctions
from services.catalog.boosts import service as boost_service
from services.catalog.favourites.service import notify_ending_soon
from services.catalog.moderation import service as moderation_service
from services.catalog.replicas import service as replica_service
from services.catalog.reservations.bought_listings import store_for_deal
from services.catalog.reservations.service import confirm_reservation, end_reservation, sell_reserved
from services.catalog.sellers import service as seller_service

router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)


auctions = router.subscriber("wangi.auctions")


trades = router.subscriber("wangi.trades")


talks = router.subscriber("wangi.messages")


# A second subscriber of the topic, because FastStream delivers either single messages or batches.
bids = router.subscriber("wangi.auctions", batch=True)


paid_visibility = router.subscriber("wangi.boosts")


moderation = router.subscriber("wangi.moderation")


@auctions(filter=carries(AuctionOpened))
async def remember_auction(event: AuctionOpened, session: Session) -> None:
    await replica_service.keep_auction(session, event)


@auctions(filter=carries(AuctionChanged))
async def change_terms_on_card(event: AuctionChanged, session: Session) -> None:
    await replica_service.keep_terms(session, event)


@auctions(filter=carries(AuctionExtended))
async def move_end_on_card(event: AuctionExtended, session: Session) -> None:
    await replica_service.keep_extension(session, event)


@bids(filter=carries(BidPlaced, newest_counts=True))
async def raise_price_on_card(events: Sequence[BidPlaced], session: Session) -> None:
    await replica_service.update_card_prices(session, events)


@auctions(filter=carries(BidsVoided))
async def lower_price_on_card(event: BidsVoided, session: Session) -> None:
    await replica_service.keep_voids(session, event)


@auctions(filter=carries(AuctionCancelled))
async def end_listing(event: AuctionCancelled, session: Session) -> None:
    await replica_service.keep_cancellation(session, event)


@auctions(filter=carries(AuctionEnded))
async def close_listing(event: AuctionEnded, session: Session) -> None:
    await replica_service.keep_end(session, event)


@auctions(filter=carries(SaleSettled))
async def paid_or_not(event: SaleSettled, session: Session) -> None:
    await replica_service.keep_settlement(session, event)


@auctions(filter=carries(SecondChanceAnswered))
async def second_chance_taken(event: SecondChanceAnswered, session: Session) -> None:
    await replica_service.keep_second_chance(session, event)


@auctions(filter=carries(AuctionEndingSoon))
async def call_those_who_watch(event: AuctionEndingSoon, session: Session) -> None:
    await notify_ending_soon(session, event)


@talks(filter=carries(ConversationStarted))
async def count_conversation(event: ConversationStarted, session: Session) -> None:
    await boost_service.count_conversation(session, event)


@trades(filter=carries(DealOpened))
async def handle_opened_deal(event: DealOpened, session: Session) -> None:
    await confirm_reservation(session, event.product_id, event.transaction_id)
    await store_for_deal(session, event)
    await boost_service.count_deal(session, event)


@trades(filter=carries(ActionConfirmed))
async def sell_paid_bottle(event: ActionConfirmed, session: Session) -> None:
    if event.action_type == "CONFIRM_PAYMENT":
        await sell_reserved(session, event.product_id, event.transaction_id)


@trades(filter=carries(DealCancelled))
async def end_reservation_of_deal(event: DealCancelled, session: Session) -> None:
    await end_reservation(session, event)


@trades(filter=carries(DealDelivered))
async def count_delivery(event: DealDelivered, session: Session) -> None:
    await replica_service.keep_delivery(session, event)


@trades(filter=carries(ReviewRevealed))
async def count_review(event: ReviewRevealed, session: Session) -> None:
    if event.about == "seller":
        await replica_service.keep_review(session, event)


@trades(filter=carries(ReviewHidden))
async def take_review_back(event: ReviewHidden, session: Session) -> None:
    if event.about == "seller" and event.was_public and event.outcome == "done":
        await replica_service.drop_review(session, event)


@trades(filter=carries(ReviewRestored))
async def give_review_back(event: ReviewRestored, session: Session) -> None:
    if event.about == "seller":
        await replica_service.keep_review(session, event)


@moderation(filter=carries(CaseOpened))
async def keep_case(event: CaseOpened, session: Session) -> None:
    await moderation_service.keep_case(session, event)


@moderation(filter=carries(CaseDecided))
async def carry_out_decision(event: CaseDecided, session: Session) -> None:
    await moderation_service.carry_out_decision(session, event)


@moderation(filter=carries(RiskFlagged, RiskCleared, RiskConfirmed))
async def follow_risk(event: RiskFlagged | RiskCleared | RiskConfirmed, session: Session) -> None:
    await seller_service.follow_risk(session, event)


@paid_visibility(filter=carries(BoostPaid))
async def feature_paid_boost(event: BoostPaid, session: Session) -> None:
    await boost_service.keep_paid(session, event)


@paid_visibility(filter=carries(BoostExpired, BoostRefunded))
async def end_boost(event: BoostExpired | BoostRefunded, session: Session) -> None:
    await boost_service.keep_times(session, event.products)


subscriptions = Subscriptions(router)


platform_rules.subscribe(subscriptions)


sanctions.subscribe(subscriptions, SanctionAppliedToListings, seller_service.count_hidden)
