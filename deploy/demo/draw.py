"""Re-encodes the photographs of the demo: `python -m deploy.demo.draw FOLDER_OF_PHOTOGRAPHS`."""

import asyncio
import sys
from pathlib import Path

from libs.kit.media.pictures import BLUR, redraw_own

HERE = Path(__file__).parent
SIZES = (320, 640, 1024)


async def draw(photographs: list[Path]) -> None:
    """Re-encodes every bottle in three sizes with a blur, and every face in one size."""
    photos, faces = HERE / "photos", HERE / "faces"
    for place in (photos, faces):
        place.mkdir(exist_ok=True)
    for path in photographs:
        if path.name.startswith("avatar-"):
            drawn = await redraw_own(path.read_bytes(), {"face": 512})
            (faces / f"{path.stem}.webp").write_bytes(drawn["face"].content)
        elif not path.name.startswith("hero-"):
            drawn = await redraw_own(path.read_bytes(), {str(size): size for size in SIZES} | {"blur": BLUR})
            for size, picture in drawn.items():
                (photos / f"{path.stem}-{size}.webp").write_bytes(picture.content)


if __name__ == "__main__":
    asyncio.run(draw(sorted(Path(sys.argv[1]).glob("*.jpg"))))
