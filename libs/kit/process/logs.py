import logging
import sys
from typing import Any

import structlog
from structlog.typing import EventDict

from libs.kit.process import telemetry


def _with_trace(logger: Any, method: str, event: EventDict) -> EventDict:
    if (trace_id := telemetry.trace_id()) is not None:
        event["trace_id"] = trace_id
    if (request_id := telemetry.request_id()) != "-":
        event["request_id"] = request_id
    return event


def set_up(service: str, level: str, *, as_json: bool = True) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _with_trace,
        structlog.processors.format_exc_info,
    ]
    renderer: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    # Writes without the standard library, which would cost three times as much.
    structlog.configure(
        processors=[*shared, renderer],
        logger_factory=_Line,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    handler.addFilter(_Calm(quiet={"aiokafka": 1.0}))
    root = logging.getLogger()
    root.handlers, root.level = [handler], logging.getLevelName(level)
    logging.getLogger("uvicorn.access").disabled = True
    structlog.contextvars.bind_contextvars(service=service)


class _Line(structlog.WriteLogger):
    def __init__(self, name: str = "wangi") -> None:
        super().__init__(sys.stdout)
        self.name = name


class _Calm(logging.Filter):
    """Limits libraries to one line a second. Without a broker, aiokafka logs 40 lines a second."""

    def __init__(self, quiet: dict[str, float]) -> None:
        super().__init__()
        self._quiet = quiet
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        library = record.name.split(".")[0]
        pause = self._quiet.get(library)
        if pause is None or record.created - self._last.get(library, 0.0) >= pause:
            self._last[library] = record.created
            return True
        return False
