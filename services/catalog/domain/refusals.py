"""What catalog refuses, each with its status, its code and its sentence."""

from libs.kit.http.errors import DomainError
from libs.kit.http.parties import OwnMatter


class NoListing(DomainError):
    """No listing stands behind this auction, for certain; a 404 of a wrong address or secret has another
    code."""

    status = 404
    code = "no_listing"
    message = "No listing stands behind this auction."


class TermsRefused(DomainError):
    """The auction service does not take these terms; its own words and fields are passed on."""

    status = 422
    code = "invalid_input"
    message = "Some fields are not valid."


class AuctionHasBids(DomainError):
    """The terms are fixed after the first bid (U22); pictures may be added and a dated note appended."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class AuctionOver(DomainError):
    """An auction that has ended is not reopened: the bottle is listed anew (C25)."""

    code = "auction_ended"
    message = "This auction has ended"


class SecondChanceOpen(DomainError):
    """A second chance is open: until it is answered the bottle is neither listed anew nor taken away."""

    code = "second_chance_open"
    message = "A second chance offer is still open."


class AuctionsPaused(DomainError):
    """An operator lets no new auctions begin; those that run go on."""

    code = "auctions_paused"
    message = "New auctions are paused right now. Please sell at a fixed price, or try again later."


class TooManyReserved(DomainError):
    """Too many auctions of one seller are reserved at once; the auction service counts them."""

    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."


class WrongStatus(DomainError):
    """The listing is not in a state from which this can be done."""

    code = "wrong_status"
    message = "This cannot be done with the listing as it is now"

    def __init__(self, status: str) -> None:
        super().__init__(status=status)


class ListingRemoved(DomainError):
    """There was a listing here, and it was taken away."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class TooManyDrafts(DomainError):
    """A hundred drafts are kept for one seller."""

    status = 409
    code = "too_many_drafts"
    message = "You have 100 drafts. Please delete some first."


class OwnListing(OwnMatter):
    """A seller cannot make their own listing a favourite, nor report it, nor decide about it as staff."""

    status = 409
    code = "own_product"
    message = "This is your own listing"


class CaseDecides(DomainError):
    """Staff decides about this listing in its case, by the rules of cases."""

    code = "case_decides"
    message = "A case decides about this listing. Please open it in the queue of cases."

    def __init__(self, case_id: int | None) -> None:
        super().__init__(caseId=case_id)


class TooManyFavourites(DomainError):
    """A thousand are kept for one person."""

    status = 409
    code = "too_many_favourites"
    message = "You have 1,000 favorites. Please remove some first."


class TooManyForSale(DomainError):
    """A seller has as many listings for sale at once as an operator lets them."""

    status = 409
    code = "too_many_for_sale"
    message = "You have as many listings for sale as one seller may. Please archive or delete some first."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyNew(DomainError):
    """A seller has put up as many listings within a day as an operator lets them."""

    status = 409
    code = "too_many_new"
    message = "You have put up as many listings as one seller may within 24 hours. Please go on later."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyImages(DomainError):
    """A listing shows five pictures at most."""

    status = 409
    code = "too_many_images"
    message = "Up to 5 images per product"


class TooManyUploads(DomainError):
    """Pictures that no listing shows yet wait for one; too many wait already."""

    status = 409
    code = "too_many_uploads"
    message = "Finish a listing first: too many of your pictures are not used yet"


class AlreadyUploaded(DomainError):
    """Another picture has come for this place already."""

    status = 409
    code = "already_uploaded"
    message = "This picture was uploaded before. Remove it first."


class TooManySearches(DomainError):
    """A person keeps as many as an operator lets them."""

    status = 409
    code = "too_many_searches"
    message = "You have saved as many searches as one person may. Delete one first."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NoneLeft(DomainError):
    """Another buyer was faster, or it is not for sale any more."""

    code = "none_left"
    message = "No longer available"
