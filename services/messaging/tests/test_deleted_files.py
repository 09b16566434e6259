import httpx2
import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.errors import Unavailable
from libs.kit.http.picture_store import picture_store_of
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.pictures import a_picture
from services.messaging.attachments import rules as attachment_rules
from services.messaging.attachments import service as attachment_service
from services.messaging.tests.attachments import AMIR, LINA, PDF, send_file, stored_names
from tests.support.forgetting import finish_forgetting

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("people_with_files")]


async def test_deleted_message_deletes_its_file(messaging: Service) -> None:
    """U26"""
    message = await send_file(messaging, a_picture())
    token = httpx2.URL(message["fileUrl"]).path.rpartition("/")[2]
    assert {token, f"{token}-small"} <= await stored_names(messaging)
    await messaging.http.delete(f"/api/messages/{message['id']}", headers=signed_in(AMIR))
    assert (await messaging.http.get(message["fileUrl"])).status_code == 404
    await attachment_service.delete_discarded(messaging.database, picture_store_of(messaging.app))
    assert not {token, f"{token}-small"} & await stored_names(messaging)
    assert await attachment_service.delete_discarded(messaging.database, picture_store_of(messaging.app)) == 0


async def test_undeletable_file_blocks_no_other(messaging: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """U26"""
    store = picture_store_of(messaging.app)
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


async def test_erased_persons_files_are_deleted(messaging: Service) -> None:
    """U26, P-F5"""
    message = await send_file(messaging, PDF, sender=LINA)
    token = httpx2.URL(message["fileUrl"]).path.rpartition("/")[2]
    await messaging.deliver(UserErased(user_id=LINA, erased_at=clock.about_now()), version=50)
    await finish_forgetting(messaging)
    await attachment_service.delete_discarded(messaging.database, picture_store_of(messaging.app))
    assert token not in await stored_names(messaging)


async def test_files_of_dead_process_are_deleted_after_a_day(messaging: Service) -> None:
    message = await send_file(messaging, PDF)
    token = httpx2.URL(message["fileUrl"]).path.rpartition("/")[2]
    store = picture_store_of(messaging.app)
    await store.put("f" * 32, b"left")
    now = clock.about_now()
    await attachment_service.sweep(messaging.database, store, now)
    assert "f" * 32 in await stored_names(messaging)
    await attachment_service.sweep(messaging.database, store, now + 2 * attachment_rules.PATIENCE)
    assert "f" * 32 not in await stored_names(messaging)
    assert token in await stored_names(messaging)
