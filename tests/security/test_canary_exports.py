import json
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pydantic import ValidationError

from deploy.local.stack import Stack
from libs.contracts.event import Envelope, Event, make_envelope
from libs.contracts.registry import EVENTS
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.admin.audit import stream as audit_stream
from services.admin.audit.rules import PUBLIC_KINDS, day_of
from services.admin.audit.service import append_entries
from services.admin.audit.stream import Tail
from services.admin.audit.stream_places import StreamPlaces
from tests.security.test_canaries import Canary, canary  # noqa: F401 - a fixture
from tests.security.test_matrix import Everybody, everybody  # noqa: F401 - a fixture
from tests.stack.test_commands import wangi
from tools.event_catalogue import example

pytestmark = pytest.mark.servers
# With spaces, so that it is no id or code.
WORDS = "canary words of a person"
# Lists of field names.
OURS = {"changed"}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, str):
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from leaves(part, (*path, name))


def with_words(data: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(data))
    part: Any = copy
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = WORDS
    return copy


def anew(envelope: Envelope) -> Envelope:
    return envelope.model_copy(update={"id": str(uuid.uuid4())})


def with_canaries(event: type[Event]) -> Envelope:
    sealed = make_envelope(example(event), 1, at=clock.about_now())
    data: dict[str, Any] = json.loads(sealed.model_dump_json())["data"]
    for path in leaves(data):
        wish = with_words(data, path)
        try:
            event.model_validate_json(json.dumps(wish))
        except ValidationError:
            continue
        data = wish if path[0] not in OURS else data
    return sealed.model_copy(update={"data": data})


@pytest.fixture
async def place(
    admin: Service,
    everybody: Everybody,  # noqa: F811
    canary: Canary,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> int:
    """Every kind of event, with canaries, and unknown kinds. Returns the start position."""
    monkeypatch.setattr(audit_stream, "LONGEST_SECONDS", 0.0)
    planted = [with_canaries(event) for event in EVENTS.values()]
    future = planted[0].model_copy(
        update={"type": "wangi.auth.OfALaterBuild.v1", "data": {"said": WORDS, "parts": {"said": [WORDS]}}}
    )
    assert sum(WORDS in json.dumps(item.data) for item in planted) > 5
    rows = [
        bytes(row["payload"])
        for service in everybody.services.values()
        for row in await service.rows("SELECT payload FROM outbox")
    ]
    # The record does not take dead letters.
    envelopes = [Envelope.model_validate_json(row) for row in rows if "specversion" in json.loads(row)]
    assert envelopes, "the person is in some events"
    # Set by item, because an attribute of a `State` is deleted at the end.
    fresh = Tail(admin.database, StreamPlaces(admin.app.state.redis))
    monkeypatch.setitem(admin.app.state._state, "tail", fresh)
    (before,) = await admin.rows("SELECT coalesce(max(id), 0) AS newest FROM audit_log")
    async with admin.database.transaction() as session:
        await append_entries(session, [anew(item) for item in (*planted, future, *envelopes)])
    return int(before["newest"])


def private_in(text: str, canary: Canary) -> list[str]:  # noqa: F811
    return [*canary.sung_in(text), *(["words"] if WORDS in text else [])]


def rows_in(folder: Path) -> list[tuple[Any, ...]]:
    files = sorted(map(str, folder.rglob("*.parquet")))
    assert len(files) == 3
    with duckdb.connect() as opened:
        rows = opened.execute("SELECT * FROM read_parquet(?)", [files]).fetchall()
    return [*rows, ((folder / "views.sql").read_text(),)]


async def test_analyst_files_have_no_words_or_private_data(
    stack: Stack,
    place: int,
    canary: Canary,  # noqa: F811
    tmp_path: Path,
) -> None:
    today, day = day_of(clock.about_now()), timedelta(days=1)
    words = ("export", str(tmp_path), "--from", str(today - day), "--to", str(today + day))
    code, printed = wangi(stack, *words, DATABASE_URL=stack.parts["admin"]["DATABASE_URL"])
    assert code == 0, printed
    rows = rows_in(tmp_path)
    kinds = {value for row in rows for value in row if isinstance(value, str)}
    there = EVENTS.keys() & kinds
    assert there == {kind for kind, event in EVENTS.items() if not event.unrecorded}
    for row in rows:
        assert not private_in(str(row), canary), row


async def test_public_stream_has_no_words_or_private_data(
    admin: Service,
    place: int,
    canary: Canary,  # noqa: F811
) -> None:
    headers = signed_in(7, "reader") | {"Last-Event-ID": str(place)}
    text = ""
    while True:
        answer = await admin.http.get("/api/events/stream", headers=headers)
        assert answer.status_code == 200, answer.text
        text += answer.text
        places = [line.removeprefix("id: ") for line in answer.text.splitlines() if line.startswith("id: ")]
        if not places:
            break
        headers |= {"Last-Event-ID": places[-1]}
    came = {line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event: ")}
    assert came == set(PUBLIC_KINDS)
    assert not private_in(text, canary)
    # Bidders and winners are not public.
    for name in ("bidderId", "bidderName", "previousBidderId", "highestBidderId", "winnerId"):
        assert name not in text


def test_control_words_in_event_are_detected() -> None:
    [listed] = [event for name, event in EVENTS.items() if name.endswith(".ProductListed.v1")]
    assert WORDS in json.dumps(with_canaries(listed).data)
