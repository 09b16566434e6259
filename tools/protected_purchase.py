"""Generates docs/protected-purchase.md from the table of states and events."""

from pathlib import Path
from typing import get_args

from services.boost.protection.rules import REPORTED, TABLE, Event, State

DOCUMENT = Path(__file__).parents[1] / "docs/protected-purchase.md"
STATES: tuple[State, ...] = get_args(State)
EVENTS: dict[Event, str] = {
    "PAID": "the provider reports that the bill is paid",
    "PAID_OUTSIDE": "messaging publishes that the seller confirmed a payment (`ActionConfirmed`)",
    "SHIPPED": "messaging publishes that the parcel is on its way (`DealShipped`)",
    "STAFF_SHIPPED": "staff sets the order to shipped (`DealShipped` by staff): as if its seller had sent it",
    "ARRIVED": "the buyer says that the parcel is here",
    "ACCEPTED": "the buyer accepts, here or by Confirm Delivery Received (`DealDelivered`), once it was posted",
    "STAFF_DELIVERED": "staff sets the order to delivered (`DealDelivered` by staff): as if it had come, no more",
    "DEAL_CANCELLED": "messaging publishes that the deal is cancelled (`DealCancelled`)",
    "STAFF_CANCELLED": "staff cancels the order (`DealCancelled` by staff); what is disputed is not decided so",
    "CALL_OFF": "the buyer calls off what was not shipped in time",
    "DISPUTE": "the buyer opens a dispute",
    "RELEASE": "the seller gets the money: staff decided so, and where that may be appealed its time is over",
    "REFUND": "the buyer gets the money: staff decided so, and where that may be appealed its time is over",
    "RETURN": "the parcel goes back, then the money: staff decided so, and where that may be appealed its time is over",
    "SPLIT": "the amount is divided: staff decided so, and where that may be appealed its time is over",
    "SEND_BACK": "the buyer sends the parcel back",
    "TAKE_BACK": "the seller has the parcel again",
    "OBJECT": "the seller says that nothing came back, or something else",
    "TIME": "the time of the state is over; in `decided` the clock does what was decided instead",
    "CLEARED": "moderators have released the two (`RiskCleared`)",
    "DECIDE": "staff decides, and the one whom it goes against may appeal before anything moves",
    "APPEAL": "the one against whom it was decided asks another of staff to decide",
    "REOPEN": "moderators confirmed the two after the seller was to be paid: staff decides anew",
}
MEANINGS: dict[State, str] = {
    "awaiting_funds": "no money yet",
    "held": "the money is here; the seller is to ship",
    "shipped": "the parcel is on its way",
    "inspection": "the parcel is there; the buyer has 72 hours to look at it",
    "disputed": "no clock runs; both add evidence, staff decides",
    "decided": "staff has decided; the money waits for an appeal, for two days unless set otherwise",
    "appealed": "no clock runs; another of staff decides, and that stays",
    "return_requested": "the buyer is to send the parcel back",
    "return_sent": "the parcel is on its way back",
    "withheld": "the seller would be paid; the money waits for moderators",
    "released": "the seller has the money",
    "refunded": "the buyer has the money back",
    "returned": "the seller has the parcel and the buyer the money back",
    "split": "each has a part of the money",
    "cancelled": "there was no money, and there is no deal",
    "outside": "the seller was paid in another way",
}
# How other services react to boost's states, by event and service.
FOLLOWERS: tuple[tuple[str, str, str, str], ...] = (
    ("FundsHeld", "messaging", "awaiting_payment", "takes the step of Confirm Payment Received by itself"),
    ("FundsHeld", "messaging", "any later state", "changes nothing"),
    ("FundsReleased", "messaging", "awaiting_delivery, shipped", "takes the step of Confirm Delivery Received"),
    ("FundsReleased", "messaging", "cancelled", "counts the deal as delivered, as its money says"),
    ("FundsReleased", "messaging", "any later state", "changes nothing"),
    ("FundsRefunded", "messaging", "awaiting_payment, awaiting_delivery, shipped", "cancels the deal"),
    ("FundsRefunded", "messaging", "awaiting_review, completed", "cancels the deal, which only staff called delivered"),
    ("FundsRefunded", "messaging", "cancelled", "changes nothing"),
    ("PaymentReported", "auction", "a sale that waits", "settles it as paid, or as unpaid with a strike"),
    ("PaymentReported", "auction", "a sale that is cancelled", "settles it as unpaid with a strike, never as paid"),
    ("DealCancelled", "auction", "the sale of the deal", "ends it; the listing is free, and no one gets a strike"),
    ("DealCancelled", "catalog", "the bottle of the deal", "returns it to the stock, unless it was sent or relisted"),
    ("DealCancelled", "catalog", "a bottle that is unavailable, was not delivered or refunded", "archives its listing"),
    ("ActionConfirmed", "catalog", "the bottle of the deal", "counts it as sold when the payment is confirmed"),
)  # fmt: skip


