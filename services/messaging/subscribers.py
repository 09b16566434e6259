from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.admin import (
    CaseDecided,
    RiskCleared,
    RiskConfirmed,
    RiskFlagged,
    SanctionAppealDecided,
)
from libs.contracts.events.auction import AuctionWon
from libs.contracts.events.auth import IdentityChecked
from libs.contracts.events.boost import PaymentMethodConfirmed
from libs.contracts.events.protection import (
    DisputeAppealed,
    DisputeDecided,
    DisputeOpened,
    DisputeReopened,
    FundsHeld,
    FundsRefunded,
    FundsReleased,
)
from libs.contracts.events.sanctions import SanctionAppliedToMessages
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.marketplace import platform_rules, risk_flags, sanctions
from services.messaging.conversations import reports
from services.messaging.deals import cancellations, held_money, sales
from services.messaging.replicas.service import products
from services.messaging.verification import service as verification_service

router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)


products.subscribe(router)


auctions = router.subscriber("wangi.auctions")


users = router.subscriber("wangi.users")


money = router.subscriber("wangi.boosts")


moderation = router.subscriber("wangi.moderation")


@auctions(filter=carries(AuctionWon))
async def open_deal_of_winner(event: AuctionWon, session: Session) -> None:
    await sales.open_sale(session, event)


@users(filter=carries(IdentityChecked))
async def keep_identity(event: IdentityChecked, session: Session) -> None:
    await verification_service.keep_identity(session, event)


@money(filter=carries(PaymentMethodConfirmed))
async def keep_payment_method(event: PaymentMethodConfirmed, session: Session) -> None:
    await verification_service.keep_payment_method(session, event)


@money(filter=carries(FundsHeld, FundsReleased))
async def follow_money(event: FundsHeld | FundsReleased, session: Session) -> None:
    await held_money.follow_money(session, event)


@money(filter=carries(FundsRefunded))
async def cancel_refunded_deal(event: FundsRefunded, session: Session) -> None:
    await held_money.follow_refund(session, event)


@money(filter=carries(DisputeOpened, DisputeDecided, DisputeAppealed, DisputeReopened))
async def end_cancel_request(
    event: DisputeOpened | DisputeDecided | DisputeAppealed | DisputeReopened, session: Session
) -> None:
    """Keeps a request that is newer than the dispute or the decision."""
    match event:
        case DisputeOpened():
            at = event.opened_at
        case DisputeDecided():
            at = event.decided_at
        case DisputeAppealed():
            at = event.appealed_at
        case DisputeReopened():
            at = event.reopened_at
    await cancellations.end_request(session, event.transaction_id, at)


@moderation(filter=carries(CaseDecided))
async def carry_out_decision(event: CaseDecided, session: Session) -> None:
    await reports.carry_out_decision(session, event)
    await verification_service.keep_decision(session, event)


@moderation(filter=carries(SanctionAppealDecided))
async def keep_appeal(event: SanctionAppealDecided, session: Session) -> None:
    await reports.answer_appeal(session, event)
    await verification_service.keep_appeal(session, event)


@moderation(filter=carries(RiskFlagged, RiskCleared, RiskConfirmed))
async def follow_risk(event: RiskFlagged | RiskCleared | RiskConfirmed, session: Session) -> None:
    """Reviews of suspected people are not used as testimonials."""
    await risk_flags.store_flag(session, event)


subscriptions = Subscriptions(router)


platform_rules.subscribe(subscriptions)


sanctions.subscribe(subscriptions, SanctionAppliedToMessages)
