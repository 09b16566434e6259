import ast
import re
from collections.abc import Iterator

from tests.architecture.test_rules import PYTHON, ROOT

# Public despite the underscore.
_PUBLIC = {"_asdict", "_replace", "_fields", "_make", "_getframe", "_exit"}
# Names in aiokafka and pytest-xdist without a public equivalent.
_OF_LIBRARIES = {
    "_handle_frame", "_client", "_conns", "_group_id", "_coordinator", "_fetcher", "_sender", "_acks",
    "_txn_manager", "_id",
}  # fmt: skip


def test_tests_use_public_names() -> None:
    reached = list[str]()
    for file in (item for item in PYTHON if "tests" in item.parts):
        tree = ast.parse(file.read_text())
        own = {
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for name, line in _private_names(tree):
            if name not in _PUBLIC | _OF_LIBRARIES | own:
                reached.append(f"{file.relative_to(ROOT)}:{line} {name}")
    assert not reached, reached


def _private_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr | ast.stmt):
            continue
        found = list[str]()
        if isinstance(node, ast.Attribute) and not (
            isinstance(node.value, ast.Name) and node.value.id == "self"
        ):
            found = [node.attr]
        elif isinstance(node, ast.ImportFrom):
            found = [alias.name for alias in node.names]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "setattr"
        ):
            found = [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
        for name in found:
            if re.fullmatch(r"_[a-z]\w*", name):
                yield name, node.lineno
