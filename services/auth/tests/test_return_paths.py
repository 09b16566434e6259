import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.auth.providers.rules import safe_return

HOSTILE_PATHS = [
    *(
        "//e.example",
        "/\\e.example",
        "/%5ce.example",
        "/%2f%2fe.example",
        "/%2F/e.example",
        "/a/../\\e.example",
    ),
    *(
        "https:/e.example",
        "https://e.example",
        "javascript:alert(1)",
        "/\te.example",
        "/\n/e.example",
        "\t//e.example",
    ),
    *(
        "/@e.example",
        "/a/..//e.example",
        "/./..//e",
        "/%252f%252fe.example",
        "/%25252f%25252fe",
        "/%09/e.example",
    ),
    *(
        "///e.example",
        "e.example",
        "",
        " /a",
        "/a b",
        "/%00",
        "/\x00",
        "/é",
        "/%c0%af",
        "/..",
        "/%2e%2e/x",
        "/x" * 400,
    ),
    *(
        "/%255c%255ce.example",
        "/a%0d%0aSet-Cookie:x=1",
        "/" + "%25" * 30 + "2f/e",
        "/a//b",
        "?x=1",
        "#x",
        "http:e.example",
    ),
]


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_unsafe_return_path_becomes_home(path: str) -> None:
    """S13, AR-D22, AUTH-02, C11"""
    assert safe_return(path) == "/"


@pytest.mark.parametrize(
    "path", ["/", "/messages", "/auctions/7", "/products?q=a%20b&page=2", "/profile?tab=settings#x", "/a/"]
)
def test_local_return_path_is_kept(path: str) -> None:
    """AUTH-02, C11"""
    assert safe_return(path) == path


@given(st.text(alphabet="/\\%25fFcC.@:?#a\t\n e", max_size=30))
def test_any_return_path_stays_on_site(path: str) -> None:
    kept = safe_return("/" + path)
    assert kept.startswith("/")
    assert not kept.startswith(("//", "/\\"))
    assert kept.isprintable()
