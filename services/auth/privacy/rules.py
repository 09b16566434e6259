"""Why an export or an erasure is refused."""

from libs.kit.http.errors import DomainError


class ExportUnderWay(DomainError):
    """This person is being sent a copy of everything already; it holds connections for as long as it is
    read."""

    code = "export_under_way"
    message = (
        "A copy of your data is on its way already. Wait until it has arrived, or try again in a minute."
    )


class MattersOpen(DomainError):
    """Money or a delivery is still on its way."""

    code = "matters_open"
    message = "Your account cannot be deleted yet: something is still open."
