import io
import struct
import zipfile
from typing import Any

import httpx2

from libs.kit.http.picture_store import picture_store_of
from libs.kit.testing import Service, signed_in

AMIR, SITI, RAJ, LINA = 9401, 9402, 9403, 9404


PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n"


DOC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "WordDocument".encode("utf-16-le") + bytes(488)


def a_zip(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return out.getvalue()


def a_docx(
    relation: str,
    *,
    before: str = "",
    encoding: str = "utf-8",
    size: int = 0,
    packed: int = zipfile.ZIP_DEFLATED,
    parts: int = 1,
) -> bytes:
    kind, mode, target = relation.split()
    part = (
        f'{before}<r:Relationships xmlns:r="urn:r">{" " * size}<r:Relationship Id="r1" '
        f'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" '
        f'TargetMode="{mode}" Target="{target}"/></r:Relationships>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packed) as archive:
        for name in ("[Content_Types].xml", "word/document.xml"):
            archive.writestr(name, "<x/>")
        for number in range(parts):
            archive.writestr(f"word/_rels/{number}.xml.rels", part.encode(encoding))
    return out.getvalue()


def with_declared_size(data: bytes, size: int) -> bytes:
    first = data.index(b"PK\x01\x02")
    declared = struct.pack("<L", size)
    return data[:22] + declared + data[26 : first + 24] + declared + data[first + 28 :]


def a_large_docx(size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(size))
        archive.writestr("[Content_Types].xml", "<x/>")
    return out.getvalue()


def with_two_counts(data: bytes) -> bytes:
    """As ZIP64, whose own entry count is used."""
    end = data.rfind(b"PK\x05\x06")
    _, _, _, _, here, size, begins, _ = struct.unpack("<4s4H2LH", data[end:])
    large = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, here, here, size, begins)
    return data[:end] + large + struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1) + data[end:]


DOCX = a_zip("[Content_Types].xml", "word/document.xml")


async def send(
    messaging: Service,
    data: bytes,
    name: str = "a.png",
    *,
    sender: int = AMIR,
    receiver: int = SITI,
    **more: Any,
) -> httpx2.Response:
    form = {"receiverId": str(receiver)} | {key: str(value) for key, value in more.items()}
    upload = {"file": (name, data, "image/png")}
    path = "/api/messages/upload-file"
    return await messaging.http.post(path, data=form, files=upload, headers=signed_in(sender))


async def send_file(messaging: Service, data: bytes, name: str = "a.png", **more: Any) -> dict[str, Any]:
    answer = await send(messaging, data, name, **more)
    assert answer.status_code == 201, answer.text
    assert answer.json()["success"] is True
    message: dict[str, Any] = answer.json()["message"]
    return message


async def stored_names(messaging: Service) -> set[str]:
    return {name async for page in picture_store_of(messaging.app).pages() for name, _ in page}