def cell(state: State, event: Event) -> str:
    following = TABLE.get((state, event))
    if following == state:
        return "stays"
    if following is not None:
        return f"→ {following}"
    if event == "PAID":
        return "credited"
    return "stays" if event in REPORTED else "refused"


def as_markdown() -> str:
    head = "| Event \\ state | " + " | ".join(f"`{item}`" for item in STATES) + " |"
    rows = [f"| `{event}` | " + " | ".join(cell(state, event) for state in STATES) + " |" for event in EVENTS]
    followers = [f"| `{event}` | {who} | {where} | {what} |" for event, who, where, what in FOLLOWERS]
    return "\n".join(
        [
            "# A protected purchase",
            "",
            "Generated from `services/boost/protection/rules.py` by `make protected-purchase`. A",
            "test compares it, and another one holds every cell. One row of boost decides where the money of a deal",
            "is, under one lock; messaging decides at which step the deal is, auction about its sale, catalog about",
            "the bottle. They follow by events, said twice is said once. Decisions 0040, 0056 and 0076 say why. Where",
            "`ACCEPTED` or `TIME` would lead to `released` while the two are on hold, they lead to `withheld`. Staff's",
            "decision of a dispute is first written down (`DECIDE`). If no one appeals in time, the clock carries it",
            "out as `RELEASE`, `REFUND`, `RETURN` or `SPLIT` (0076). `RETURN` on appeal leads to `return_sent` where",
            "the parcel was on its way back when staff decided what is appealed.",
            "",
            "Messaging asks boost before it cancels a deal. From the answer on no money is paid out until",
            "`DealCancelled` arrives; after two minutes boost asks messaging what became of the deal. Boost refuses",
            "while a decision may be appealed, and where one of the two agreed before the parcel, the dispute or a",
            "decision. Before a purchase is called off or ends unposted, boost asks messaging to cancel it, which is",
            "refused once the parcel was posted. A bottle cannot be accepted before that.",
            "",
            "## States",
            "",
            "| State | What it means |",
            "|---|---|",
            *(f"| `{state}` | {words} |" for state, words in MEANINGS.items()),
            "",
            "## Events",
            "",
            "| Event | When |",
            "|---|---|",
            *(f"| `{event}` | {words} |" for event, words in EVENTS.items()),
            "",
            "## What each event does in each state",
            "",
            "`stays`: it was done before, or comes too late and changes nothing. `refused`: 409",
            "`protection_step_refused`. `credited`: the money becomes wallet credit of the buyer.",
            "",
            head,
            "|" + "---|" * (len(STATES) + 1),
            *rows,
            "",
            "## What the others do",
            "",
            "| Event | Service | Where it stands there | What it does |",
            "|---|---|---|---|",
            *followers,
            "",
        ]
    )


if __name__ == "__main__":
    DOCUMENT.write_text(as_markdown())
