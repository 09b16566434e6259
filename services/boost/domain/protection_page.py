"""The page of docs about protected purchases, made of the table of states and events."""

from services.boost.protection.rules import EVENTS, MEANINGS, REPORTED, STATES, TABLE, Event, State

# What the others do when boost tells of a state, by the fact and the service that hears it.
FOLLOWERS: tuple[tuple[str, str, str, str], ...] = (
    ("FundsHeld", "messaging", "awaiting_payment", "takes the step of Confirm Payment Received by itself"),
    ("FundsHeld", "messaging", "any later state", "changes nothing"),
    ("FundsHeld", "auction", "a sale that waits", "settles it as paid"),
    ("FundsHeld", "auction", "a sale that is paid or over", "changes nothing"),
    ("FundsReleased", "messaging", "awaiting_delivery, shipped", "takes the step of Confirm Delivery Received"),
    ("FundsReleased", "messaging", "cancelled", "counts the deal as delivered, as its money says"),
    ("FundsReleased", "messaging", "any later state", "changes nothing"),
    ("FundsRefunded", "messaging", "awaiting_payment, awaiting_delivery, shipped", "cancels the deal"),
    ("FundsRefunded", "messaging", "awaiting_review, completed", "cancels the deal, which only staff called delivered"),
    ("FundsRefunded", "messaging", "cancelled", "changes nothing"),
    ("DealCancelled", "auction", "the sale of the deal", "ends it; the lot is free, and no one is struck"),
    ("DealCancelled", "catalog", "the bottle of the deal", "offers it again; one that was sold waits for its seller"),
    ("ActionConfirmed", "catalog", "the bottle of the deal", "counts it as sold when the payment is confirmed"),
)  # fmt: skip


def cell(state: State, event: Event) -> str:
    """Return a cell of the table in words."""
    following = TABLE.get((state, event))
    if following == state:
        return "stays"
    if following is not None:
        return f"→ {following}"
    if event == "PAID":
        return "credited"
    return "stays" if event in REPORTED else "refused"


def as_markdown() -> str:
    """Return the page `docs/protected-purchase.md`."""
    head = "| Event \\ state | " + " | ".join(f"`{one}`" for one in STATES) + " |"
    rows = [f"| `{event}` | " + " | ".join(cell(state, event) for state in STATES) + " |" for event in EVENTS]
    followers = [f"| `{fact}` | {who} | {where} | {what} |" for fact, who, where, what in FOLLOWERS]
    return "\n".join(
        [
            "# A protected purchase",
            "",
            "Made from `services/boost/domain/protection.py` and `protection_page.py` by `make protected-purchase`; a",
            "test compares it, and another one holds every cell. One row of boost decides where the money of a deal",
            "is, under one lock; messaging decides at which step the deal is, auction about its sale, catalog about",
            "the bottle. They follow by facts, said twice is said once. Decisions 0040, 0045 and 0055 say why. Where",
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
            "| Fact | Service | Where it stands there | What it does |",
            "|---|---|---|---|",
            *followers,
            "",
        ]
    )
