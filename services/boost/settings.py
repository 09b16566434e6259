"""Settings of the boost service."""

from libs.kit.process.settings import Settings


class BoostSettings(Settings):
    """What only this service needs to know."""
