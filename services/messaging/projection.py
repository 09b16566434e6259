"""The public state of conversations, deals, offers and verifications, derived from their events alone."""

from typing import Any
from zlib import crc32

from libs.contracts.events.messaging import (
    ConversationStarted,
    MessageChanged,
    MessageReported,
    MessageSent,
    MessagesRead,
    PersonBlocked,
)
from libs.contracts.events.offers import (
    OfferAccepted,
    OfferCountered,
    OfferDeclined,
    OfferExpired,
    OfferMade,
    OfferWithdrawn,
)
from libs.contracts.events.trades import (
    ActionConfirmed,
    DealCancelled,
    DealCompleted,
    DealOpened,
    DealShipped,
    ReviewReplied,
    ReviewRevealed,
    ReviewSubmitted,
    SellerVerificationLost,
    SellerVerified,
)
from libs.contracts.fact import Fact

Figures = dict[str, Any]


BOTH = ("low", "high")


PEOPLE = {"product_id", "seller_id", "buyer_id"}


OPENED = PEOPLE | {"conversation_id", "amount", "sold_by", "auction_id", "opened_at"}


OFFER_FIELDS = PEOPLE | {"conversation_id", "by", "amount", "answers_id", "expires_at"}


AFTER_STEP = {
    "INITIATE": "awaiting_payment",
    "CONFIRM_PAYMENT": "awaiting_delivery",
    "CONFIRM_DELIVERY": "awaiting_review",
    "REVIEW": "completed",
}


def talk(known: Figures, fact: Fact) -> Figures:
    match fact:
        case ConversationStarted():
            return _started(fact)
        case MessageSent():
            return known | _apply_message(known, fact)
        case MessageChanged():
            return known | _count_change(known, fact.seq)
        case MessagesRead():
            side = _side(fact.reader_id, fact.sender_id)
            return known | {f"read_{side}": fact.up_to_id}
        case PersonBlocked():
            return {"is_active": fact.is_blocked}
        case MessageReported():
            return fact.model_dump(
                by_alias=False, include={"reporter_id", "about_id", "message_id", "reason"}
            ) | {"deal_id": fact.transaction_id}
        case _:
            return known


def trade(known: Figures, fact: Fact) -> Figures:
    match fact:
        case DealOpened():
            opened = fact.model_dump(by_alias=False, include=OPENED)
            return opened | {
                "state": "awaiting_payment",
                "courier": None,
                "seller_review": None,
                "seller_stars": None,
                "buyer_review": None,
                "buyer_stars": None,
                "replied_at": None,
            }
        case ActionConfirmed():
            return known | {"state": AFTER_STEP[fact.action_type]}
        case DealShipped():
            return known | {"state": "shipped", "courier": fact.courier, "has_tracking": fact.has_tracking}
        case DealCancelled():
            return known | fact.model_dump(by_alias=False, include=PEOPLE) | {"state": "cancelled"}
        case DealCompleted():
            return known | {"state": "completed"}
        case SellerVerified():
            return {"is_verified": True, "lost_for": []}
        case SellerVerificationLost():
            return {"is_verified": False, "lost_for": [*fact.reasons]}
        case _:
            return known | _review(fact) | _offer(fact)


def logged(before: int, message_id: int, seq: int, sender_id: int) -> int:
    """A checksum over all messages so far. It differs if a message is missing or out of order."""
    return crc32(f"{message_id}:{seq}:{sender_id}".encode(), before)


def _started(fact: ConversationStarted) -> Figures:
    low, high = sorted((fact.starter_id, fact.other_id))
    known: Figures = {"low_id": low, "high_id": high, "started_by": fact.starter_id}
    known |= {"seq": 0, "changes": 0, "log": 0}
    for side in BOTH:
        known |= {f"received_{side}": 0, f"read_{side}": None, f"last_{side}": None}
    return known


def _apply_message(known: Figures, fact: MessageSent) -> Figures:
    moved = _count_change(known, fact.seq) | {f"last_{side}": fact.message_id for side in BOTH}
    received = f"received_{_side(fact.receiver_id, fact.sender_id)}"
    if received in known:  # without it the oldest events have expired, and the number of messages is unknown
        moved[received] = known[received] + 1
        moved["log"] = logged(known["log"], fact.message_id, fact.seq, fact.sender_id)
    return moved


def _count_change(known: Figures, seq: int) -> Figures:
    """The published number of changes and the counted one. They differ if an event is missing."""
    return {"seq": seq} | ({"changes": known["changes"] + 1} if "changes" in known else {})


def _side(person: int, other: int) -> str:
    return "low" if person < other else "high"


def _review(fact: Fact) -> Figures:
    match fact:
        case ReviewSubmitted():
            return {f"{fact.about}_review": fact.review_id}
        case ReviewRevealed():
            return {f"{fact.about}_stars": fact.rating_tenths}
        case ReviewReplied():
            return {"replied_at": fact.replied_at}
        case _:
            return {}


def _offer(fact: Fact) -> Figures:
    match fact:
        case OfferMade():
            return fact.model_dump(by_alias=False, include=OFFER_FIELDS) | {"state": "open", "deal_id": None}
        case OfferAccepted():
            return {"state": "accepted", "deal_id": fact.transaction_id}
        case OfferCountered():
            return {"state": "countered"}
        case OfferDeclined():
            return {"state": "declined"}
        case OfferWithdrawn():
            return {"state": "withdrawn"}
        case OfferExpired():
            return {"state": "expired"}
        case _:
            return {}
