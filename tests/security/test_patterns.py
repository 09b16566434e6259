import ast
import importlib
import re
import signal
import time
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import pytest

from libs.kit.text import normal

parser: Any = importlib.import_module("re._parser")
ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("libs", "services", "gateway", "deploy", "tools", "bench")
LENGTH, LIMIT_SECONDS, GIVEN_UP_SECONDS = 100_000, 0.05, 1.0
# A fifth of the text is tried first. Quadratic time would take a twenty-fifth of the limit.
SHORT, SUSPICIOUS_SECONDS = LENGTH // 5, LIMIT_SECONDS / 50
MATCHERS = {"search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
EVERYWHERE = (*"a0 \t\n-./_\x00é٣\\", "%2e", "a.", "a-", "a ", " a", "0,")


@dataclass(frozen=True)
class Use:
    where: str
    pattern: str | bytes
    flags: int
    method: str


def _flags(node: ast.expr | None) -> int:
    return 0 if node is None else int(eval(ast.unparse(node), {"re": re}))  # noqa: S307 - our own source


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    if len(call.args) > place:
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "re":
                yield node, node.func.attr


def _sources(of_interest: str) -> Iterator[tuple[Path, ast.Module]]:
    """Modules that match the pattern, because parsing all takes seconds."""
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        if not {"tests", "node_modules"} & set(path.relative_to(ROOT).parts) and re.search(
            of_interest, text := path.read_text()
        ):
            yield path, ast.parse(text)


def _called(sources: list[tuple[Path, ast.Module]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for _, tree in sources:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in MATCHERS:
                owner = node.value
                name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
                found.setdefault(name, set()).add(node.attr)
    return found


def _uses() -> tuple[list[Use], list[str]]:
    sources = list(_sources(rf"\bre\b|\.({'|'.join(MATCHERS)})\b"))
    called, uses, unknown = _called(sources), list[Use](), list[str]()
    for path, tree in sources:
        names = {
            id(node.value): target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for call, function in _calls(tree):
            where = f"{path.relative_to(ROOT)}:{call.lineno}"
            if function == "escape":
                continue
            pattern = call.args[0] if call.args else None
            if not isinstance(pattern, ast.Constant) or not isinstance(pattern.value, str | bytes):
                unknown.append(where)
                continue
            place = {"compile": 1, "split": 3, "sub": 4, "subn": 4}.get(function, 2)
            flags = _flags(_argument(call, place, "flags"))
            methods = {function} if function != "compile" else called.get(names.get(id(call), ""), MATCHERS)
            uses += [Use(where, pattern.value, flags, method) for method in sorted(methods)]
    return uses, unknown


def _literals(parsed: Any) -> Iterator[str]:
    run = ""
    for kind, value in parsed:
        if kind is parser.LITERAL:
            run += chr(value)
            continue
        if run:
            yield run
        run = ""
        for part in value if isinstance(value, tuple | list) else [value]:
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, parser.SubPattern):
                    yield from _literals(inner)
    if run:
        yield run


def _pieces(pattern: str) -> list[str]:
    literals = list(_literals(parser.parse(pattern)))
    return list(dict.fromkeys([*literals, *(letter for run in literals for letter in run)]))[:12]


@dataclass(frozen=True)
class Hostile:
    start: str
    pieces: tuple[str, ...]
    end: str

    def text(self, length: int) -> str:
        share = length // len(self.pieces)
        return self.start + "".join(piece * (share // len(piece)) for piece in self.pieces) + self.end


def _hostile(pattern: str) -> Iterator[Hostile]:
    pieces = list(dict.fromkeys([*EVERYWHERE, *_pieces(pattern)]))
    for piece in [*pieces, "{{#a}}"]:
        for start, end in product(("", "https://a", "/assets/", "{{#a}}", "rm"), ("", "!", "\n!", "\x00")):
            yield Hostile(start, (piece,), end)
    own = list(dict.fromkeys([" ", "a", "0", "-", ".", *_pieces(pattern)]))
    for one, other in product(own, own):
        yield Hostile("", (one, other), "!")
        yield Hostile("", (one + other,), "!")


def _run(use: Use) -> Callable[[Any], object]:
    compiled = re.compile(use.pattern, use.flags)
    if use.method in ("sub", "subn"):
        empty: Any = b"" if isinstance(use.pattern, bytes) else ""
        return lambda text: getattr(compiled, use.method)(empty, text)
    if use.method == "finditer":
        return lambda text: sum(1 for _ in compiled.finditer(text))
    return getattr(compiled, use.method)  # type: ignore[no-any-return]


class TooSlow(Exception): ...


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _seconds(run: Callable[[Any], object], text: Any) -> float:
    """CPU time of a call, up to a limit."""
    signal.setitimer(signal.ITIMER_VIRTUAL, GIVEN_UP_SECONDS)
    began = time.thread_time()
    try:
        run(text)
    except TooSlow:
        return GIVEN_UP_SECONDS
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.thread_time() - began


def slowest(use: Use) -> tuple[float, str]:
    """Stops at the first above the limit."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    run, worst, shown = _run(use), 0.0, ""
    is_bytes = isinstance(use.pattern, bytes)
    source = use.pattern.decode("latin-1") if isinstance(use.pattern, bytes) else use.pattern
    try:
        for hostile in _hostile(source):
            taken, text = 0.0, ""
            # Twice, because of garbage collection.
            for length, enough in (
                (SHORT, SUSPICIOUS_SECONDS),
                (LENGTH, LIMIT_SECONDS),
                (LENGTH, LIMIT_SECONDS),
            ):
                text = hostile.text(length)
                taken = _seconds(run, text.encode() if is_bytes else text)
                if taken < enough or taken >= GIVEN_UP_SECONDS:
                    break
            if taken > worst:
                worst, shown = taken, text[:20]
            if worst > LIMIT_SECONDS:
                break
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return worst, shown


USES, UNKNOWN = _uses()


def test_every_pattern_is_found_in_the_source() -> None:
    assert len(USES) > 40
    assert UNKNOWN == []


@pytest.mark.parametrize("use", USES, ids=lambda use: f"{use.where} {use.method}")
def test_every_pattern_handles_hostile_text_in_fifty_milliseconds(use: Use) -> None:
    worst, shown = slowest(use)
    assert worst <= LIMIT_SECONDS, f"{worst * 1000:.0f} ms for text like {shown!r}"


@pytest.mark.parametrize(
    ("pattern", "method"), [(r"\s*(ml|%)$", "sub"), (r"\.\S*\w", "search"), (r"(a+)+$", "match")]
)
def test_control_backtracking_pattern_is_found(pattern: str, method: str) -> None:
    assert slowest(Use("", pattern, 0, method))[0] > LIMIT_SECONDS


@pytest.mark.parametrize("piece", ["\u0315\u0300", "\u0f73", "\uff9e", "\u0344", "\ufdfa", "é"])
def test_unicode_normalisation_takes_linear_time(piece: str) -> None:
    marks = ("a" + piece * LENGTH)[:LENGTH]
    began = time.thread_time()
    normal("NFKD", marks)
    assert time.thread_time() - began < 3 * LIMIT_SECONDS


@pytest.mark.parametrize(
    "words", ["Chypre d'Octobre", "Crème brûlée", "ﬁn", "ＡＢＣ", "한국", "ﾊﾞ", "å\u0301\u0327"]
)
@pytest.mark.parametrize("form", ["NFKC", "NFKD"])
def test_typed_text_is_normalised_as_nfkc(form: Literal["NFKC", "NFKD"], words: str) -> None:
    assert normal(form, words) == unicodedata.normalize(form, words)


def test_text_is_normalised_in_one_place() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for path, tree in _sources(r"unicodedata")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr == "normalize"
        and ast.unparse(node.value) == "unicodedata"
    ]
    assert set(found) == {"libs/kit/text.py"}
