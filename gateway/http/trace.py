"""The trace a request belongs to: the caller's, or a new one that begins here."""

import os

from aiohttp.web import BaseRequest

from gateway.http.sanitizing import sane_traceparent


def traceparent_of(request: BaseRequest) -> str:
    """Return the caller's W3C trace context when it is well formed, else a fresh one."""
    offered = request.headers.get("traceparent")
    return offered if offered is not None and sane_traceparent(offered) else new_traceparent()


def new_traceparent() -> str:
    """Return a trace that begins here; one draw of randomness for both ids."""
    ids = os.urandom(24).hex()
    return f"00-{ids[:32]}-{ids[32:]}-01"
