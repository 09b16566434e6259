"""Settings of the messaging service."""

from libs.kit.process.settings import Settings


class MessagingSettings(Settings):
    """What only this service needs to know."""
