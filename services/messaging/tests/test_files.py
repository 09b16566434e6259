import asyncio
import io
import json
import time
import zipfile
from typing import Any
from urllib.parse import unquote

import httpx2
import pytest
from PIL import Image

from libs.kit.http.picture_store import picture_store_of
from libs.kit.media.signing import Signer
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.pictures import a_picture
from services.messaging.attachments import rules as attachment_rules
from services.messaging.attachments.service import delete_file
from services.messaging.tests.attachments import (
    AMIR,
    DOC,
    DOCX,
    LINA,
    PDF,
    RAJ,
    SITI,
    a_docx,
    a_large_docx,
    a_zip,
    send,
    send_file,
    stored_names,
    with_declared_size,
    with_two_counts,
)

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("people_with_files")]


async def test_picture_attachment_is_redrawn_and_read_by_both(messaging: Service) -> None:
    """U26, MSG-09, MSG-25"""
    exif = Image.Exif()
    exif[0x010E] = "my home address"
    message = await send_file(messaging, a_picture("JPEG", (700, 500), exif=exif), "../../etc/my rose.jpg")
    assert (message["messageType"], message["content"]) == ("FILE", "")
    assert message["file"] | {"size": 0} == {
        "name": "my rose.webp", "contentType": "image/webp", "size": 0, "width": 700, "height": 500,
    }  # fmt: skip
    assert message["fileUrl"] == message["file_url"]
    thread = await messaging.http.get(f"/api/messages/conversation/{AMIR}", headers=signed_in(SITI))
    for address in (message["fileUrl"], thread.json()[-1]["fileUrl"]):
        picture = await messaging.http.get(address)
        assert picture.status_code == 200
        assert b"home" not in picture.content
        assert Image.open(io.BytesIO(picture.content)).format == "WEBP"
        assert picture.headers["content-disposition"].startswith("inline")
        assert "sandbox" in picture.headers["content-security-policy"]
    small = await messaging.http.get(f"{message['fileUrl']}&size=small")
    assert Image.open(io.BytesIO(small.content)).width == 480


@pytest.mark.parametrize(
    ("data", "name", "saved_as", "content_type"),
    [
        (PDF, "receipt.html", "receipt.pdf", "application/pdf"),
        (DOC, "letter", "letter.doc", "application/msword"),
        (DOCX, "a\u202ecod.exe", "acod.docx", attachment_rules.DOCX),
        (a_docx("hyperlink External https://ok.example"), "links.docx", "links.docx", attachment_rules.DOCX),
        (a_large_docx(1_000_000), "large.docx", "large.docx", attachment_rules.DOCX),
        (a_docx("styles Internal styles.xml"), "plain.docx", "plain.docx", attachment_rules.DOCX),
        (PDF, "..\\..\\.pdf", "file.pdf", "application/pdf"),
        (PDF, "n" * 300 + ".pdf", "n" * 80 + ".pdf", "application/pdf"),
    ],
)
async def test_document_is_served_as_its_real_type(
    messaging: Service, data: bytes, name: str, saved_as: str, content_type: str
) -> None:
    """MSG-09, MSG-26"""
    message = await send_file(messaging, data, name)
    assert message["file"]["name"] == saved_as
    head = await messaging.http.head(message["fileUrl"])
    whole = await messaging.http.get(message["fileUrl"])
    assert (head.status_code, whole.content, head.content) == (200, data, b"")
    for answer in (head, whole):
        assert answer.headers["content-type"] == content_type
        assert int(answer.headers["content-length"]) == len(data)
        disposition = answer.headers["content-disposition"]
        assert disposition.startswith("attachment; filename*=UTF-8''")
        assert unquote(disposition.rpartition("''")[2]) == saved_as
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<!doctype html><script>alert(1)</script>%PDF-1.7",
        b"\n" + PDF,
        PDF.replace(b"/Type", b"/OpenAction << /S /JavaScript >> /Type"),
        PDF.replace(b"/Type", b"/OpenAction << /S /J#61vaScript >> /Type"),
        PDF.replace(b"/Type", b"/OpenAction << /S /#4A#41vascrip#74 >> /Type"),
        a_docx("attachedTemplate External https://evil.example/macros.dotm"),
        a_docx("attachedTemplate &#69;xternal \\\\evil.example\\x.dotm", encoding="utf-16"),
        a_docx("image External https://evil.example/seen.png"),
        a_docx("hyperlink External https://ok.example", before="<!DOCTYPE r [<!ENTITY a 'b'>]>"),
        a_docx("hyperlink External https://ok.example", size=256 * 1024),
        a_docx("hyperlink External https://ok.example", parts=201),
        a_docx("hyperlink External https://ok.example", packed=zipfile.ZIP_BZIP2),
        a_docx("hyperlink External https://ok.example", packed=zipfile.ZIP_LZMA),
        a_docx("aFChunk Internal chunk.html"),
        with_two_counts(DOCX),
        with_declared_size(DOCX, 600_000_000),
        with_declared_size(DOCX, 3),
        a_large_docx(attachment_rules.MAX_UNPACKED),
        with_declared_size(a_large_docx(attachment_rules.MAX_UNPACKED + 1), 1_000),
        a_docx("hyperlink External https://ok.example<"),
        b"GIF89a/*" + b"x" * 100 + b"*/=alert(1)",
        b"MZ" + bytes(200),
        a_zip("word/document.xml"),
        a_zip("[Content_Types].xml", "xl/workbook.xml"),
        a_zip("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"),
        a_zip("[Content_Types].xml", "word/document.xml", *(f"word/{n}" for n in range(3000))),
        DOC + "_VBA_PROJECT".encode("utf-16-le"),
        DOC.replace("WordDocument".encode("utf-16-le"), bytes(24)),
        DOCX[:-12],
        b"PK\x03\x04PK\x05\x06",
        b"x",
    ],
)
async def test_executable_or_fake_document_is_refused(messaging: Service, data: bytes) -> None:
    """U26, S15"""
    before = await stored_names(messaging)
    answer = await send(messaging, data, "receipt.pdf")
    assert (answer.status_code, answer.json()["code"]) == (415, "file_refused")
    assert await stored_names(messaging) == before


