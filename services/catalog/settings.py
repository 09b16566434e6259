from pathlib import Path

from libs.marketplace.settings import Settings


class CatalogSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    media_dir: Path = Path(".local/media")
    # Where pictures are stored instead of the folder, such as `s3://bucket/pictures`.
    media_url: str = ""
