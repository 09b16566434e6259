"""What auction hears: a listing with an auction was committed, and who may not trade any more."""

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.auth import UserBanned, UserErased
from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.auction.service import auctions, departures, listings

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
users = router.subscriber("wangi.users")
products = router.subscriber("wangi.products")


@products(filter=carries(ProductListed))
async def open_its_auction(fact: ProductListed, session: Session) -> None:
    """The reserved auction opens for bids."""
    await auctions.open_auction(session, fact)


@products(filter=carries(ProductChanged))
async def describe_lot_anew(fact: ProductChanged, session: Session) -> None:
    """The lot is what its seller says it is now; a listing that became an auction opens it."""
    await listings.keep_listing(session, fact)
    await auctions.open_auction(session, fact)


@products(filter=carries(ProductRemoved))
async def end_with_listing(fact: ProductRemoved, session: Session) -> None:
    """Nobody bids on what is not for sale any more."""
    await listings.end_with_listing(session, fact)


@users(filter=carries(UserBanned))
async def end_their_trading(fact: UserBanned, session: Session) -> None:
    """Their auctions are cancelled and their open bids voided; an unban brings nothing back."""
    await departures.begin(session, fact.user_id, "banned")


@users(filter=carries(UserErased))
async def forget_person(fact: UserErased, session: Session) -> None:
    """The same, and nothing personal stays."""
    await departures.begin(session, fact.user_id, "erased")


subscriptions = Subscriptions(router)
