from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.admin import PaymentDecided, RiskCleared, RiskConfirmed, RiskFlagged
from libs.contracts.events.auth import UserRenamed
from libs.contracts.events.sanctions import SanctionAppliedToMoney
from libs.contracts.events.trades import (
    ActionConfirmed,
    DealCancelled,
    DealDelivered,
    DealOpened,
    DealShipped,
)
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.marketplace import operator_settings, platform_rules, sanctions
from services.boost.boosts.service import products
from services.boost.payments import mismatches as payments_mismatches
from services.boost.payouts import service as payouts_service
from services.boost.payouts.holds import apply_risk_event
from services.boost.protection import deal_events as protection_deal_events

router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)
products.subscribe(router)
deals = router.subscriber("wangi.trades")
users = router.subscriber("wangi.users")
moderation = router.subscriber("wangi.moderation")


@deals(filter=carries(DealOpened))
async def open_protection(event: DealOpened, session: Session) -> None:
    await protection_deal_events.open_protection(session, event)


@deals(filter=carries(ActionConfirmed))
async def close_paid_outside(event: ActionConfirmed, session: Session) -> None:
    if event.action_type == "CONFIRM_PAYMENT":
        await protection_deal_events.apply_deal_event(session, event)


@deals(filter=carries(DealShipped))
async def follow_parcel(event: DealShipped, session: Session) -> None:
    await protection_deal_events.apply_deal_event(session, event)


@deals(filter=carries(DealDelivered))
async def release_funds(event: DealDelivered, session: Session) -> None:
    """If staff confirmed the delivery, the buyer inspects the parcel before the money is released."""
    await protection_deal_events.apply_deal_event(session, event)


@deals(filter=carries(DealCancelled))
async def refund_funds(event: DealCancelled, session: Session) -> None:
    await protection_deal_events.apply_deal_event(session, event)


@users(filter=carries(UserRenamed))
async def follow_rename(event: UserRenamed, session: Session) -> None:
    await payouts_service.follow_rename(session, event)


@moderation(filter=carries(RiskFlagged, RiskCleared, RiskConfirmed))
async def hold_payouts(event: RiskFlagged | RiskCleared | RiskConfirmed, session: Session) -> None:
    await apply_risk_event(session, event)


@moderation(filter=carries(PaymentDecided))
async def take_decision(event: PaymentDecided, session: Session) -> None:
    await payments_mismatches.take_decision(session, event)


subscriptions = Subscriptions(router)
operator_settings.subscribe(subscriptions)
platform_rules.subscribe(subscriptions)
sanctions.subscribe(subscriptions, SanctionAppliedToMoney)
