import io
import itertools
import random
from typing import Any

from PIL import Image

from libs.kit.testing import Service, signed_in

_numbers = itertools.count(1)


def a_picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), **options: Any) -> bytes:
    patches = random.Random(next(_numbers)).randbytes(6 * 4 * 3)
    out = io.BytesIO()
    Image.frombytes("RGB", (6, 4), patches).resize(size, Image.Resampling.NEAREST).save(out, kind, **options)
    return out.getvalue()


async def upload(
    catalog: Service, seller: int, content: bytes | None = None, name: str = "bottle.png"
) -> Any:
    files = {"image": (name, content if content is not None else a_picture(), "image/png")}
    return await catalog.http.post("/api/product-images/uploads", files=files, headers=signed_in(seller))


async def uploaded(catalog: Service, seller: int, count: int = 1) -> list[str]:
    return [(await upload(catalog, seller)).json()["token"] for _ in range(count)]