async def test_attachment_is_limited_to_5_mb_and_40_megapixels(messaging: Service) -> None:
    """U26"""
    assert (await send(messaging, PDF + bytes(attachment_rules.MAX_BYTES - len(PDF)))).status_code == 201
    large = await send(messaging, PDF + bytes(attachment_rules.MAX_BYTES - len(PDF) + 1))
    assert (large.status_code, large.json()["message"]) == (413, "The file is larger than 5 MB.")
    huge = io.BytesIO()
    Image.new("1", (12_000, 12_000)).save(huge, "PNG")
    assert (await send(messaging, huge.getvalue())).status_code == 413
    assert (await send(messaging, b"")).json()["code"] == "no_file"


async def test_attachment_address_is_for_one_person_and_minutes(messaging: Service) -> None:
    """P-C3, U26"""
    message = await send_file(messaging, PDF)
    address = httpx2.URL(message["fileUrl"])
    query = dict(address.params)
    for change in ({"for": str(RAJ)}, {"for": str(SITI)}, {"until": "99999999999"}, {"mac": "0" * 32}):
        forged = address.copy_with(params=query | change)
        assert (await messaging.http.get(str(forged))).status_code == 404
        assert (await messaging.http.head(str(forged))).status_code == 404
    assert (await messaging.http.get(address.path)).status_code == 422
    secret = messaging.app.state.settings.internal_secret.get_secret_value()
    token = address.path.rpartition("/")[2]
    expired = Signer(secret, time.time() - 3600).address(token, AMIR)
    assert (await messaging.http.get(expired)).status_code == 404
    third = Signer(secret, time.time()).address(token, RAJ)
    assert (await messaging.http.get(third)).status_code == 404


async def test_file_sent_twice_with_client_id_is_stored_once(messaging: Service) -> None:
    """P-C1"""
    first = await send_file(messaging, PDF, clientId="f-1")
    before = await stored_names(messaging)
    assert (await send_file(messaging, PDF, clientId="f-1"))["id"] == first["id"]
    assert await stored_names(messaging) == before
    body = {"receiverId": SITI, "content": "words", "clientId": "f-1"}
    other = await messaging.http.post("/api/messages", json=body, headers=signed_in(AMIR))
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_person_who_cannot_write_cannot_send_files(messaging: Service) -> None:
    """MSG-42"""
    before = await stored_names(messaging)
    await messaging.http.put(f"/api/conversations/{RAJ}/block", headers=signed_in(SITI))
    assert (await send(messaging, PDF, sender=RAJ)).json()["code"] == "not_accepted"
    assert (await send(messaging, PDF, receiver=AMIR)).json()["code"] == "cannot_message_yourself"
    assert (await send(messaging, PDF, receiver=4040404)).status_code == 404
    assert await stored_names(messaging) == before
    await messaging.http.delete(f"/api/conversations/{RAJ}/block", headers=signed_in(SITI))


async def test_daily_files_per_person_are_limited(
    messaging: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachment_rules, "MAX_A_DAY", 2)
    answers = await asyncio.gather(
        *(send(messaging, PDF, sender=RAJ, receiver=item) for item in (AMIR, SITI) * 4)
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [429] * 6, (
        "also at the same moment"
    )


async def test_staff_open_attachment_of_reported_message_only(messaging: Service) -> None:
    """P-C3, MSG-25"""
    about, beside = await send_file(messaging, a_picture()), await send_file(messaging, PDF)
    text = {"receiverId": SITI, "content": "words"}
    words = (await messaging.http.post("/api/messages", json=text, headers=signed_in(AMIR))).json()

    async def opened(message: dict[str, Any], *roles: str) -> httpx2.Response:
        path = f"/api/admin/messages/{message['id']}/file"
        return await messaging.http.get(path, headers=signed_in(LINA, roles=roles))

    async def report(message: dict[str, Any]) -> None:
        body = {"reason": "scam", "words": "", "messageId": message["id"]}
        path = f"/api/conversations/{AMIR}/reports"
        assert (await messaging.http.post(path, json=body, headers=signed_in(SITI))).status_code == 200

    async def access_entries() -> list[dict[str, Any]]:
        rows = await messaging.rows("SELECT payload FROM outbox WHERE key LIKE 'opened-%' ORDER BY id")
        return [json.loads(row["payload"])["data"] for row in rows]

    assert (await opened(about, "admin")).status_code == 404
    await report(about)
    await report(words)
    answer = await opened(about, "admin")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
    assert answer.headers["cache-control"] == "no-store"
    assert (await opened(about)).status_code == 403
    assert (await opened(about, "seller")).status_code == 403
    for other in (beside, words, {"id": 987_654_321}):
        assert (await opened(other, "admin")).status_code == 404
    (event,) = await access_entries()
    assert (event["messageId"], event["byAdminId"], len(event)) == (about["id"], LINA, 4)
    (row,) = await messaging.rows(
        "SELECT token FROM message_files JOIN messages ON file_id = message_files.id WHERE messages.id = :id",
        id=about["id"],
    )
    await delete_file(picture_store_of(messaging.app), row["token"])
    assert (await opened(about, "admin")).status_code == 404
    assert len(await access_entries()) == 1, "what is not there was not opened"
    clock.forward(days=91)
    assert (await opened(about, "admin")).status_code == 404
    assert len(await access_entries()) == 1
