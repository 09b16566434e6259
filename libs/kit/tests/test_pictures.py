import asyncio
import io
import json
import math
import subprocess
import sys
import time
import zlib
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from libs.kit.errors import RateLimited, Unavailable
from libs.kit.media import pictures
from libs.kit.media.picture_worker import MAX_SCANS
from libs.kit.media.pictures import (
    WORKER,
    InvalidImage,
    PictureTooLarge,
    Sizes,
    redraw,
)
from libs.kit.media.turns import MAX_OF_PERSON, PersonalTurns, Turns
from libs.kit.tests.makers import ACCEPTED_IMAGES, REFUSED, TOO_LARGE, chunk, image_bytes, with_place
from tests.support.pace import on_this_machine

SIZES: Sizes = {"small": (96, 96), "large": 512}
PERSON, SELLER = 1, 2


@cache
def cpu_seconds(moment: int) -> int:
    return math.ceil(on_this_machine(pictures.CPU_SECONDS))


@pytest.fixture(autouse=True)
def fresh_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test gets an empty queue and a fresh budget."""
    turns = Turns(pictures.AT_ONCE, pictures.WAITING)
    monkeypatch.setattr(pictures, "_TURNS", turns)
    monkeypatch.setattr(pictures, "_PERSONAL", PersonalTurns(turns, pictures.CPU_SECONDS_A_MINUTE))
    monkeypatch.setattr(pictures, "CPU_SECONDS", cpu_seconds(int(time.monotonic() / 10)))


def profile_bomb() -> bytes:
    plain = image_bytes("PNG")
    bomb = chunk(b"iCCP", b"k\0\0" + zlib.compress(b"\0" * 400_000_000, 9))
    return plain[:33] + bomb + plain[33:]


@pytest.mark.quiet  # A worker has five seconds.
@pytest.mark.parametrize("kind", ACCEPTED_IMAGES)
async def test_picture_is_stored_as_plain_pixels(kind: str) -> None:
    """P-G3"""
    made = await redraw(ACCEPTED_IMAGES[kind](), SIZES, PERSON)
    assert set(made) == {"small", "large"}
    for picture in made.values():
        with Image.open(io.BytesIO(picture.content)) as seen:
            seen.load()
            assert (seen.format, seen.size) == ("WEBP", (picture.width, picture.height))
            assert getattr(seen, "n_frames", 1) == 1
            assert not dict(seen.getexif())
            assert not {"exif", "xmp", "icc_profile", "comment"} & seen.info.keys()
        assert max(seen.size) <= 512
        for foreign in (b"script", b"svg", b"PK\x03\x04", b"evil", b"camera", b"EXIF", b"XMP "):
            assert foreign not in picture.content
    assert made["small"].width == made["small"].height <= 96


@pytest.mark.parametrize("kind", REFUSED)
async def test_non_picture_is_refused(kind: str) -> None:
    """P-G3"""
    with pytest.raises(InvalidImage, match="^Invalid file type$"):
        await redraw(REFUSED[kind](), SIZES, PERSON)


@pytest.mark.parametrize("kind", TOO_LARGE)
async def test_oversized_picture_is_refused(kind: str) -> None:
    with pytest.raises(PictureTooLarge, match="^File too large$"):
        await redraw(TOO_LARGE[kind](), SIZES, PERSON)


async def test_bomb_in_colour_profile_ends_only_its_worker() -> None:
    with pytest.raises((InvalidImage, PictureTooLarge)):
        await redraw(profile_bomb(), SIZES, PERSON)
    assert await redraw(image_bytes("PNG"), SIZES, PERSON)


async def test_picture_is_rotated_upright_and_cropped_from_centre() -> None:
    made = await redraw(with_place(), {"whole": 300, "frame": (200, 100), "bigger": 4000}, PERSON)
    assert (made["whole"].width, made["whole"].height) == (200, 300)
    assert (made["frame"].width, made["frame"].height) == (200, 100)
    assert (made["bigger"].width, made["bigger"].height) == (400, 600)


@pytest.mark.quiet  # A worker has five seconds.
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "1", "I;16"])
async def test_big_picture_stays_within_memory_limit(mode: str) -> None:
    """M10"""
    big = image_bytes("PNG", mode, size=(6300, 6300))
    made = await redraw(big, {"large": 1600, "small": (96, 96)}, PERSON)
    assert (made["large"].width, made["large"].height) == (1600, 1600)


async def test_transparent_picture_stays_transparent() -> None:
    for kind in ("png with alpha", "png with a see-through colour", "gif with a see-through colour"):
        made = await redraw(ACCEPTED_IMAGES[kind](), {"small": 96}, PERSON)
        assert Image.open(io.BytesIO(made["small"].content)).mode == "RGBA"


async def test_too_many_concurrent_people_are_refused() -> None:
    answers = await asyncio.gather(
        *(redraw(image_bytes("PNG"), {"s": 9}, person) for person in range(24)), return_exceptions=True
    )
    assert sum(isinstance(answer, dict) for answer in answers) == pictures.AT_ONCE + pictures.WAITING
    assert sum(isinstance(answer, Unavailable) for answer in answers) == 6
    assert await redraw(image_bytes("PNG"), {"s": 9}, PERSON)


async def test_slow_pictures_of_one_person_do_not_delay_others() -> None:
    attack = [asyncio.create_task(redraw(with_scans(30), SIZES, PERSON)) for _ in range(18)]
    await asyncio.sleep(0)
    assert await redraw(image_bytes("JPEG"), SIZES, SELLER)
    assert not all(task.done() for task in attack)
    answers = await asyncio.gather(*attack, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, RateLimited)]
    assert len(refused) == 18 - MAX_OF_PERSON


async def test_slow_pictures_use_up_a_persons_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = PersonalTurns(Turns(1, 1), budget_seconds=0.001, window_seconds=10**9)
    monkeypatch.setattr(pictures, "_PERSONAL", turns)
    assert await redraw(image_bytes("PNG"), {"s": 9}, PERSON)
    with pytest.raises(RateLimited):
        await redraw(image_bytes("PNG"), {"s": 9}, PERSON)
    assert await redraw(image_bytes("PNG"), {"s": 9}, SELLER)


def with_scans(count: int) -> bytes:
    out = io.BytesIO()
    shades = Image.radial_gradient("L").resize((3000, 3000)).convert("RGB")
    shades.save(out, "JPEG", quality=50, progressive=True)
    data = out.getvalue().removesuffix(b"\xff\xd9")
    last = data[data.rindex(b"\xff\xda") :]
    return data + last * (count - data.count(b"\xff\xda")) + b"\xff\xd9"


async def test_jpeg_with_too_many_scans_is_refused() -> None:
    assert await redraw(with_scans(MAX_SCANS), SIZES, PERSON)
    with pytest.raises(PictureTooLarge):
        await redraw(with_scans(MAX_SCANS + 1), SIZES, PERSON)


async def test_hanging_worker_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "WALL_SECONDS", 0.001)
    with pytest.raises(InvalidImage):
        await redraw(image_bytes("PNG", size=(6000, 6000)), SIZES, PERSON)


async def test_worker_that_fails_to_start_is_unavailable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "worker.py"
    broken.write_text("import nothing_like_this")
    monkeypatch.setattr(pictures, "WORKER", broken)
    with pytest.raises(Unavailable):
        await redraw(image_bytes("PNG"), SIZES, PERSON)


async def test_worker_sees_no_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spy = tmp_path / "spy.py"
    names = "','.join(sorted(os.environ))"
    head = f"{{'cpu': 0, 'look': None, 'pictures': [[{names}, 1, 1, 0]]}}"
    spy.write_text(f"import json, os, sys; print(json.dumps({head}))")
    monkeypatch.setattr(pictures, "WORKER", spy)
    monkeypatch.setenv("ACCOUNT_SECRET", "canary")
    [seen] = await redraw(image_bytes("PNG"), SIZES, PERSON)
    assert set(seen.split(",")) <= {"LC_ALL", "LC_CTYPE"}


def test_worker_cannot_open_files_or_sockets() -> None:
    attempt = f"""
