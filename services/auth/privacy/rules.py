from libs.kit.errors import DomainError


class ExportUnderWay(DomainError):
    """An export of this person is already in progress. It uses connections for as long as it is read."""

    code = "export_under_way"
    message = (
        "A copy of your data is on its way already. Wait until it has arrived, or try again in a minute."
    )


class MattersOpen(DomainError):
    """A payment or a delivery is not completed."""

    code = "matters_open"
    message = "Your account cannot be deleted yet: something is still open."
