"""What messaging hears: what is for sale, how auctions are won and paid, whose identity is checked.

Who people are and who is gone, the kit hears."""

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.auction import AuctionWon
from libs.contracts.events.auth import IdentityChecked
from libs.contracts.events.sales import SaleSettled
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.messaging.service import sales, verification
from services.messaging.service.copies import products

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
products.subscribe(router)
auctions = router.subscriber("wangi.auctions")
users = router.subscriber("wangi.users")


@auctions(filter=carries(AuctionWon))
async def open_deal_of_winner(fact: AuctionWon, session: Session) -> None:
    """Open the conversation of seller and winner with the card of the sale."""
    await sales.won(session, fact)


@auctions(filter=carries(SaleSettled))
async def settle_deal_of_winner(fact: SaleSettled, session: Session) -> None:
    """Move the deal of a sale that was paid or not, or called off."""
    await sales.settled(session, fact)


@users(filter=carries(IdentityChecked))
async def keep_identity(fact: IdentityChecked, session: Session) -> None:
    """Keep that staff has checked who a seller is, or has taken it back."""
    await verification.keep_identity(session, fact)


subscriptions = Subscriptions(router)
