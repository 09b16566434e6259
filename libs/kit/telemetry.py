"""Who is asking and which trace this belongs to: one trace runs from the click to the socket frame."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, DEFAULT_ON
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
_SANE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_PROPAGATOR = TraceContextTextMapPropagator()
_TRACER = trace.get_tracer("wangi")


def request_id() -> str:
    """The id of the request being answered, `-` outside of one."""
    return _REQUEST_ID.get()


def begin_request(offered: str | None) -> str:
    """Take over the caller's request id when it is sane, else make one: a name, not a secret."""
    chosen = offered if offered and _SANE_ID.fullmatch(offered) else f"{random.getrandbits(128):032x}"
    _REQUEST_ID.set(chosen)
    return chosen


def set_up(service: str, endpoint: str | None) -> None:
    """Make this process's tracer; spans leave the process only when an OTLP endpoint is configured."""
    resource = Resource.create({"service.name": f"wangi-{service}"})
    # Where nobody collects spans none is filled in: ids still travel from the click to the frame and into the log.
    provider = TracerProvider(resource=resource, sampler=DEFAULT_ON if endpoint else ALWAYS_OFF)
    if endpoint:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces")))
    trace.set_tracer_provider(provider)


@contextmanager
def span(name: str, parent: str | None = None, kind: SpanKind = SpanKind.INTERNAL) -> Iterator[trace.Span]:
    """A span under `parent` (a traceparent header), or under the current one."""
    context = _PROPAGATOR.extract({"traceparent": parent}) if parent else None
    with _TRACER.start_as_current_span(name, context=context, kind=kind) as current:
        yield current


def traceparent() -> str | None:
    """The W3C header value of the current span, to hand on with calls and events."""
    carrier: dict[str, str] = {}
    _PROPAGATOR.inject(carrier)
    return carrier.get("traceparent")


def trace_id() -> str | None:
    """The current trace's id in hex, for log lines."""
    context = trace.get_current_span().get_span_context()
    return f"{context.trace_id:032x}" if context.is_valid else None
