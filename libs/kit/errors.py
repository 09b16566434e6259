"""Errors that clients see: each is a type with a status, a stable code and details."""

from typing import Any, ClassVar


class DomainError(Exception):
    """A refusal with a stable code that clients can rely on."""

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
    """Signed in, but not allowed."""

    status = 403
    code = "forbidden"
    message = "You are not allowed to do this."


class ProofNeeded(DomainError):
    """The action needs more than a token: a proof from the last five minutes."""

    status = 403
    code = "proof_needed"
    message = "Please confirm that it is you, then try again."

    def __init__(self, methods: list[str]) -> None:
        super().__init__(methods=methods)


class NotFound(DomainError):
    """The object does not exist, or it is private. The response is the same."""

    status = 404
    code = "not_found"
    message = "Not found."


class TooLarge(DomainError):
    """The body is larger than this route accepts."""

    status = 413
    code = "too_large"
    message = "The request is too large."


class InvalidInput(DomainError):
    """Invalid fields. The messages are in `details.fields`."""

    status = 422
    code = "invalid_input"
    message = "Some fields are not valid."

    @classmethod
    def field(cls, name: str, text: str) -> "InvalidInput":
        return cls(fields=[{"field": name, "message": text}])


class IdempotencyMismatch(DomainError):
    """The same Idempotency-Key was used with another body."""

    status = 422
    code = "idempotency_mismatch"
    message = "This Idempotency-Key was used for a different request."


class RateLimited(DomainError):
    """Too many requests. Retry after `retry_after` seconds."""

    status = 429
    code = "rate_limited"
    message = "Too many requests. Please wait a moment and try again."

    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(self.details.get("retryAfter", 1))}


class Unavailable(DomainError):
    """A dependency is unavailable. Nothing was changed."""

    status = 503
    code = "unavailable"
    message = "This is not available right now. Please try again in a moment."

    def headers(self) -> dict[str, str]:
        return {"Retry-After": "2"}


class OutcomeUnknown(Unavailable):
    """The request was sent, but its response was lost. The change may have been made."""

    code = "outcome_unknown"
    message = "We could not find out whether this was done. Please check before you try again."


# The methods of requests that change nothing.
READING = frozenset({"GET", "HEAD", "OPTIONS"})


def lost_answer(method: str, of_a_read: type[DomainError] = Unavailable) -> DomainError:
    """The error for a request whose response was lost. A read changed nothing, other methods may have."""
    return of_a_read() if method in READING else OutcomeUnknown()
