from typing import Any

import httpx2

from libs.kit.testing import Service, signed_in


async def write(messaging: Service, sender: int, receiver: int, content: str, **more: Any) -> httpx2.Response:
    body = {"receiverId": receiver, "content": content} | more
    return await messaging.http.post("/api/messages", json=body, headers=signed_in(sender))


async def thread(messaging: Service, reader: int, other: int, **query: Any) -> list[dict[str, Any]]:
    path = f"/api/messages/conversation/{other}"
    answer = await messaging.http.get(path, params=query, headers=signed_in(reader))
    messages: list[dict[str, Any]] = answer.json()
    return messages


async def unread(messaging: Service, reader: int) -> int:
    answer = await messaging.http.get("/api/messages/unread-count", headers=signed_in(reader))
    return int(answer.json()["count"])
