from typing import Any
from zlib import crc32

from libs.contracts.event import Event
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


def apply_conversation_event(known: Figures, event: Event) -> Figures:
    match event:
        case ConversationStarted():
            return _started(event)
        case MessageSent():
            return known | _apply_message(known, event)
        case MessageChanged():
            return known | _count_change(known, event.seq)
        case MessagesRead():
            side = _side(event.reader_id, event.sender_id)
            return known | {f"read_{side}": event.up_to_id}
        case PersonBlocked():
            return {"is_active": event.is_blocked}
        case MessageReported():
            return event.model_dump(
                by_alias=False, include={"reporter_id", "about_id", "message_id", "reason"}
            ) | {"deal_id": event.transaction_id}
        case _:
            return known


def apply_trade_event(known: Figures, event: Event) -> Figures:
    match event:
        case DealOpened():
            opened = event.model_dump(by_alias=False, include=OPENED)
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
            return known | {"state": AFTER_STEP[event.action_type]}
        case DealShipped():
            return known | {"state": "shipped", "courier": event.courier, "has_tracking": event.has_tracking}
        case DealCancelled():
            return known | event.model_dump(by_alias=False, include=PEOPLE) | {"state": "cancelled"}
        case DealCompleted():
            return known | {"state": "completed"}
        case SellerVerified():
            return {"is_verified": True, "lost_for": []}
        case SellerVerificationLost():
            return {"is_verified": False, "lost_for": [*event.reasons]}
        case _:
            return known | _review(event) | _offer(event)


def extend_checksum(before: int, message_id: int, seq: int, sender_id: int) -> int:
    """A checksum over all messages so far, in order. Pass the previous checksum as `before`."""
    return crc32(f"{message_id}:{seq}:{sender_id}".encode(), before)


def _started(event: ConversationStarted) -> Figures:
    low, high = sorted((event.starter_id, event.other_id))
    known: Figures = {"low_id": low, "high_id": high, "started_by": event.starter_id}
    known |= {"seq": 0, "changes": 0, "log": 0}
    for side in BOTH:
        known |= {f"received_{side}": 0, f"read_{side}": None, f"last_{side}": None}
    return known


def _apply_message(known: Figures, event: MessageSent) -> Figures:
    moved = _count_change(known, event.seq) | {f"last_{side}": event.message_id for side in BOTH}
    received = f"received_{_side(event.receiver_id, event.sender_id)}"
    if received in known:  # Otherwise the oldest events have expired, and the total is unknown.
        moved[received] = known[received] + 1
        moved["log"] = extend_checksum(known["log"], event.message_id, event.seq, event.sender_id)
    return moved


def _count_change(known: Figures, seq: int) -> Figures:
    """Published and counted changes differ if an event is missing."""
    return {"seq": seq} | ({"changes": known["changes"] + 1} if "changes" in known else {})


def _side(person: int, other: int) -> str:
    return "low" if person < other else "high"


def _review(event: Event) -> Figures:
    match event:
        case ReviewSubmitted():
            return {f"{event.about}_review": event.review_id}
        case ReviewRevealed():
            return {f"{event.about}_stars": event.rating_tenths}
        case ReviewReplied():
            return {"replied_at": event.replied_at}
        case _:
            return {}


def _offer(event: Event) -> Figures:
    match event:
        case OfferMade():
            return event.model_dump(by_alias=False, include=OFFER_FIELDS) | {"state": "open", "deal_id": None}
        case OfferAccepted():
            return {"state": "accepted", "deal_id": event.transaction_id}
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
