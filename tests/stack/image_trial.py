"""`make try-images`: builds and starts every image without an engine. Takes minutes."""

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from deploy.local import environment
from deploy.local.stack import Stack, start_stack
from libs.contracts.services import SERVICES
from tests.support import image_builder as images

MAX_MEGABYTES = 250
PATIENCE = 60
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.skipif(bool(images.lacking()), reason=f"lacks {images.lacking()}"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    images.build_base(tmp_path_factory.mktemp("base"))
    named = {"setup": images.build("setup"), "gateway": images.build("gateway")}
    return named | {name: images.build("service", name) for name in SERVICES}


@pytest.fixture(scope="module")
def bare() -> Iterator[Stack]:
    with start_stack(prepared=False) as servers:
        yield servers


def test_an_image_is_small_has_no_shell_and_an_ordinary_user(
    built: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = {part: images.megabytes(image) for part, image in built.items()}
    with capsys.disabled():
        sys.stdout.write(f"\nMegabytes: { {part: round(size) for part, size in sizes.items()} }\n")
    assert max(sizes.values()) <= MAX_MEGABYTES
    for image in built.values():
        assert images.settings_of(image)["User"] == str(images.USER)
        with images.mounted(image) as root:
            shells = [path for name in ("sh", "bash", "dash") for path in root.rglob(f"bin/{name}")]
            programs = {
                path.name for folder in ("bin", "usr/bin", "usr/sbin") for path in (root / folder).glob("*")
            }
            assert shells == []
            assert not programs & {"apt-get", "dpkg", "perl", "env", "su", "mount"}
            writable = [path for path in (root / "app").rglob("*") if os.stat(path).st_uid == images.USER]
            assert writable == []


async def test_the_images_prepare_empty_servers_and_serve_from_a_root_they_cannot_write(
    built: dict[str, str], bare: Stack, tmp_path: Path
) -> None:
    variables = environment.of_setup(bare.state, bare.ports, bare.servers, bare.passwords)
    (tmp_path / "setup").mkdir()
    await asyncio.to_thread(images.finished, built["setup"], tmp_path / "setup", variables)
    kept = {"MEDIA_DIR": "/var/lib/wangi", "WEB_DIR": "/app/web"}
    async with aiohttp.ClientSession() as http:
        with images.all_started(built, tmp_path, bare.parts, kept) as logs:
            for part in environment.PARTS:
                await _until_ready(http, bare.parts[part]["PORT"], logs[part])
            async with http.get(f"http://127.0.0.1:{bare.ports.gateway}/") as home:
                assert (home.status, "text/html" in home.headers["content-type"]) == (200, True)
            async with http.get(f"http://127.0.0.1:{bare.ports.gateway}/api/v1/products") as listings:
                assert listings.status == 200, await listings.text()


async def _until_ready(http: aiohttp.ClientSession, port: str, log: Path) -> None:
    for _ in range(PATIENCE * 5):
        try:
            async with http.get(f"http://127.0.0.1:{port}/readyz") as answer:
                if answer.status == 200:
                    return
        except aiohttp.ClientError:
            pass
        await asyncio.sleep(0.2)
    raise AssertionError((await asyncio.to_thread(log.read_text))[-3000:])


def test_the_operators_command_needs_no_shell(built: dict[str, str], tmp_path: Path) -> None:
    printed = images.finished(built["auction"], tmp_path, {}, ["wangi", "reconcile", "--help"])
    assert "usage:" in printed, printed


def test_an_image_trusts_the_authorities_and_can_read_pictures_and_time_zones(
    built: dict[str, str], tmp_path: Path
) -> None:
    program = """
import io, ssl, zoneinfo
import argon2, asyncpg, cramjam, hiredis, mjml, obstore, pyroaring, uvloop
import cryptography.hazmat.bindings._rust
from PIL import Image
assert len(ssl.create_default_context().get_ca_certs()) > 50
zoneinfo.ZoneInfo("Asia/Kuala_Lumpur")
for kind in ("JPEG", "PNG", "WEBP", "AVIF"):
    kept = io.BytesIO()
    Image.new("RGB", (64, 64)).save(kept, kind)
    Image.open(io.BytesIO(kept.getvalue())).load()
"""
    images.finished(built["catalog"], tmp_path, {}, ["python", "-c", program])
