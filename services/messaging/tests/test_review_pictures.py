import asyncio
import io
from typing import Any

import httpx2
import pytest
from PIL import Image

from libs.kit.http.picture_store import picture_store_of
from libs.kit.media.pictures import redraw
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.pictures import a_picture
from services.messaging.attachments import service as attachment_service
from services.messaging.attachments.rules import PATIENCE
from services.messaging.privacy.queries import forget_words
from services.messaging.reviews import pictures
from services.messaging.reviews import rules as review_rules
from services.messaging.tests.makers import BUYER, SELLER, THIRD, delivered, know_people, paid

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def upload(messaging: Service, deal_id: int, person: int = BUYER, data: bytes = b"") -> httpx2.Response:
    image = {"image": ("a.png", data or a_picture(size=(60, 40)), "image/png")}
    path = f"/api/transactions/{deal_id}/review-pictures"
    return await messaging.http.post(path, files=image, headers=signed_in(person))


async def uploaded(messaging: Service, deal_id: int, person: int = BUYER) -> dict[str, Any]:
    answer = await upload(messaging, deal_id, person)
    assert answer.status_code == 201, answer.text
    picture: dict[str, Any] = answer.json()
    return picture


async def review(messaging: Service, card: int, *tokens: str) -> httpx2.Response:
    body = {"rating": 4, "comment": "As shown.", "pictures": list(tokens)}
    path = f"/api/messages/submit-review/{card}"
    return await messaging.http.post(path, json=body, headers=signed_in(BUYER))


async def rate(messaging: Service, deal_id: int, *tokens: str) -> httpx2.Response:
    body = {"rating": 5, "pictures": list(tokens)}
    path = f"/api/transactions/{deal_id}/buyer-rating"
    return await messaging.http.post(path, json=body, headers=signed_in(SELLER))


async def status(messaging: Service, address: str) -> int:
    return (await messaging.http.get(address)).status_code


async def stored_names(messaging: Service) -> set[str]:
    return {name async for page in picture_store_of(messaging.app).pages() for name, _ in page}


async def test_review_pictures_are_hidden_and_public_with_review(
    messaging: Service, catalog: Service
) -> None:
    """REV-03, U30"""
    deal_id, card = await delivered(messaging, catalog)
    exif = Image.Exif()
    exif[0x010E] = "my home address"
    first = (await upload(messaging, deal_id, data=a_picture("JPEG", (700, 500), exif=exif))).json()
    second = await uploaded(messaging, deal_id)
    tokens = second["token"], first["token"]
    for _ in range(2):
        answer = await review(messaging, card, *tokens)
        assert answer.status_code == 200, answer.text
    own = answer.json()["pictures"]
    assert [item["token"] for item in own] == list(tokens)
    bare = f"/api/review-pictures/{first['token']}"
    assert await status(messaging, own[1]["imageUrl"]) == 200
    assert await status(messaging, bare) == 404
    assert await status(messaging, own[1]["imageUrl"].replace(f"for={BUYER}", f"for={SELLER}")) == 404
    waiting = await messaging.http.get(f"/api/transactions/{deal_id}/reviews", headers=signed_in(SELLER))
    assert first["token"] not in waiting.text
    assert (await rate(messaging, deal_id)).status_code == 200
    shown = (await messaging.http.get(f"/api/sellers/{SELLER}/reviews")).json()["reviews"][0]["pictures"]
    assert [item["imageUrl"].rpartition("/")[2] for item in shown] == list(tokens)
    picture = await messaging.http.get(bare)
    assert (picture.status_code, b"home" in picture.content) == (200, False)
    assert (shown[1]["width"], shown[1]["height"]) == Image.open(io.BytesIO(picture.content)).size
    small = await messaging.http.get(shown[1]["thumbnailUrl"])
    assert Image.open(io.BytesIO(small.content)).width == 480


async def test_review_has_up_to_three_own_pictures(messaging: Service, catalog: Service) -> None:
    """P-C3"""
    deal_id, card = await delivered(messaging, catalog)
    other_deal, other_card = await delivered(messaging, catalog)
    own = [(await uploaded(messaging, deal_id))["token"] for _ in range(4)]
    theirs = (await uploaded(messaging, deal_id, SELLER))["token"]
    elsewhere = (await uploaded(messaging, other_deal))["token"]
    assert (await review(messaging, card, *own)).status_code == 422
    assert (await review(messaging, card, own[0], own[0])).status_code == 422
    for token in (theirs, elsewhere, "0" * 32):
        refused = await review(messaging, card, own[0], token)
        assert (refused.status_code, refused.json()["code"]) == (409, "picture_gone")
    assert (await review(messaging, card, *own[:3])).status_code == 200
    assert (await review(messaging, card, *own[:2])).json()["code"] == "review_closed"
    assert (await review(messaging, other_card, own[3])).json()["code"] == "picture_gone"


async def test_only_eligible_reviewer_adds_pictures(
    messaging: Service, catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-C3"""
    _, on_the_way = await paid(messaging, catalog)
    deal_id, card = await delivered(messaging, catalog)
    before = await stored_names(messaging)
    assert (await upload(messaging, on_the_way)).json()["code"] == "step_refused"
    assert (await upload(messaging, deal_id, THIRD)).status_code == 404
    assert (await upload(messaging, deal_id, data=b"<svg/>")).json()["code"] == "invalid_image"
    assert await stored_names(messaging) == before
    monkeypatch.setattr(review_rules, "MAX_WAITING", 2)
    drawn = asyncio.Barrier(4)

    async def drawn_together(*args: Any) -> Any:
        pictures = await redraw(*args)
        await drawn.wait()
        return pictures

    monkeypatch.setattr(pictures, "redraw", drawn_together)
    answers = await asyncio.gather(*(upload(messaging, deal_id) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 429, 429]
    assert len(await stored_names(messaging)) == len(before) + 4
    assert (await review(messaging, card)).status_code == 200
    assert (await upload(messaging, deal_id)).json()["code"] == "review_closed"


async def test_review_pictures_are_erased_and_unused_ones_expire(
    messaging: Service, catalog: Service
) -> None:
    """P-G2, AR-D19"""
    deal_id, card = await delivered(messaging, catalog)
    shown, removed = [(await uploaded(messaging, deal_id))["token"] for _ in range(2)]
    assert (await review(messaging, card, shown)).status_code == 200
    of_seller = (await uploaded(messaging, deal_id, SELLER))["token"]
    assert (await rate(messaging, deal_id, of_seller)).status_code == 200
    store = picture_store_of(messaging.app)
    await attachment_service.sweep(messaging.database, store, clock.about_now() + 2 * PATIENCE)
    clock.forward(hours=25)
    while await pictures.discard_waiting_pictures(messaging.database, clock.about_now()):
        pass
    await attachment_service.delete_discarded(messaging.database, store)
    left = await stored_names(messaging)
    assert ({shown, of_seller} <= left, removed in left) == (True, False)
    export = await messaging.ask(f"/internal/users/{BUYER}/export")
    assert shown in export.text
    async with messaging.database.transaction() as session:
        while await forget_words(session, BUYER):
            pass
    await attachment_service.delete_discarded(messaging.database, store)
    assert await status(messaging, f"/api/review-pictures/{shown}") == 404
    left = await stored_names(messaging)
    assert not {shown, f"{shown}-small"} & left
    assert of_seller in left
