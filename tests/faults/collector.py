"""Receives traces over OTLP."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from deploy.local.ports import LOOPBACK

MAX_SPANS = 50_000


@dataclass(frozen=True)
class Span:
    service: str
    name: str
    trace_id: str


class Collector(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__((LOOPBACK, 0), _Receiver)
        self.spans: deque[Span] = deque(maxlen=MAX_SPANS)

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.server_port}"

    def of_trace(self, trace_id: str) -> set[tuple[str, str]]:
        return {(span.service, span.name) for span in list(self.spans) if span.trace_id == trace_id}


class _Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/v1/traces":
            self.server.spans.extend(_spans(body))
        self.send_response(200 if self.path == "/v1/traces" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None: ...


def _spans(body: bytes) -> Iterator[Span]:
    for of_service in ExportTraceServiceRequest.FromString(body).resource_spans:
        attributes = {
            attribute.key: attribute.value.string_value for attribute in of_service.resource.attributes
        }
        for scope in of_service.scope_spans:
            for span in scope.spans:
                yield Span(attributes["service.name"], span.name, span.trace_id.hex())


@contextmanager
def listening() -> Iterator[Collector]:
    collector = Collector()
    thread = threading.Thread(target=collector.serve_forever, daemon=True)
    thread.start()
    try:
        yield collector
    finally:
        collector.shutdown()
        collector.server_close()
        thread.join()
