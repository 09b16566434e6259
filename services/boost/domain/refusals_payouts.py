from libs.kit.http.errors import DomainError


class PayoutNotDue(DomainError):
    """A payout that has ended, or whose account is too new."""

    code = "payout_not_due"
    message = "This payout has ended, or waits because its account is new."


class PayoutNotFailed(DomainError):
    """Only what is in the wallet again can be sent anew."""

    code = "payout_not_failed"
    message = "Only a payout that has failed can be sent again."


class PayoutNotWaiting(DomainError):
    """What was sent, or has ended, cannot be called back."""

    code = "payout_not_waiting"
    message = "This payout is already on its way, or has ended."


class PayoutNotUnclear(DomainError):
    """The provider tells how this one ends, or has not been asked yet."""

    code = "payout_not_unclear"
    message = "Only a payout that the provider leaves open can be ended by hand."


class PayoutOnHold(DomainError):
    code = "payout_on_hold"
    message = "Moderators have not decided about these two people yet. Until then no one is paid."


class HolderNameMismatch(DomainError):
    status = 422
    code = "holder_name_mismatch"
    message = "The account must be in your own name, as in your profile."


class NoPayoutAccount(DomainError):
    code = "no_payout_account"
    message = "Add a bank account first."


class NotEnoughBalance(DomainError):
    code = "not_enough_balance"
    message = "There is not so much in your wallet."

    def __init__(self, balance: int) -> None:
        super().__init__(balance=balance)


class TooManyPayouts(DomainError):
    status = 429
    code = "too_many_payouts"
    message = "Several payouts are under way. Please wait until one has ended."
