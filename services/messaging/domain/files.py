"""What may be sent as a file: known by its first bytes, whatever its name or declared type says."""

import io
import re
import struct
import zipfile
import zlib
from datetime import timedelta
from xml.parsers import expat

from libs.kit.text import normal
from services.messaging.domain.refusals import FileRefused, TooManyFiles

MOST_BYTES = 5 * 1024 * 1024
# What one person may send within a day.
MOST_A_DAY, MOST_BYTES_A_DAY = 300, 300 * 1024 * 1024
LONGEST_NAME = 80
# A picture is kept whole and small, under these endings.
WHOLE, SMALL = 1600, 480
SIZES = {"": WHOLE, "-small": SMALL}
# A file that is older and that no row names was left by a process that died.
PATIENCE = timedelta(hours=24)
# A report has no end of its own before moderation gives it one: so long staff may open what it is about.
REPORT_OPEN_FOR = timedelta(days=90)

PICTURE = "image/webp"
PDF, DOC = "application/pdf", "application/msword"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ENDINGS = {PICTURE: ".webp", PDF: ".pdf", DOC: ".doc", DOCX: ".docx"}

_END_OF_ZIP = b"PK\x05\x06"
_MOST_ENTRIES, _MOST_DIRECTORY = 2_000, 256 * 1024
# The names of what would run, in any capitals; a PDF may write a letter of a name as `#` and its number.
_RUNS_IN_PDF = (b"/javascript", b"/launch", b"/richmedia")
_ESCAPED = re.compile(rb"#([0-9a-f]{2})")
# Parts of a document that say what belongs to it, and how large one may be; nothing else is unpacked.
_RELATIONS, _MOST_RELATIONS = ".rels", 64 * 1024
_RUNS_IN_WORD = ("vbaproject", "activex", "embeddings/")
_BROKEN = (
    zipfile.BadZipFile, expat.ExpatError, zlib.error, struct.error, ValueError, NotImplementedError, RuntimeError,
    EOFError,
)  # fmt: skip
_BACKWARDS = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def document_type(data: bytes) -> str:
    """Return the type of a document; refuse anything else, and what would run when it is opened."""
    if data.startswith(b"%PDF-"):
        plain = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), data.lower()).lower()
        if any(name in plain for name in _RUNS_IN_PDF):
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
    """Read the table of contents where it is small, and of the document itself only what it fetches."""
    end = data.rfind(_END_OF_ZIP, -66_000)
    if end < 0 or len(data) < end + 22:
        return False
    entries, size = struct.unpack_from("<HI", data, end + 10)
    if entries > _MOST_ENTRIES or size > _MOST_DIRECTORY:
        return False
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        names = [name.casefold() for name in archive.namelist()]
        if any(part in name for name in names for part in _RUNS_IN_WORD):
            return False
        for entry in archive.infolist():
            if entry.filename.casefold().endswith(_RELATIONS):
                with archive.open(entry) as part:
                    _check_fetches_nothing(part.read(_MOST_RELATIONS + 1))
    except _BROKEN:
        return False
    return "[content_types].xml" in names and "word/document.xml" in names


def _check_fetches_nothing(relations: bytes) -> None:
    """Refuse a document that would fetch a template, a picture or a part from elsewhere when it is opened.

    A link waits until it is pressed."""

    def look(_: str, fields: dict[str, str]) -> None:
        is_outside = fields.get("TargetMode", "").casefold() == "external"
        if is_outside and fields.get("Type", "").rpartition("/")[2].casefold() != "hyperlink":
            raise FileRefused

    def refuse(*_: object) -> None:
        raise FileRefused

    if len(relations) > _MOST_RELATIONS:
        raise FileRefused
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.StartDoctypeDeclHandler = look, refuse
    parser.Parse(relations, True)


def name_of(given: str, content_type: str) -> str:
    """Return a name to show and to save under: one line, no path, and the ending of what it is."""
    last = given.replace("\\", "/").rpartition("/")[2][:1_000]
    plain = "".join(one for one in normal("NFC", last) if one.isprintable() and one not in _BACKWARDS)
    stem = plain.rpartition(".")[0] if "." in plain else plain
    return (stem.strip(" .")[:LONGEST_NAME].strip(" .") or "file") + ENDINGS[content_type]


def check_may_send(files: int, size: int) -> None:
    """Refuse one more file than a day may have."""
    if files >= MOST_A_DAY or size >= MOST_BYTES_A_DAY:
        raise TooManyFiles


def file_of(token: str, content_type: str, *, is_small: bool = False) -> str:
    """Return the name that a file is kept under; only a picture has a small one."""
    return token + ("-small" if is_small and content_type == PICTURE else "")


def token_of(file: str) -> str:
    """Return the token in the name of a kept file."""
    return file.removesuffix("-small")
