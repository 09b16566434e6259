"""A job is retried while the database or another service is unavailable."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

import structlog
from fastapi import FastAPI

from libs.kit.errors import Unavailable
from libs.kit.process import clock

log = structlog.get_logger(__name__)
# A turn for code that has no app.
Turn = Callable[[], AbstractContextManager[None]]


@dataclass
class JobState:
    """Any failure but an unavailable dependency ends the process."""

    last_at: datetime | None = None
    waits_since: datetime | None = None


@contextlib.contextmanager
def turn(app: FastAPI, job: str) -> Iterator[None]:
    """The rest of the `with` block is skipped if a dependency is unavailable."""
    state: JobState = app.state.jobs.setdefault(job, JobState())
    try:
        yield
    except (Unavailable, OSError) as away:
        state.waits_since = state.waits_since or clock.about_now()
        log.warning("job_waits", job=job, cause=repr(away.__cause__ or away))
    else:
        state.last_at, state.waits_since = clock.about_now(), None
