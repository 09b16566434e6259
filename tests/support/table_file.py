"""What a file of a list says, line by line."""

import csv
import io

from httpx2 import Response


def lines_in(answer: Response) -> list[dict[str, str]]:
    """Return the lines by the names of their cells, without the one that says where a long file ends."""
    found = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    return [item for item in found if None not in item.values()]
