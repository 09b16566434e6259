"""What a service does by itself, turn by turn: a database or a neighbour that is away is waited for."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from libs.kit.process import clock

log = structlog.get_logger(__name__)
# One turn of a job, for a part that knows no app.
Turn = Callable[[], AbstractContextManager[None]]


@dataclass
class JobState:
    """How a job of this process goes; one that fails in any other way takes the process down."""

    last_at: datetime | None = None
    waits_since: datetime | None = None


@contextlib.contextmanager
def turn(app: FastAPI, job: str) -> Iterator[None]:
    """Do one turn of a job; what follows in the `with` is left out while something it needs is away."""
    state: JobState = app.state.jobs.setdefault(job, JobState())
    try:
        yield
    except (Unavailable, OSError) as away:
        state.waits_since = state.waits_since or clock.about_now()
        log.warning("job_waits", job=job, cause=repr(away.__cause__ or away))
    else:
        state.last_at, state.waits_since = clock.about_now(), None
