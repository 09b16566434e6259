"""The style of the code that no linter knows: a string in place of a comment, a number that stands for
nothing."""

import ast
import functools
import io
import re
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.test_rules import ROOT, SERVICES, name_of, tree_of

FOLDERS = ("libs", "services", "gateway", "deploy", "bench", "tests")
EVERYTHING = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def strings_as_comments(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of strings that are neither a docstring nor used."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for place, one in enumerate(body if isinstance(body, list) else []):
            is_string = (
                isinstance(one, ast.Expr)
                and isinstance(one.value, ast.Constant)
                and isinstance(one.value.value, str)
            )
            if is_string and (place or not isinstance(node, _DOCUMENTED)):
                yield one.lineno


_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@functools.cache
def findings() -> dict[str, dict[str, list[Any]]]:
    """What each rule about Python finds, by file: reading them all takes longer than the rules."""
    found: dict[str, dict[str, list[Any]]] = defaultdict(dict)
    for path in EVERYTHING:
        name, source, tree = name_of(path), path.read_text(), tree_of(path)
        words, names = words_of_code(source, tree)
        names -= {"said"} if name in _PUBLIC_FIELD else set()
        found["remarks"][name] = list(strings_as_comments(tree))
        found["vague names"][name] = list(vague_names(tree))
        if path != Path(__file__):
            found["private words"][name] = words + sorted(names)
        if not {"tests", "migrations"} & set(path.parts):
            found["no verbs"][name] = list(without_a_verb(tree))
    return {rule: {name: some for name, some in files.items() if some} for rule, files in found.items()}


def test_a_remark_is_a_comment_and_no_string_under_a_constant() -> None:
    assert findings()["remarks"] == {}


def test_a_string_under_a_constant_is_seen() -> None:
    """The control."""
    source = '"""A module."""\nLIMIT = 1\n"""Why."""\nclass A:\n    """A."""\n    x: int = 0\n    """What."""'
    assert list(strings_as_comments(ast.parse(source))) == [3, 7]


# An id or a place that may be missing is told apart from 0; a line of a batch is made by its contract.
_STANDS_FOR_NOTHING = re.compile(r"\b(?:id|\w+_id|seq) or -?[01]\b|b[\"']0 \{\}[\"']")


def test_no_number_stands_for_a_missing_id_and_no_text_for_an_undecided_call() -> None:
    found = {name_of(path): _STANDS_FOR_NOTHING.findall(path.read_text()) for path in EVERYTHING}
    assert {name: text for name, text in found.items() if text and name != name_of(Path(__file__))} == {}


@pytest.mark.parametrize("line", ["return auction.id or 0", "x = other_id or -1", "b'0 {}' for _ in lines"])
def test_a_number_that_stands_for_nothing_is_seen(line: str) -> None:
    """The control."""
    assert _STANDS_FOR_NOTHING.search(line)


# With one of these a sentence begins that tells of a thing and not of what the function does.
_NO_VERBS = set(
    re.findall(
        r"\w+",
        """a an the one no nothing nobody everybody everything somebody whoever all each every both some several many
        more most other another others only also its their our this that these those they it there here so as at by
        for from in of on to with without before after beside between until since because when while where whether
        what who whom whose which why how if once twice half first last next now then never always text row rows
        facts tokens keys names people mail mails tests says has does is are was""",
    )
)


def without_a_verb(tree: ast.Module) -> Iterator[str]:
    """Yield public functions whose docstring does not begin with a verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            first = (ast.get_docstring(node) or "Do").split()[0].strip(",.;:")
            is_no_verb = first.lower() in _NO_VERBS or (
                first.endswith("ing") and first not in {"Bring", "Ping"}
            )
            if is_no_verb or not re.fullmatch(r"[A-Z][a-z-]+", first):
                yield f"{node.name}: {first}"


def test_the_docstring_of_a_public_function_begins_with_a_verb() -> None:
    assert findings()["no verbs"] == {}


def test_a_docstring_without_a_verb_is_seen() -> None:
    """The control."""
    source = 'def a():\n    """The file."""\ndef b():\n    """Return it."""\ndef _c():\n    """Its way."""'
    assert list(without_a_verb(ast.parse(source))) == ["a: The"]


# A participle or a pronoun alone does not say of what: `known.tsx`, `held.py`, `who.py`.
_NOT_A_NOUN = re.compile(
    r"(?:test_)?(?:[a-z]+ed|known|shown|held|told|kept|seen|made|sent|written|gone|lost|won|taken|given|done|said|sold"
    r"|bought|found|upcoming|mine|theirs|ours|others|who|whose|what|which|any|some|both|everything|afterwards)"
)
_NOUNS_THAT_END_SO = {"feed", "seed", "test_feed", "test_seed"}


def is_no_noun(path: str) -> bool:
    """Return whether a file is called by a participle or a pronoun alone."""
    stem = re.sub(r"\.(?:test|spec)$", "", Path(path).stem)
    return stem not in _NOUNS_THAT_END_SO and _NOT_A_NOUN.fullmatch(stem) is not None


def test_no_file_is_called_by_a_participle_or_a_pronoun_alone() -> None:
    listed = ["git", "ls-files", "--", "*.py", "*.ts", "*.tsx"]
    names = subprocess.check_output(listed, cwd=ROOT, text=True).splitlines()
    assert len(names) > 1000
    assert [name for name in names if is_no_noun(name) and (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "name", ["a/held.py", "b/known.tsx", "c/test_killed.py", "d/boosted.test.tsx", "who.py"]
)
def test_a_name_that_is_no_noun_is_seen(name: str) -> None:
    """The control."""
    assert is_no_noun(name)


# A function or a class that is called by one of these alone does not say what it is or does.
_NO_NAMES = set(
    re.findall(
        r"\w+",
        """told held said known seen kept taken given asked wanted there own gone few each same sure done counted meant
        whose shown heard made drawn left found written sent answered stored whom they them it mine ours""",
    )
)


def vague_names(tree: ast.Module) -> Iterator[str]:
    """Yield the functions, methods and classes of a module that are called by one such word."""
    classes = [one for one in tree.body if isinstance(one, ast.ClassDef)]
    for one in [*tree.body, *(one for inside in classes for one in inside.body)]:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # The name of a route is part of the public contract, its operation id.
            is_route = any(ast.unparse(decorator).startswith("router.") for decorator in one.decorator_list)
            if one.name.strip("_").lower() in _NO_NAMES and not is_route:
                yield one.name


def test_no_function_and_no_class_is_called_by_a_participle_or_a_pronoun_alone() -> None:
    assert findings()["vague names"] == {}


def test_a_name_that_says_nothing_is_seen() -> None:
    """The control; the field of a row may be called so."""
    source = (
        "def told(): ...\nclass Gone:\n    known: int\n    async def _kept(self): ...\ndef told_bids(): ..."
    )
    assert list(vague_names(ast.parse(source))) == ["told", "Gone", "_kept"]


# Words of a private language, and what the field says instead (docs/glossary.md).
_PRIVATE = re.compile(
    r"(?<![-/\w.])(?:doors?|desks?|lanes?|crowds?|houses?|shel(?:f|ves)|whoever|nobody|somebody)(?![-\w])",
    re.I,
)
_PRIVATE_PARTS = {
    "door", "doors", "shelf", "desk", "lane", "lanes", "crowd", "crowds", "house", "houses", "tell", "tells", "said",
    "sure",
}  # fmt: skip
# What none of these is in needs no closer look.
_MAY_BE_PRIVATE = re.compile(
    rf"{_PRIVATE.pattern}|(?<![a-z])(?:{'|'.join(sorted(_PRIVATE_PARTS))})(?![a-z])", re.I
)
# What people read or what is public: a category, brands of the demo, an address, a user of the machine.
_READ_BY_PEOPLE = re.compile(
    r"Arabian House|(?:Kasturi|Oud) Lane|/shelf|`nobody`|[\"“][^\"”\n]*[\"”]|\w+-shelf", re.I
)
# A field of the reports that is public is called `said`.
_PUBLIC_FIELD = ("services/messaging/schemas/reports.py", "services/messaging/service/reports.py")


def private_words(text: str) -> list[str]:
    """Return words of the private language in a comment, a docstring or a document."""
    return _PRIVATE.findall(_READ_BY_PEOPLE.sub("", text))


def words_of_code(source: str, tree: ast.Module) -> tuple[list[str], set[str]]:
    """Return words of the private language in comments and docstrings of a Python file, and names of such
    words."""
    if not _MAY_BE_PRIVATE.search(source):
        return [], set()
    remarks = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, _DOCUMENTED)]
    names = set()
    for one in tokenize.generate_tokens(io.StringIO(source).readline):
        if one.type == tokenize.COMMENT:
            remarks.append(one.string)
        elif one.type == tokenize.NAME and not one.string.startswith("test_"):
            names.add(one.string)
    private = {name for name in names if _PRIVATE_PARTS & set(name.lower().split("_"))}
    return private_words("\n".join(remarks)), private


def test_code_speaks_the_words_of_the_field() -> None:
    assert findings()["private words"] == {}


def test_documents_speak_the_words_of_the_field() -> None:
    documents = [
        path for path in ROOT.rglob("*.md") if not {"node_modules", ".venv", ".local"} & set(path.parts)
    ]
    found = {name_of(path): private_words(path.read_text()) for path in documents}
    assert {name: words for name, words in found.items() if words} == {}


def test_the_web_app_speaks_the_words_of_the_field_in_its_comments() -> None:
    found = {}
    for path in (*(ROOT / "frontend/src").rglob("*.ts*"), *(ROOT / "frontend/e2e").rglob("*.ts")):
        if {"generated", "texts"} & set(path.parts):
            continue  # written by a tool, read by people
        comments = "\n".join(re.findall(r"(?:^|\s)(?://[^\n]*|/\*.*?\*/)", path.read_text(), re.S))
        if words := private_words(comments):
            found[name_of(path)] = words
    assert found == {}


def test_a_private_word_is_seen() -> None:
    """The control."""
    source = '"""Stands at the door."""\n# whoever comes\ndef tell_winner() -> None: ...'
    assert words_of_code(source, ast.parse(source)) == (["door", "whoever"], {"tell_winner"})
    assert private_words('Sold as "Arabian House" at `/api/sellers/1/shelf`.') == []


def classes_of(folder: Path) -> Iterator[tuple[Path, ast.ClassDef]]:
    """Yield the public classes of the code in a folder, each with its file."""
    for path in sorted(folder.rglob("*.py")):
        if not {"tests", "migrations"} & set(path.parts):
            yield from ((path, one) for one in tree_of(path).body if isinstance(one, ast.ClassDef))


@pytest.mark.parametrize("service", SERVICES)
def test_a_class_name_means_one_thing_in_a_service(service: str) -> None:
    places: dict[str, set[str]] = {}
    for path, one in classes_of(ROOT / "services" / service):
        if not one.name.startswith("_"):
            places.setdefault(one.name, set()).add(name_of(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def defaults(one: ast.ClassDef) -> list[str]:
    """Return the fields of a class that have a default."""
    return [
        ast.unparse(field.target) for field in one.body if isinstance(field, ast.AnnAssign) and field.value
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_an_answer_promises_each_of_its_fields(service: str) -> None:
    """A default would make the field optional in the contract, and every client ask whether it is there."""
    answers = [
        (path, one) for path, one in classes_of(ROOT / "services" / service) if one.name.endswith("Out")
    ]
    assert answers
    assert {f"{name_of(path)} {one.name}": defaults(one) for path, one in answers if defaults(one)} == {}
