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
# A function that opens a turn, for code that has no app.
Turn = Callable[[], AbstractContextManager[None]]


@dataclass
class JobState:
    """When a job last ran, and since when it waits for a dependency. Any other failure ends the process."""

    last_at: datetime | None = None
    waits_since: datetime | None = None


@contextlib.contextmanager
def turn(app: FastAPI, job: str) -> Iterator[None]:
    """If a dependency is unavailable, the rest of the `with` block is skipped."""
    state: JobState = app.state.jobs.setdefault(job, JobState())
    try:
        yield
    except (Unavailable, OSError) as away:
        state.waits_since = state.waits_since or clock.about_now()
        log.warning("job_waits", job=job, cause=repr(away.__cause__ or away))
    else:
        state.last_at, state.waits_since = clock.about_now(), None
