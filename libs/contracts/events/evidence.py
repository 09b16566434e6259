"""What the photographs of a listing show."""

from typing import Literal

# The photograph of the whole bottle is its cover; the other four are the set that buyers look for.
PictureKind = Literal["front", "name_and_date", "level", "batch_code", "box"]
