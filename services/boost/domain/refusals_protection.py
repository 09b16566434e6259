from libs.kit.http.errors import DomainError


class ProtectionStepRefused(DomainError):
    code = "protection_step_refused"
    message = "This step is not possible now."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class BeingCancelled(DomainError):
    """Messaging is about to cancel the deal; the answer comes in seconds."""

    code = "being_cancelled"
    message = "This purchase is being cancelled. Please try again in a moment."


class CancellationClosed(DomainError):
    """A deal whose money was paid out, or whose dispute staff decides."""

    code = "cancellation_closed"
    message = "This purchase can no longer be cancelled."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class CancellationOutdated(DomainError):
    """One of the two agreed to cancel before the deal moved on."""

    code = "cancellation_outdated"
    message = "The purchase has moved on since you agreed to cancel. Please ask again."


class AlreadyPosted(DomainError):
    """The buyer calls off a purchase that its seller has posted or handed over."""

    code = "already_posted"
    message = "The seller has posted the parcel, so you can't call off this purchase."


class NotYourStep(DomainError):
    status = 403
    code = "not_your_step"
    message = "This step is for the other person."


class ProtectionClosed(DomainError):
    code = "protection_closed"
    message = "This purchase can no longer be paid here."


class ShipByOpen(DomainError):
    code = "ship_by_open"
    message = "The seller still has time to ship."

    def __init__(self, until: str) -> None:
        super().__init__(until=until)


class EvidenceClosed(DomainError):
    code = "evidence_closed"
    message = "The time for evidence is over."


class TooMuchEvidence(DomainError):
    status = 429
    code = "too_much_evidence"
    message = "You have added as much as can be added."


class DisputeStillOpen(DomainError):
    code = "dispute_still_open"
    message = "The other side still has time to answer."

    def __init__(self, until: str) -> None:
        super().__init__(until=until)


class InvalidSplit(DomainError):
    status = 422
    code = "invalid_split"
    message = "The buyer's part must be more than nothing and less than the whole amount."
