from pathlib import Path

from libs.marketplace.settings import Settings


class CatalogSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    media_dir: Path = Path(".local/media")
    # For example `s3://bucket/pictures`, to store pictures in a bucket instead of the folder.
    media_url: str = ""