import runpy, sys, socket
import PIL.Image
def tries(*_, **__):
    for reach in (lambda: open('/etc/hostname'), lambda: socket.socket()):
        try:
            reach()
        except OSError:
            continue
        sys.stdout.write('reached'); sys.stdout.flush()
        raise SystemExit(9)
    raise ValueError
PIL.Image.open = tries
sys.argv = ['worker', '{{"sizes": {{"s": 9}}, "cpu_seconds": 2}}']
runpy.run_path({str(WORKER)!r}, run_name='__main__')
"""
    done = subprocess.run(
        [sys.executable, "-c", attempt], input=b"x", capture_output=True, timeout=30, check=False
    )
    assert done.returncode == 3, done.stderr
    assert set(json.loads(done.stdout)) == {"cpu"}


def test_serving_process_never_loads_the_decoder() -> None:
    loaded = "json.dumps([name for name in ('PIL', 'obstore') if name in sys.modules])"
    check = f"import libs.kit.media.pictures, sys, json; print({loaded})"
    seen = subprocess.run([sys.executable, "-c", check], capture_output=True, timeout=60, check=True)
    assert json.loads(seen.stdout) == []


async def test_blur_is_a_few_bytes() -> None:
    """IMG-09"""
    made = await redraw(image_bytes("JPEG", size=(1200, 800)), {"1600": 1600, "blur": pictures.BLUR}, PERSON)
    assert (made["1600"].width, made["blur"].width, made["blur"].height) == (1200, 16, 11)
    assert made["blur"].data_uri.startswith("data:image/webp;base64,UklGR")
    assert len(made["blur"].data_uri) < 400
