import asyncio
import contextlib
import io
import os
import threading
from collections.abc import Iterator
from unittest import mock

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse

from deploy import cli
from libs.kit.process import profile
from libs.kit.testing import serve


def spin(until: threading.Event) -> None:
    while not until.is_set():
        sum(range(1000))


@pytest.fixture
def busy() -> Iterator[None]:
    done = threading.Event()
    threading.Thread(target=spin, args=(done,), daemon=True).start()
    yield
    done.set()


@pytest.mark.usefixtures("busy")
async def test_profile_names_slow_lines_and_callers() -> None:
    text, status = await profile.profile_response("127.0.0.1", 0.5)
    assert status == 200
    stack, times = next(line for line in text.splitlines() if f"{__name__}.spin:" in line).rsplit(" ", 1)
    assert int(times) >= 5, "a hundred looks a second, on a machine with other work"
    assert stack.startswith("threading.Thread._bootstrap"), "from the outermost call inwards"
    assert "libs.kit.process.profile._sampled" not in text, "it does not look at itself"


async def test_profile_is_local_single_and_short() -> None:
    assert [(await profile.profile_response(who, 1))[1] for who in ("10.0.3.7", None, "::2", "")] == [404] * 4
    assert [(await profile.profile_response("::1", seconds))[1] for seconds in (0, 61, float("nan"))] == [
        422
    ] * 3
    answers = await asyncio.gather(*(profile.profile_response("127.0.0.1", 0.3) for _ in range(3)))
    assert sorted(status for _, status in answers) == [200, 409, 409]


@pytest.mark.usefixtures("busy")
async def test_profile_command_prints_stacks_and_lines() -> None:
    app = FastAPI()

    @app.get(profile.PATH)
    async def asked(request: Request, seconds: float) -> PlainTextResponse:
        return PlainTextResponse(
            *await profile.profile_response(request.client and request.client.host, seconds)
        )

    async with serve(app) as address:
        code, printed, busiest = await asyncio.to_thread(_wangi_profile, address.rsplit(":", 1)[1])
    assert code == 0
    assert f"{__name__}.spin:" in printed
    assert f"{__name__}.spin:" in busiest


async def test_profile_command_reports_no_answer() -> None:
    code, printed, words = await asyncio.to_thread(_wangi_profile, "9")
    assert (code, printed) == (1, "")
    assert words.startswith("auth did not answer")


def _wangi_profile(port: str) -> tuple[object, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, {"DATABASE_URL": "unused", "PORT": port}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as leaving,
    ):
        cli.main(["profile", "auth", "--seconds", "1"])
    return leaving.value.code, out.getvalue(), err.getvalue()
