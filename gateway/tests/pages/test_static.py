"""The web app as the gateway serves it."""

import gzip
from pathlib import Path

import pytest

from gateway.tests.harness import as_object, open_harness

PAGE = '<!doctype html><html lang="en"><script type="module" src="/assets/main-Ab12Cd34.js"></script></html>'


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A small build of the web app."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "sw.js").write_text("const BUILD = 1;")
    (tmp_path / "manifest.webmanifest").write_text('{"name": "Wangi"}')
    (tmp_path / "assets" / "main-Ab12Cd34.js").write_text("const a = 1;\n" * 500)
    return tmp_path


async def test_hashed_files_stay_for_ever_and_the_page_is_asked_for_each_time(build: Path) -> None:
    async with open_harness(web_dir=build) as harness:
        url = f"{harness.address}/assets/main-Ab12Cd34.js"
        async with harness.http.get(url, headers={"Accept-Encoding": "gzip"}) as script:
            assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
            assert gzip.decompress(await script.read()).startswith(b"const a")
        async with harness.http.get(harness.address) as page:
            assert page.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
            etag = page.headers["ETag"]
        async with harness.http.get(harness.address, headers={"If-None-Match": etag}) as again:
            assert again.status == 304


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/sw.js", "text/javascript; charset=utf-8"), ("/manifest.webmanifest", "application/manifest+json")],
)
async def test_a_new_worker_or_manifest_is_seen_at_once(build: Path, path: str, kind: str) -> None:
    async with open_harness(web_dir=build) as harness, harness.http.get(harness.address + path) as file:
        assert (file.status, file.headers["Content-Type"]) == (200, kind)
        assert file.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
        assert "worker-src 'self'; manifest-src 'self'" in file.headers["Content-Security-Policy"]
        # No header opens a wider scope to the worker than the place it lies at.
        assert "Service-Worker-Allowed" not in file.headers


async def test_an_address_of_the_app_opens_the_app_but_a_missing_file_or_call_is_404(build: Path) -> None:
    html = {"Accept": "text/html,application/xhtml+xml", "Accept-Encoding": "identity"}
    async with open_harness(web_dir=build) as harness:
        async with harness.http.get(f"{harness.address}/auctions/12", headers=html) as page:
            assert (page.status, await page.text()) == (200, PAGE)
        for path, headers in (
            ("/auctions/12", {"Accept": "application/json"}),
            ("/assets/gone-Ab12Cd34.js", html),
            ("/api/nothing", html),
            ("/internal/x", html),
        ):
            async with harness.http.get(harness.address + path, headers=headers) as missing:
                assert (missing.status, as_object(await missing.read())["code"]) == (404, "not_found")
        async with harness.http.post(f"{harness.address}/auctions/12", headers=html) as posted:
            assert posted.status == 404


async def test_in_production_browsers_get_strict_transport_security(build: Path) -> None:
    async with (
        open_harness(web_dir=build, environment="production") as harness,
        harness.http.get(harness.address) as page,
    ):
        assert page.headers["Strict-Transport-Security"].startswith("max-age=63072000")
        assert "upgrade-insecure-requests" in page.headers["Content-Security-Policy"]
