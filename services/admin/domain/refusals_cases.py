from libs.kit.http.errors import DomainError
from libs.kit.http.parties import OwnMatter


class CaseOver(DomainError):
    """It was decided already."""

    code = "case_over"
    message = "This case has been decided."


class OwnCase(OwnMatter):
    """No one decides about themself, nor about what they reported."""

    status = 409
    code = "own_case"
    message = "You cannot decide a case about yourself, or one that you reported."


class WrongDecision(DomainError):
    """A decision that this kind of case does not have, or not in this state."""

    status = 422
    code = "wrong_decision"
    message = "This case cannot be decided like that."
