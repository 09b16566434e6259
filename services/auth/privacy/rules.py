from libs.kit.errors import DomainError


class ExportUnderWay(DomainError):
    code = "export_under_way"
    message = (
        "A copy of your data is on its way already. Wait until it has arrived, or try again in a minute."
    )


class ObligationsOpen(DomainError):
    code = "obligations_open"
    message = "Your account cannot be deleted yet: something is still open."
