from libs.kit.http.errors import DomainError


class SettingMoved(DomainError):
    """Another of staff changed it after it was looked at."""

    code = "setting_changed"
    message = "This was changed in the meantime. Please look at it again."
