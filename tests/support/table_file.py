import csv
import io

from httpx2 import Response


def lines_in(answer: Response) -> list[dict[str, str]]:
    """Without the note at the end of a long file."""
    found = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    return [item for item in found if None not in item.values()]
