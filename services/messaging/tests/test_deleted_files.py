"""Files of messages that are deleted, of people who are erased, and what a dead process left (U26)."""

import httpx2
import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.pictures import a_picture
from services.messaging.attachments import rules as attachment_rules
from services.messaging.attachments import service as attachment_service
from services.messaging.attachments.routes import store_in
from services.messaging.tests.attachments import AMIR, LINA, PDF, send_file, stored_names
from tests.support.forgetting import finish_forgetting

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("people_with_files")]


async def test_a_deleted_message_takes_its_file_along(messaging: Service) -> None:
    """U26: at once no one can read it, and the job deletes the bytes, the small ones too."""
    message = await send_file(messaging, a_picture())
    token = httpx2.URL(message["fileUrl"]).path.rpartition("/")[2]
    assert {token, f"{token}-small"} <= await stored_names(messaging)
    await messaging.http.delete(f"/api/messages/{message['id']}", headers=signed_in(AMIR))
    assert (await messaging.http.get(message["fileUrl"])).status_code == 404
    await attachment_service.delete_discarded(messaging.database, store_in(messaging.app))
    assert not {token, f"{token}-small"} & await stored_names(messaging)
    assert await attachment_service.delete_discarded(messaging.database, store_in(messaging.app)) == 0


async def test_a_file_that_cannot_be_deleted_holds_up_no_other(
    messaging: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U26: the others go, and it goes when it can; a store that is away ends the turn."""
    store = store_in(messaging.app)
    tokens: list[str] = []
    for _ in range(3):
        message = await send_file(messaging, PDF)
        tokens.append(httpx2.URL(message["fileUrl"]).path.rpartition("/")[2])
        await messaging.http.delete(f"/api/messages/{message['id']}", headers=signed_in(AMIR))
    stuck, delete = {min(tokens)}, store.delete

    async def refuse(name: str) -> None:
        if attachment_rules.token_of(name) in stuck:
            raise Unavailable
        await delete(name)

    monkeypatch.setattr(attachment_service, "DELETED_AT_ONCE", 1)
    monkeypatch.setattr(store, "delete", refuse)
    assert await attachment_service.delete_discarded(messaging.database, store) == 2
    assert set(tokens) & await stored_names(messaging) == stuck
    monkeypatch.setattr(attachment_service, "GIVEN_UP_AFTER", 1)
    with pytest.raises(Unavailable):
        await attachment_service.delete_discarded(messaging.database, store)
    stuck.clear()
    assert await attachment_service.delete_discarded(messaging.database, store) == 1
    assert not set(tokens) & await stored_names(messaging)


async def test_an_erased_persons_files_are_gone(messaging: Service) -> None:
    """U26, P-F5."""
    message = await send_file(messaging, PDF, sender=LINA)
    token = httpx2.URL(message["fileUrl"]).path.rpartition("/")[2]
    await messaging.hear(UserErased(user_id=LINA, erased_at=clock.about_now()), version=50)
    await finish_forgetting(messaging)
    await attachment_service.delete_discarded(messaging.database, store_in(messaging.app))
    assert token not in await stored_names(messaging)


async def test_what_a_dead_process_left_is_swept_after_a_day(messaging: Service) -> None:
    """A file without a row goes; one with a row stays."""
    message = await send_file(messaging, PDF)
    token = httpx2.URL(message["fileUrl"]).path.rpartition("/")[2]
    store = store_in(messaging.app)
    await store.put("f" * 32, b"left")
    now = clock.about_now()
    await attachment_service.sweep(messaging.database, store, now)
    assert "f" * 32 in await stored_names(messaging)
    await attachment_service.sweep(messaging.database, store, now + 2 * attachment_rules.PATIENCE)
    assert "f" * 32 not in await stored_names(messaging)
    assert token in await stored_names(messaging)
