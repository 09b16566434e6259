import gzip
from pathlib import Path

import pytest

from gateway.tests.harness import as_object, open_harness

PAGE = '<!doctype html><html lang="en"><script type="module" src="/assets/main-Ab12Cd34.js"></script></html>'


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "sw.js").write_text("const BUILD = 1;")
    (tmp_path / "manifest.webmanifest").write_text('{"name": "Wangi"}')
    (tmp_path / "assets" / "main-Ab12Cd34.js").write_text("const a = 1;\n" * 500)
    return tmp_path


async def test_hashed_files_are_immutable_and_index_is_revalidated(build: Path) -> None:
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
async def test_service_worker_and_manifest_are_revalidated(build: Path, path: str, kind: str) -> None:
    async with open_harness(web_dir=build) as harness, harness.http.get(harness.address + path) as file:
        assert (file.status, file.headers["Content-Type"]) == (200, kind)
        assert file.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
        assert "worker-src 'self'; manifest-src 'self'" in file.headers["Content-Security-Policy"]
        # No header gives the worker a wider scope than its own path.
        assert "Service-Worker-Allowed" not in file.headers


async def test_app_path_opens_app_but_missing_file_or_api_path_is_404(build: Path) -> None:
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


async def test_production_sends_hsts_with_static_files(build: Path) -> None:
    async with (
        open_harness(web_dir=build, environment="production") as harness,
        harness.http.get(harness.address) as page,
    ):
        assert page.headers["Strict-Transport-Security"].startswith("max-age=63072000")
        assert "upgrade-insecure-requests" in page.headers["Content-Security-Policy"]
