"""The type of a file is detected from its content, never from its name or declared type."""

import io
import re
import struct
import zipfile
import zlib
from copy import copy
from datetime import timedelta
from typing import Any
from xml.parsers import expat

from libs.kit.errors import DomainError
from libs.kit.text import normal


class FileRefused(DomainError):
    status = 415
    code = "file_refused"
    message = "Please choose a JPEG, PNG, GIF or WebP picture, or a PDF, DOC or DOCX document."


class FileTooLarge(DomainError):
    status = 413
    code = "too_large"
    message = "The file is larger than 5 MB."

    def __init__(self, **details: Any) -> None:
        super().__init__(mostBytes=5 * 1024 * 1024, **details)


class NoFileSelected(DomainError):
    status = 422
    code = "no_file"
    message = "No file selected"

    def __init__(self) -> None:
        super().__init__(fields=[{"field": "file", "message": self.message}])


class TooManyFiles(DomainError):
    status = 429
    code = "too_many_files"
    message = "You have sent many files today. Please try again tomorrow."

    def __init__(self) -> None:
        super().__init__(retryAfter=3600)

    def headers(self) -> dict[str, str]:
        return {"Retry-After": "3600"}


MAX_BYTES = 5 * 1024 * 1024


# Per person and day.
MAX_A_DAY, MAX_BYTES_A_DAY = 300, 300 * 1024 * 1024


LONGEST_NAME = 80


# Pictures are stored in full size and as a thumbnail.
WHOLE, SMALL = 1600, 480


SIZES = {"": WHOLE, "-small": SMALL}


# Older files without a row are left over from a crash.
PATIENCE = timedelta(hours=24)


# Staff may open the attachment of a reported message for this long after the report.
REPORT_OPEN_FOR = timedelta(days=90)


PICTURE = "image/webp"


PDF, DOC = "application/pdf", "application/msword"


DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


ENDINGS = {PICTURE: ".webp", PDF: ".pdf", DOC: ".doc", DOCX: ".docx"}


_END_OF_ZIP, _ZIP64 = b"PK\x05\x06", b"PK\x06\x07"


_MAX_ENTRIES, _MAX_DIRECTORY = 2_000, 256 * 1024


# PDF names that run code, in upper or lower case. A letter may be escaped as `#` and its hex code.
_RUNS_IN_PDF = re.compile(
    rb"/(?:(?:j|#6a|#4a)(?:a|#61|#41)(?:v|#76|#56)(?:a|#61|#41)(?:s|#73|#53)"
    rb"(?:c|#63|#43)(?:r|#72|#52)(?:i|#69|#49)(?:p|#70|#50)(?:t|#74|#54)|"
    rb"(?:l|#6c|#4c)(?:a|#61|#41)(?:u|#75|#55)(?:n|#6e|#4e)(?:c|#63|#43)"
    rb"(?:h|#68|#48)|"
    rb"(?:r|#72|#52)(?:i|#69|#49)(?:c|#63|#43)(?:h|#68|#48)(?:m|#6d|#4d)"
    rb"(?:e|#65|#45)(?:d|#64|#44)(?:i|#69|#49)(?:a|#61|#41))",
    re.IGNORECASE,
)


# Uncompressed size of all parts of a document.
MAX_UNPACKED, _CHUNK = 64 * 1024 * 1024, 64 * 1024


# Maximum number and total size of the relationship parts of a document.
_RELATIONS, _MAX_PARTS, _MAX_RELATIONS = ".rels", 200, 256 * 1024


# Decompression with these methods can be stopped at a size limit.
_BOUNDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


_RUNS_IN_WORD = ("vbaproject", "activex", "embeddings/")


# Word loads the targets of these relationships when it opens a document.
_TAKEN_IN = ("afchunk", "oleobject", "package", "control", "subdocument")


_BROKEN = (
    zipfile.BadZipFile, expat.ExpatError, zlib.error, struct.error, ValueError, NotImplementedError, RuntimeError,
    EOFError,
)  # fmt: skip


