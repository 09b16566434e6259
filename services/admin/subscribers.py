from collections.abc import Sequence

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.auth import AccountRestricted, MeasureLifted, MeasureTaken, UserErased
from libs.contracts.events.catalog import ListingAppealed, ListingReported, ListingRestored, ListingTakenDown
from libs.contracts.events.evidence import SamePictureFound
from libs.contracts.events.messaging import HidingAppealAnswered, MessageHidden, MessageReported
from libs.contracts.events.mismatches import (
    PaymentDecisionCarriedOut,
    PaymentMismatched,
    PaymentMismatchEnded,
)
from libs.contracts.events.sales import StrikeGiven, StrikeReviewed
from libs.contracts.events.trades import ReviewHidden
from libs.contracts.fact import Envelope
from libs.contracts.topics import FACT_TOPICS
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.admin.audit import service as audit_service
from services.admin.cases import measures as cases_measures
from services.admin.cases import service as cases_service
from services.admin.risk import projections as risk_projections

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
users = router.subscriber("wangi.users")
products = router.subscriber("wangi.products")
messages = router.subscriber("wangi.messages")
trades = router.subscriber("wangi.trades")
auctions = router.subscriber("wangi.auctions")
boosts = router.subscriber("wangi.boosts")
everything = router.subscriber(*(topic.name for topic in FACT_TOPICS), batch=True)


@everything
async def write_down(envelopes: Sequence[Envelope], session: Session) -> None:
    """Store all events, including types that this build does not know, and update the derived figures."""
    await audit_service.append_entries(session, envelopes)
    await risk_projections.apply_signal_batch(session, envelopes)
    await risk_projections.apply_bid_batch(session, envelopes)
    await risk_projections.apply_act_batch(session, envelopes)
    await risk_projections.apply_deal_batch(session, envelopes)
    await cases_measures.apply_batch(session, envelopes)


@users(filter=carries(UserErased))
async def forget_person(fact: UserErased, session: Session) -> None:
    await risk_projections.forget_bidding(session, fact.user_id)
    await risk_projections.forget_acts(session, fact.user_id)
    await risk_projections.forget_signals(session, fact.user_id)
    await audit_service.forget_person(session, fact.user_id)


@products(filter=carries(ListingReported))
async def take_listing_report(fact: ListingReported, session: Session) -> None:
    await cases_service.take_listing_report(session, fact)


@products(filter=carries(SamePictureFound))
async def take_same_picture(fact: SamePictureFound, session: Session) -> None:
    await cases_service.take_same_picture(session, fact)


@products(filter=carries(ListingAppealed))
async def take_appeal(fact: ListingAppealed, session: Session) -> None:
    await cases_service.take_appeal(session, fact)


@products(filter=carries(ListingTakenDown, ListingRestored))
async def follow_listing(fact: ListingTakenDown | ListingRestored, session: Session) -> None:
    await cases_service.follow_listing(session, fact)


@messages(filter=carries(MessageReported))
async def take_report(fact: MessageReported, session: Session) -> None:
    await cases_service.take_report(session, fact)


@messages(filter=carries(MessageHidden))
async def follow_message(fact: MessageHidden, session: Session) -> None:
    await cases_service.take_answer(session, fact.case_id, "messaging", fact.outcome, fact.hidden_at)


@messages(filter=carries(HidingAppealAnswered))
async def follow_hiding(fact: HidingAppealAnswered, session: Session) -> None:
    await cases_service.take_answer(session, fact.case_id, "messaging", fact.outcome, fact.answered_at)


@trades(filter=carries(ReviewHidden))
async def follow_review(fact: ReviewHidden, session: Session) -> None:
    await cases_service.take_answer(session, fact.case_id, "messaging", fact.outcome, fact.hidden_at)


@users(filter=carries(MeasureTaken))
async def follow_measure(fact: MeasureTaken, session: Session) -> None:
    await cases_service.take_answer(session, fact.case_id, "auth", fact.outcome, fact.taken_at)


@users(filter=carries(AccountRestricted))
async def take_restriction(fact: AccountRestricted, session: Session) -> None:
    await cases_service.take_restriction(session, fact)


@users(filter=carries(MeasureLifted))
async def follow_appeal(fact: MeasureLifted, session: Session) -> None:
    await cases_service.take_answer(session, fact.case_id, "auth", fact.outcome, fact.lifted_at)


@auctions(filter=carries(StrikeGiven))
async def take_strike(fact: StrikeGiven, session: Session) -> None:
    await cases_service.take_strike(session, fact)


@auctions(filter=carries(StrikeReviewed))
async def follow_strike(fact: StrikeReviewed, session: Session) -> None:
    await cases_service.follow_strike(session, fact)


@boosts(filter=carries(PaymentMismatched))
async def take_mismatch(fact: PaymentMismatched, session: Session) -> None:
    await cases_service.take_mismatch(session, fact)


@boosts(filter=carries(PaymentMismatchEnded))
async def follow_match(fact: PaymentMismatchEnded, session: Session) -> None:
    await cases_service.follow_mismatch_end(session, fact)


@boosts(filter=carries(PaymentDecisionCarriedOut))
async def follow_payment(fact: PaymentDecisionCarriedOut, session: Session) -> None:
    await cases_service.follow_decision_answer(session, fact)


subscriptions = Subscriptions(router)
