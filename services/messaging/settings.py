from pathlib import Path

from libs.marketplace.settings import Settings


class MessagingSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    media_dir: Path = Path(".local/attachments")
    # For example `s3://bucket/attachments`, to use an object store instead of the folder.
    media_url: str = ""
