"""The gateway's own endpoints: health, status page, HTTP and event contracts, developer pages."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp.web import Response

from gateway.http.context import RequestContext
from gateway.http.responses import as_json
from gateway.pages.status import Status
from libs.kit.errors import Unavailable

_ROOT = files("gateway")
PAGES = {
    "/api/docs": ("pages/docs/docs.html", "text/html"),
    "/api/docs/docs.js": ("pages/docs/docs.js", "text/javascript"),
    "/api/docs/docs.css": ("pages/docs/docs.css", "text/css"),
    "/developers/events": ("events.html", "text/html"),
    "/developers/live": ("frames.html", "text/html"),
    "/status/status.css": ("pages/docs/status.css", "text/css"),
    "/developers": ("guides/index.html", "text/html"),
} | {
    f"/developers/{name}": (f"guides/{name}.html", "text/html")
    for name in ("guide", "bidding-bot", "price-dashboard", "analysts", "python", "typescript")
}


class GatewayEndpoints:
    def __init__(self, ready: Callable[[], dict[str, bool]], status: Status) -> None:
        self._ready, self._status = ready, status
        self._pages = {path: ((_ROOT / name).read_bytes(), kind) for path, (name, kind) in PAGES.items()}
        self._contracts = _contracts()

    def answer(self, context: RequestContext) -> Response | None:
        """Returns None if the path is not one of the gateway's own."""
        if context.method not in ("GET", "HEAD"):
            return None
        path = context.path if context.path == "/" else context.path.rstrip("/")
        if path == "/healthz":
            return as_json({"status": "ok"})
        if path == "/readyz":
            return self._readiness()
        if path == "/status":
            malay = context.request.headers.get("Accept-Language", "").lower().startswith("ms")
            headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
            page = self._status.page(malay=malay)
            return Response(text=page, content_type="text/html", charset="utf-8", headers=headers)
        if path in self._contracts:
            return _contract(self._contracts[path])
        if path in self._pages:
            body, kind = self._pages[path]
            return Response(
                body=body, content_type=kind, charset="utf-8", headers={"Cache-Control": "no-cache"}
            )
        return None

    def _readiness(self) -> Response:
        parts = self._ready()
        ready = all(parts.values())
        return as_json({"status": "ready" if ready else "not ready", "parts": parts}, 200 if ready else 503)


@cache
def _contracts() -> dict[str, bytes | None]:
    """Built once per process, because this takes 75 ms."""
    return {
        "/api/openapi.json": _compact(_ROOT / "openapi.json"),
        "/api/asyncapi.json": _compact(files("libs.contracts") / "schemas" / "asyncapi.json"),
    }


def _compact(file: Traversable) -> bytes | None:
    if not file.is_file():
        return None
    return json.dumps(json.loads(file.read_bytes()), ensure_ascii=False, separators=(",", ":")).encode()


def _contract(body: bytes | None) -> Response:
    if body is None:
        raise Unavailable
    return Response(body=body, content_type="application/json", headers={"Cache-Control": "no-cache"})
