from pathlib import Path

from libs.marketplace.settings import Settings


class MessagingSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    media_dir: Path = Path(".local/attachments")
    # An object store for attachments instead of the folder, such as `s3://bucket/attachments`.
    media_url: str = ""
