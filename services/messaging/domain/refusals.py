"""Why messaging refuses: each refusal with its status, its code and its numbers."""

from datetime import datetime
from typing import Any

from libs.kit.http.errors import DomainError
from libs.kit.http.parties import OwnMatter
from libs.kit.money import ringgit


class CannotMessageYourself(DomainError):
    status = 403
    code = "cannot_message_yourself"
    message = "This is your own product listing."


class PersonGone(DomainError):
    status = 410
    code = "person_gone"
    message = "This person is no longer a member."


class YouBlockedThem(DomainError):
    status = 403
    code = "you_blocked_them"
    message = "You have blocked this person. Unblock them to write."


class NotAccepted(DomainError):
    """The receiver has blocked the sender; the answer does not say so."""

    status = 403
    code = "not_accepted"
    message = "This person does not accept messages from you."


class TooManyNewConversations(DomainError):
    """A person may write to so many new people a day."""

    status = 429
    code = "too_many_new_conversations"
    message = "You have started many conversations today. Please try again tomorrow."

    def __init__(self, most: int) -> None:
        super().__init__(most=most, retryAfter=3600)

    def headers(self) -> dict[str, str]:
        """Say when to come back."""
        return {"Retry-After": "3600"}


class DifferentMessage(DomainError):
    """The same client id came with another message."""

    status = 422
    code = "idempotency_mismatch"
    message = "This message id was used for a different message."


class TooLateToDelete(DomainError):
    """A message may be deleted for five minutes."""

    status = 409
    code = "too_late_to_delete"
    message = "A message can be deleted within 5 minutes of sending."


class StepRefused(DomainError):
    status = 409
    code = "step_refused"
    message = "This step is not possible now."

    def __init__(self, state: str, message: str | None = None) -> None:
        super().__init__(message, state=state)


class CancellationClosed(DomainError):
    status = 409
    code = "cancellation_closed"
    message = "This purchase can no longer be cancelled."


class CancellationOutdated(DomainError):
    """One of the two agreed to cancel before the deal moved on."""

    status = 409
    code = "cancellation_outdated"
    message = "The purchase has moved on since you agreed to cancel. Please ask again."


class NotPosted(DomainError):
    status = 409
    code = "not_posted"
    message = "The seller hasn't posted or handed over the bottle yet."


class NotYourTurn(DomainError):
    status = 403
    code = "not_your_turn"
    message = "Only the other person can confirm this."


class NoLongerAvailable(DomainError):
    status = 409
    code = "no_longer_available"
    message = "No longer available"


class NotForSale(DomainError):
    status = 409
    code = "not_for_sale"
    message = "This listing cannot be sold in a conversation now."


class AlreadySettled(DomainError):
    """The auction knows already how the sale went, says auction."""

    status = 409
    code = "already_settled"
    message = "You have already said how this sale went."


class PaymentWindowOpen(DomainError):
    """The winner still has time to pay, says auction."""

    status = 409
    code = "payment_window_open"
    message = "The winner still has time to pay."

    def __init__(self, pay_by: str) -> None:
        super().__init__(payBy=pay_by)


class ReviewClosed(DomainError):
    status = 409
    code = "review_closed"
    message = "This purchase can no longer be reviewed."


class ReplyClosed(DomainError):
    """A review is answered once."""

    status = 409
    code = "reply_closed"
    message = "You have already replied to this review."


class TooManyReviewPictures(DomainError):
    """So many pictures wait for one review."""

    status = 429
    code = "too_many_pictures"
    message = "You have added many pictures today. Please submit your review, or try again tomorrow."


class PictureGone(DomainError):
    """A picture of a review was never uploaded by its writer, or was deleted because it waited for a day."""

    status = 409
    code = "picture_gone"
    message = "A picture is no longer there. Please add it again."


class FileRefused(DomainError):
    """Neither a picture nor a document that may be sent."""

    status = 415
    code = "file_refused"
    message = "Please choose a JPEG, PNG, GIF or WebP picture, or a PDF, DOC or DOCX document."


class FileTooLarge(DomainError):
    """More than five megabytes."""

    status = 413
    code = "too_large"
    message = "The file is larger than 5 MB."

    def __init__(self, **details: Any) -> None:
        super().__init__(mostBytes=5 * 1024 * 1024, **details)


class NoFileSelected(DomainError):
    """The form came without a file."""

    status = 422
    code = "no_file"
    message = "No file selected"

    def __init__(self) -> None:
        super().__init__(fields=[{"field": "file", "message": self.message}])


class TooManyFiles(DomainError):
    """A person may send so many files, and so many bytes, a day."""

    status = 429
    code = "too_many_files"
    message = "You have sent many files today. Please try again tomorrow."

    def __init__(self) -> None:
        super().__init__(retryAfter=3600)

    def headers(self) -> dict[str, str]:
        """Say when to come back."""
        return {"Retry-After": "3600"}


class NoDeal(DomainError):
    """There is no such deal, says messaging itself."""

    status = 404
    code = "no_deal"
    message = "There is no such deal."


class NotNegotiable(DomainError):
    """The listing takes no offers."""

    status = 409
    code = "not_negotiable"
    message = "This listing takes no offers now."


class OfferNotBelowPrice(DomainError):
    """The offer is not below the asking price."""

    status = 422
    code = "offer_not_below_price"
    message = "Please offer less than the asking price."

    def __init__(self, price: int) -> None:
        super().__init__(price=ringgit(price))


class TooManyOffers(DomainError):
    """A buyer may make so many offers for a listing."""

    status = 409
    code = "too_many_offers"
    message = "You have made as many offers as this listing takes from one buyer."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class OfferOpenAlready(DomainError):
    """An offer between the two waits for an answer."""

    status = 409
    code = "offer_open"
    message = "An offer is open already. Answer it, or withdraw yours first."


class OfferNotOpen(DomainError):
    """The offer was answered, withdrawn or has expired."""

    status = 409
    code = "offer_not_open"
    message = "This offer is not open any more."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class OwnOrder(OwnMatter):
    """Staff sets no order that it buys or sells."""

    code = "own_order"
    message = "This is your own order: another member of staff has to set it."


class OfferedLately(DomainError):
    """The listing was offered to those who keep it some days ago."""

    status = 409
    code = "offered_lately"
    message = "You have offered this listing to those who keep it within the last 7 days."

    def __init__(self, again_at: datetime) -> None:
        super().__init__(againAt=again_at.isoformat())


class TooManyFavouriteOffers(DomainError):
    """A seller may offer so many listings a day to those who keep them."""

    status = 409
    code = "too_many_favourite_offers"
    message = "You have offered many listings to those who keep them today. Please try again tomorrow."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class OfferNotYours(DomainError):
    """One does not answer one's own offer, nor withdraw another's."""

    status = 403
    code = "not_your_turn"
    message = "Only the other person can answer this offer."
