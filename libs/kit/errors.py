"""Errors that clients see. Each has a status, a stable code and details."""

from typing import Any, ClassVar


class DomainError(Exception):
    status: ClassVar[int] = 409
    code: ClassVar[str]
    message: ClassVar[str]

    def __init__(self, message: str | None = None, **details: Any) -> None:
        super().__init__(message or self.message)
        self.details = details

    def headers(self) -> dict[str, str]:
        return {}


class NotSignedIn(DomainError):
    """The token is missing or no longer valid."""

    status = 401
    code = "not_signed_in"
    message = "Please sign in to continue."


class Forbidden(DomainError):
    status = 403
    code = "forbidden"
    message = "You are not allowed to do this."


class ProofNeeded(DomainError):
    """The action also requires a proof of identity from the last five minutes."""

    status = 403
    code = "proof_needed"
    message = "Please confirm that it is you, then try again."

    def __init__(self, methods: list[str]) -> None:
        super().__init__(methods=methods)


class NotFound(DomainError):
    """Also used for private objects, so that the response does not reveal that they exist."""

    status = 404
    code = "not_found"
    message = "Not found."


class TooLarge(DomainError):
    status = 413
    code = "too_large"
    message = "The request is too large."


class InvalidInput(DomainError):
    """Some fields are invalid. `details.fields` contains the messages."""

    status = 422
    code = "invalid_input"
    message = "Some fields are not valid."

    @classmethod
    def field(cls, name: str, text: str) -> "InvalidInput":
        return cls(fields=[{"field": name, "message": text}])


class IdempotencyMismatch(DomainError):
    status = 422
    code = "idempotency_mismatch"
    message = "This Idempotency-Key was used for a different request."


class RateLimited(DomainError):
    status = 429
    code = "rate_limited"
    message = "Too many requests. Please wait a moment and try again."

    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(self.details.get("retryAfter", 1))}


class Unavailable(DomainError):
    """Nothing was changed, so the request can be repeated."""

    status = 503
    code = "unavailable"
    message = "This is not available right now. Please try again in a moment."

    def headers(self) -> dict[str, str]:
        return {"Retry-After": "2"}


class OutcomeUnknown(Unavailable):
    """The response was lost. The change may have been made."""

    code = "outcome_unknown"
    message = "We could not find out whether this was done. Please check before you try again."


READING = frozenset({"GET", "HEAD", "OPTIONS"})


def lost_answer(method: str, of_a_read: type[DomainError] = Unavailable) -> DomainError:
    """Returns the error for a lost response. A lost read changed nothing. Other methods may have changed
    something."""
    return of_a_read() if method in READING else OutcomeUnknown()
