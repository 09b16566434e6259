from libs.marketplace.errors import ConflictOfInterest


class OwnMoney(ConflictOfInterest):
    code = "own_money"
    message = "This is about your own money: another member of staff has to decide it."