_BACKWARDS = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def document_type(data: bytes) -> str:
    """Raises for other file types and for documents with active content."""
    if data.startswith(b"%PDF-"):
        if _RUNS_IN_PDF.search(data):
            raise FileRefused
        return PDF
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") and _holds(data, "WordDocument"):
        if _holds(data, "_VBA_PROJECT"):
            raise FileRefused
        return DOC
    if data.startswith(b"PK\x03\x04") and _is_docx(data):
        return DOCX
    raise FileRefused


def _holds(data: bytes, name: str) -> bool:
    return name.encode("utf-16-le") in data


def _is_docx(data: bytes) -> bool:
    end = data.rfind(_END_OF_ZIP, -66_000)
    if end < 0 or len(data) < end + 22:
        return False
    entries, size = struct.unpack_from("<HI", data, end + 10)
    # Some readers would trust the second entry count of a ZIP64 directory.
    if entries > _MAX_ENTRIES or size > _MAX_DIRECTORY or data[:end][-20:].startswith(_ZIP64):
        return False
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        names = [name.casefold() for name in archive.namelist()]
        if any(part in name for name in names for part in _RUNS_IN_WORD):
            return False
        parts = [item for item in archive.infolist() if item.filename.casefold().endswith(_RELATIONS)]
        if len(parts) > _MAX_PARTS or sum(item.file_size for item in parts) > _MAX_RELATIONS:
            return False
        if not _sizes_are_true_and_small(archive):
            return False
        for item in parts:
            with archive.open(item) as part:
                _check_fetches_nothing(part.read(item.file_size + 1))
    except _BROKEN:
        return False
    return "[content_types].xml" in names and "word/document.xml" in names


def _sizes_are_true_and_small(archive: zipfile.ZipFile) -> bool:
    """Checks the declared sizes first and then decompresses each part up to the shared limit."""
    entries = archive.infolist()
    if any(entry.compress_type not in _BOUNDED for entry in entries):
        return False
    left = MAX_UNPACKED
    if sum(entry.file_size for entry in entries) > left:
        return False
    for entry in entries:
        declared, entry = entry.file_size, copy(entry)
        entry.file_size = left + 1  # Otherwise reading stops at the declared size.
        with archive.open(entry) as part:
            while left >= 0 and (chunk := part.read(_CHUNK)):
                left, declared = left - len(chunk), declared - len(chunk)
        if left < 0 or declared != 0:
            return False
    return True


def _check_fetches_nothing(relations: bytes) -> None:
    """Raises if the document loads or embeds other content when it is opened. Hyperlinks are allowed, because
    they load nothing until clicked."""

    def look(_: str, fields: dict[str, str]) -> None:
        kind = fields.get("Type", "").rpartition("/")[2].casefold()
        is_outside = fields.get("TargetMode", "").casefold() == "external"
        if (is_outside and kind != "hyperlink") or kind in _TAKEN_IN:
            raise FileRefused

    def refuse(*_: object) -> None:
        raise FileRefused

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.StartDoctypeDeclHandler = look, refuse
    parser.Parse(relations, True)


def name_of(given: str, content_type: str) -> str:
    """Returns a safe file name: one line, no path, and the suffix of the content type."""
    last = given.replace("\\", "/").rpartition("/")[2][:1_000]
    plain = "".join(item for item in normal("NFC", last) if item.isprintable() and item not in _BACKWARDS)
    stem = plain.rpartition(".")[0] if "." in plain else plain
    return (stem.strip(" .")[:LONGEST_NAME].strip(" .") or "file") + ENDINGS[content_type]


def check_may_send(files: int, size: int) -> None:
    if files >= MAX_A_DAY or size >= MAX_BYTES_A_DAY:
        raise TooManyFiles


def file_of(token: str, content_type: str, *, is_small: bool = False) -> str:
    return token + ("-small" if is_small and content_type == PICTURE else "")


def token_of(file: str) -> str:
    return file.removesuffix("-small")
