"""Settings of the messaging service."""

from pathlib import Path

from libs.kit.process.settings import Settings


class MessagingSettings(Settings):
    """What only this service needs to know."""

    body_limit_bytes: int = 6 * 1024 * 1024
    media_dir: Path = Path(".local/attachments")
    # Where attachments are kept instead of the folder, such as `s3://bucket/attachments`.
    media_url: str = ""
