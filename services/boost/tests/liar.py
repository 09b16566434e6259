import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import FastAPI, Request, Response

from libs.kit.testing import serve


@dataclass
class Liar:
    address: str = ""
    answer: Callable[[], Response] = Response
    asked: int = 0


@asynccontextmanager
async def a_liar() -> AsyncIterator[Liar]:
    """A response with the header `x-slow` comes after 0.6 s."""
    app, liar = FastAPI(), Liar()

    @app.api_route("/{path:path}", methods=["GET", "POST", "DELETE"])
    async def answer(path: str, request: Request) -> Response:
        liar.asked += 1
        answered = liar.answer()
        if answered.headers.get("x-slow"):
            await asyncio.sleep(0.6)
        return answered

    async with serve(app) as liar.address:
        yield liar
