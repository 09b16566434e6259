"""Security headers, and rules for requests from other origins."""

from aiohttp.web import BaseRequest, Response
from multidict import CIMultiDict

from gateway.http.compression import add_vary
from gateway.http.context import RequestContext
from gateway.settings import GatewaySettings
from libs.kit.errors import Forbidden

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = {
    "Server": "wangi",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_EXPOSED = (
    "X-Request-Id, X-Total-Count, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset"
)
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, Wangi-Proof, X-Request-Id, traceparent"
    ),
    "Access-Control-Max-Age": "600",
}


class Security:
    def __init__(self, settings: GatewaySettings) -> None:
        self._origins, self._strict = settings.allowed_origins, settings.production
        policy = _POLICY
        self._always = dict(_ALWAYS)
        if settings.production:
            self._always["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
            policy += "; upgrade-insecure-requests"
        self._always["Content-Security-Policy"] = policy
        self._pairs = tuple(self._always.items())

    def finish_headers(self, headers: CIMultiDict[str], context: RequestContext) -> None:
        """Add all headers. A stricter policy from the service (sandboxed pictures) is kept."""
        self.add_policy_headers(headers, context)
        headers["X-Request-Id"] = context.request_id
        for name, value in context.answer_headers.items():
            headers[name] = value

    def add_policy_headers(self, headers: CIMultiDict[str], context: RequestContext) -> None:
        self.add_security_headers(headers)
        if "Access-Control-Allow-Origin" in context.answer_headers:
            add_vary(headers, "Origin")
        if "Cache-Control" not in headers:
            headers["Cache-Control"] = "no-store" if context.anonymous else "private, no-store"

    def add_security_headers(self, headers: CIMultiDict[str]) -> None:
        for name, value in self._pairs:
            if name not in headers:
                headers[name] = value

    def knows(self, origin: str, request: BaseRequest) -> bool:
        """True if pages of this origin may call the API: our own origin or a configured origin. In
        production, plain HTTP is never trusted, because anyone on the network could have written the page."""
        if origin in self._origins or origin == f"https://{request.host}":
            return True
        return not self._strict and origin == f"http://{request.host}"

    def allow_known_origin(self, context: RequestContext) -> None:
        origin = context.request.headers.get("Origin")
        if origin is None or not self.knows(origin, context.request):
            return
        context.answer_headers.update(
            {
                "Access-Control-Allow-Origin": origin,
                "Access-Control-Allow-Credentials": "true",
                "Access-Control-Expose-Headers": _EXPOSED,
            }
        )

    def refuse_foreign_origin(self, context: RequestContext) -> None:
        if context.method not in _UNSAFE:
            return
        headers = context.request.headers
        origin = headers.get("Origin")
        if origin is not None:
            if not self.knows(origin, context.request):
                raise Forbidden
        elif "Cookie" in headers and headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
            raise Forbidden

    def preflight(self, context: RequestContext) -> Response:
        allowed = "Access-Control-Allow-Origin" in context.answer_headers
        return Response(status=204, headers=_PREFLIGHT if allowed else None)
