"""What catalog does by itself."""

from libs.contracts.events.catalog import PersonForgotten
from libs.kit.events import forgetting
from services.catalog.jobs.counting import keep_counting
from services.catalog.jobs.numbers import keep_naming, keep_weighing
from services.catalog.jobs.opening import open_shop
from services.catalog.jobs.pictures import discard_pictures, keep_discarding
from services.catalog.jobs.searches import keep_looking
from services.catalog.jobs.trimming import keep_trimming
from services.catalog.service.forgetting import next_piece

__all__ = ["JOBS", "discard_pictures", "open_shop"]

JOBS = [
    keep_discarding,
    keep_counting,
    keep_naming,
    keep_weighing,
    keep_looking,
    keep_trimming,
    forgetting.job(next_piece, PersonForgotten),
]
