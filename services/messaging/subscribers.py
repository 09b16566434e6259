from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.admin import (
    CaseDecided,
    MeasureAppealDecided,
    RiskCleared,
    RiskConfirmed,
    RiskFlagged,
)
from libs.contracts.events.auction import AuctionWon
from libs.contracts.events.auth import IdentityChecked
from libs.contracts.events.boost import PaymentMethodConfirmed
from libs.contracts.events.measures import MeasureAppliedToMessages
from libs.contracts.events.protection import (
    DisputeAppealed,
    DisputeDecided,
    DisputeOpened,
    DisputeReopened,
    FundsHeld,
    FundsRefunded,
    FundsReleased,
)
from libs.contracts.events.sales import SaleSettled
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from libs.marketplace import platform_rules, risk_flags, sanctions
from services.messaging.conversations import reports
from services.messaging.deals import cancellations, held_money, sales
from services.messaging.replicas.service import products
from services.messaging.verification import service as verification_service

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)


products.subscribe(router)


auctions = router.subscriber("wangi.auctions")


users = router.subscriber("wangi.users")


money = router.subscriber("wangi.boosts")


moderation = router.subscriber("wangi.moderation")


@auctions(filter=carries(AuctionWon))
async def open_deal_of_winner(fact: AuctionWon, session: Session) -> None:
    await sales.open_sale(session, fact)


@auctions(filter=carries(SaleSettled))
async def settle_deal_of_winner(fact: SaleSettled, session: Session) -> None:
    await sales.settle_sale(session, fact)


@users(filter=carries(IdentityChecked))
async def keep_identity(fact: IdentityChecked, session: Session) -> None:
    await verification_service.keep_identity(session, fact)


@money(filter=carries(PaymentMethodConfirmed))
async def keep_payment_method(fact: PaymentMethodConfirmed, session: Session) -> None:
    await verification_service.keep_payment_method(session, fact)


@money(filter=carries(FundsHeld, FundsReleased))
async def follow_money(fact: FundsHeld | FundsReleased, session: Session) -> None:
    await held_money.follow_money(session, fact)


@money(filter=carries(FundsRefunded))
async def cancel_refunded_deal(fact: FundsRefunded, session: Session) -> None:
    await held_money.follow_refund(session, fact)


@money(filter=carries(DisputeOpened, DisputeDecided, DisputeAppealed, DisputeReopened))
async def end_cancel_request(
    fact: DisputeOpened | DisputeDecided | DisputeAppealed | DisputeReopened, session: Session
) -> None:
    """Only a request older than the dispute or its decision is ended."""
    match fact:
        case DisputeOpened():
            at = fact.opened_at
        case DisputeDecided():
            at = fact.decided_at
        case DisputeAppealed():
            at = fact.appealed_at
        case DisputeReopened():
            at = fact.reopened_at
    await cancellations.end_request(session, fact.transaction_id, at)


@moderation(filter=carries(CaseDecided))
async def carry_out_decision(fact: CaseDecided, session: Session) -> None:
    await reports.carry_out_decision(session, fact)
    await verification_service.keep_decision(session, fact)


@moderation(filter=carries(MeasureAppealDecided))
async def keep_appeal(fact: MeasureAppealDecided, session: Session) -> None:
    await reports.answer_appeal(session, fact)
    await verification_service.keep_appeal(session, fact)


@moderation(filter=carries(RiskFlagged, RiskCleared, RiskConfirmed))
async def follow_risk(event: RiskFlagged | RiskCleared | RiskConfirmed, session: Session) -> None:
    """Suspected people's reviews are not used as testimonials."""
    await risk_flags.store_flag(session, event)


subscriptions = Subscriptions(router)


platform_rules.hear(subscriptions)


sanctions.hear(subscriptions, MeasureAppliedToMessages)
