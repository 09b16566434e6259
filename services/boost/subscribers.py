"""What boost hears: what is for sale, how deals go, whose bids look arranged, and that a name has changed.
Who people are and who is gone, the kit hears."""

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.admin import PaymentDecided, RiskCleared, RiskConfirmed, RiskFlagged
from libs.contracts.events.auth import UserRenamed
from libs.contracts.events.measures import MeasureAppliedToMoney
from libs.contracts.events.trades import (
    ActionConfirmed,
    DealCancelled,
    DealDelivered,
    DealOpened,
    DealShipped,
)
from libs.kit.events import measures, operator_settings, platform_rules
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.boost.boosts.service import products
from services.boost.payments import mismatches as payments_mismatches
from services.boost.payouts import holds as payouts_holds
from services.boost.payouts import service as payouts_service
from services.boost.protection import deal_events as protection_deal_events

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
products.subscribe(router)
deals = router.subscriber("wangi.trades")
users = router.subscriber("wangi.users")
moderation = router.subscriber("wangi.moderation")


@deals(filter=carries(DealOpened))
async def open_protection(fact: DealOpened, session: Session) -> None:
    """Let the buyer of a confirmed purchase pay it here."""
    await protection_deal_events.open_protection(session, fact)


@deals(filter=carries(ActionConfirmed))
async def close_paid_outside(fact: ActionConfirmed, session: Session) -> None:
    """Take no payment for a purchase whose seller was paid in another way."""
    if fact.action_type == "CONFIRM_PAYMENT":
        await protection_deal_events.apply_deal_event(session, fact)


@deals(filter=carries(DealShipped))
async def follow_parcel(fact: DealShipped, session: Session) -> None:
    """Let the clock of a parcel run that can be followed."""
    await protection_deal_events.apply_deal_event(session, fact)


@deals(filter=carries(DealDelivered))
async def release_funds(fact: DealDelivered, session: Session) -> None:
    """Give the seller what was held for a parcel that its buyer has accepted; by staff's word the buyer looks
    at it first."""
    await protection_deal_events.apply_deal_event(session, fact)


@deals(filter=carries(DealCancelled))
async def refund_funds(fact: DealCancelled, session: Session) -> None:
    """Give the buyer back what was held for a cancelled purchase."""
    await protection_deal_events.apply_deal_event(session, fact)


@users(filter=carries(UserRenamed))
async def follow_rename(fact: UserRenamed, session: Session) -> None:
    """Stop payouts of a person who has another name now."""
    await payouts_service.follow_rename(session, fact)


@moderation(filter=carries(RiskFlagged, RiskCleared, RiskConfirmed))
async def hold_payouts(fact: RiskFlagged | RiskCleared | RiskConfirmed, session: Session) -> None:
    """Keep the money of two people, or of one, while moderators judge them, and let it go on afterwards."""
    await payouts_holds.apply_risk_event(session, fact)


@moderation(filter=carries(PaymentDecided))
async def take_decision(fact: PaymentDecided, session: Session) -> None:
    """Carry out what finance decided about a payment that does not fit."""
    await payments_mismatches.take_decision(session, fact)


subscriptions = Subscriptions(router)
operator_settings.hear(subscriptions)
platform_rules.hear(subscriptions)
measures.hear(subscriptions, MeasureAppliedToMoney)
