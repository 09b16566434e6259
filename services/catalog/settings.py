"""Settings of the catalog service."""

from pathlib import Path

from libs.kit.process.settings import Settings


class CatalogSettings(Settings):
    """What only this service needs to know."""

    body_limit_bytes: int = 6 * 1024 * 1024
    media_dir: Path = Path(".local/media")
    # Where pictures are kept instead of the folder, such as `s3://bucket/pictures`.
    media_url: str = ""
