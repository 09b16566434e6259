import os

from aiohttp.web import BaseRequest

from gateway.http.sanitizing import sane_traceparent


def traceparent_of(request: BaseRequest) -> str:
    """The caller's W3C trace context if valid, otherwise a new context."""
    offered = request.headers.get("traceparent")
    return offered if offered is not None and sane_traceparent(offered) else new_traceparent()


def new_traceparent() -> str:
    """A single random draw for both ids."""
    ids = os.urandom(24).hex()
    return f"00-{ids[:32]}-{ids[32:]}-01"
