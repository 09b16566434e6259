import json
from typing import Any

import aiohttp
import structlog

from libs.kit.errors import Unavailable, lost_answer

log = structlog.get_logger(__name__)

TIMEOUT_SECONDS, CONNECT_SECONDS, MAX_BYTES = 10.0, 3.0, 64 * 1024


async def call_provider(
    method: str,
    url: str,
    form: dict[str, str] | None,
    headers: dict[str, str],
    *,
    is_change: bool,
) -> tuple[int, Any]:
    """Never retries. If a change gets no response or a 5xx, its outcome is unknown."""
    lost = "POST" if is_change else "GET"
    patience = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS, connect=CONNECT_SECONDS)
    sent_headers = headers | {"Accept": "application/json"}
    try:
        async with (
            aiohttp.ClientSession(timeout=patience) as session,
            session.request(method, url, data=form, headers=sent_headers, allow_redirects=False) as answer,
        ):
            content = await _read(answer)
            status = answer.status
    except aiohttp.ClientConnectorError as away:
        raise Unavailable from away
    except (aiohttp.ClientError, TimeoutError) as away:
        raise lost_answer(lost) from away
    log.info("provider_asked", method=method, status=status)
    if status >= 500:
        raise lost_answer(lost)
    if status in (401, 429):
        raise Unavailable
    return status, read_json(content, lost)


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    content = b""
    async for piece in answer.content.iter_any():
        content += piece
        if len(content) > MAX_BYTES:
            raise aiohttp.ClientPayloadError("the answer is too long")
    return content


def read_json(content: bytes, method: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise lost_answer(method) from fault
