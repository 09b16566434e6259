"""Settings of the admin service."""

from libs.kit.process.settings import Settings


class AdminSettings(Settings):
    """What only this service needs to know."""
