from libs.marketplace.errors import OwnMatter


class OwnMoney(OwnMatter):
    code = "own_money"
    message = "This is about your own money: another member of staff has to decide it."
