from collections.abc import Sequence

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.event import Envelope
from libs.contracts.events.auth import AccountRestricted, SanctionImposed, SanctionLifted, UserErased
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
from libs.contracts.topics import EVENT_TOPICS
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from services.admin.audit import service as audit_service
from services.admin.cases import service as cases_service
from services.admin.cases.sanctions import apply_batch
from services.admin.risk.projections import (
    apply_act_batch,
    apply_bid_batch,
    apply_deal_batch,
    apply_signal_batch,
    forget_acts,
    forget_bidding,
    forget_signals,
)

router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)
users = router.subscriber("wangi.users")
products = router.subscriber("wangi.products")
messages = router.subscriber("wangi.messages")
trades = router.subscriber("wangi.trades")
auctions = router.subscriber("wangi.auctions")
boosts = router.subscriber("wangi.boosts")
everything = router.subscriber(*(topic.name for topic in EVENT_TOPICS), batch=True)


@everything
async def record_events(envelopes: Sequence[Envelope], session: Session) -> None:
    """Appends every event to the audit log, even types that this version of the code does not know, and
    updates the derived figures."""
    await audit_service.append_entries(session, envelopes)
    await apply_signal_batch(session, envelopes)
    await apply_bid_batch(session, envelopes)
    await apply_act_batch(session, envelopes)
    await apply_deal_batch(session, envelopes)
    await apply_batch(session, envelopes)


@users(filter=carries(UserErased))
async def forget_person(event: UserErased, session: Session) -> None:
    await forget_bidding(session, event.user_id)
    await forget_acts(session, event.user_id)
    await forget_signals(session, event.user_id)
    await audit_service.forget_person(session, event.user_id)


@products(filter=carries(ListingReported))
async def take_listing_report(event: ListingReported, session: Session) -> None:
    await cases_service.take_listing_report(session, event)


@products(filter=carries(SamePictureFound))
async def take_same_picture(event: SamePictureFound, session: Session) -> None:
    await cases_service.take_same_picture(session, event)


@products(filter=carries(ListingAppealed))
async def take_appeal(event: ListingAppealed, session: Session) -> None:
    await cases_service.take_appeal(session, event)


@products(filter=carries(ListingTakenDown, ListingRestored))
async def follow_listing(event: ListingTakenDown | ListingRestored, session: Session) -> None:
    await cases_service.follow_listing(session, event)


@messages(filter=carries(MessageReported))
async def take_report(event: MessageReported, session: Session) -> None:
    await cases_service.take_report(session, event)


@messages(filter=carries(MessageHidden))
async def follow_message(event: MessageHidden, session: Session) -> None:
    await cases_service.take_answer(session, event.case_id, "messaging", event.outcome, event.hidden_at)


@messages(filter=carries(HidingAppealAnswered))
async def follow_hiding(event: HidingAppealAnswered, session: Session) -> None:
    await cases_service.take_answer(session, event.case_id, "messaging", event.outcome, event.answered_at)


@trades(filter=carries(ReviewHidden))
async def follow_review(event: ReviewHidden, session: Session) -> None:
    await cases_service.take_answer(session, event.case_id, "messaging", event.outcome, event.hidden_at)


@users(filter=carries(SanctionImposed))
async def follow_sanction(event: SanctionImposed, session: Session) -> None:
    await cases_service.take_answer(session, event.case_id, "auth", event.outcome, event.taken_at)


@users(filter=carries(AccountRestricted))
async def take_restriction(event: AccountRestricted, session: Session) -> None:
    await cases_service.take_restriction(session, event)


@users(filter=carries(SanctionLifted))
async def follow_appeal(event: SanctionLifted, session: Session) -> None:
    await cases_service.take_answer(session, event.case_id, "auth", event.outcome, event.lifted_at)


@auctions(filter=carries(StrikeGiven))
async def take_strike(event: StrikeGiven, session: Session) -> None:
    await cases_service.take_strike(session, event)


@auctions(filter=carries(StrikeReviewed))
async def follow_strike(event: StrikeReviewed, session: Session) -> None:
    await cases_service.follow_strike(session, event)


@boosts(filter=carries(PaymentMismatched))
async def take_mismatch(event: PaymentMismatched, session: Session) -> None:
    await cases_service.take_mismatch(session, event)


@boosts(filter=carries(PaymentMismatchEnded))
async def follow_match(event: PaymentMismatchEnded, session: Session) -> None:
    await cases_service.follow_mismatch_end(session, event)


@boosts(filter=carries(PaymentDecisionCarriedOut))
async def follow_payment(event: PaymentDecisionCarriedOut, session: Session) -> None:
    await cases_service.follow_decision_answer(session, event)


subscriptions = Subscriptions(router)
