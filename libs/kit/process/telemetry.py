"""Request ids and traces, from the click to the WebSocket frame."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import DEFAULT_ON
from opentelemetry.trace import NonRecordingSpan, SpanContext, SpanKind, TraceFlags
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
_SANE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_PROPAGATOR = TraceContextTextMapPropagator()
_TRACER = trace.get_tracer("wangi")
_TRACEPARENT = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})")


def request_id() -> str:
    """Returns `-` outside a request."""
    return _REQUEST_ID.get()


def begin_request(offered: str | None) -> str:
    """Uses the caller's id if it is valid. The id is not secret."""
    chosen = offered if offered and _SANE_ID.fullmatch(offered) else f"{random.getrandbits(128):032x}"
    _REQUEST_ID.set(chosen)
    return chosen


def set_up(service: str, endpoint: str | None) -> None:
    """Spans are only exported if an OTLP endpoint is configured."""
    # Without an exporter, trace ids still reach logs and live frames.
    if not endpoint:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(
        resource=Resource.create({"service.name": f"wangi-{service}"}), sampler=DEFAULT_ON
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces")))
    trace.set_tracer_provider(provider)


@contextmanager
def span(name: str, parent: str | None = None, kind: SpanKind = SpanKind.INTERNAL) -> Iterator[trace.Span]:
    """Opens a span under `parent` (a traceparent header), or under the current span."""
    # Without a collector, only the ids are passed on.
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        with trace.use_span(NonRecordingSpan(_ids_under(parent))) as ids:
            yield ids
        return
    context = _PROPAGATOR.extract({"traceparent": parent}) if parent else None
    with _TRACER.start_as_current_span(name, context=context, kind=kind) as current:
        yield current


def _ids_under(parent: str | None) -> SpanContext:
    """Returns the ids of the caller or of the current span, or new ids."""
    traced = _TRACEPARENT.fullmatch(parent) if parent else None
    if traced is not None:
        trace_id, span_id, flags = (int(part, 16) for part in traced.groups())
        return SpanContext(trace_id, span_id, is_remote=True, trace_flags=TraceFlags(flags))
    current = trace.get_current_span().get_span_context()
    if current.is_valid and not parent:
        return current
    return SpanContext(random.getrandbits(128) or 1, random.getrandbits(64) or 1, is_remote=False)


def traceparent() -> str | None:
    ids = trace.get_current_span().get_span_context()
    if not ids.is_valid:
        return None
    return f"00-{ids.trace_id:032x}-{ids.span_id:016x}-{ids.trace_flags:02x}"


def trace_id() -> str | None:
    context = trace.get_current_span().get_span_context()
    return f"{context.trace_id:032x}" if context.is_valid else None
