import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files


class Routes:
    """Path templates such as `/api/auctions/{auction_id}`."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_length: dict[int, list[list[str]]] = {}
        for path in paths:
            segments = path.strip("/").split("/")
            self._by_length.setdefault(len(segments), []).append(segments)

    def knows(self, path: str) -> bool:
        """True if a path has any route. Parameters are validated by the service."""
        segments = path.strip("/").split("/")
        return any(
            all(own == sent or own.startswith("{") for own, sent in zip(route, segments, strict=True))
            for route in self._by_length.get(len(segments), ())
        )


@cache
def routes_of_the_contract() -> Routes:
    """The routes of the committed contract, read once per process."""
    return Routes(json.loads((files("gateway") / "openapi.json").read_bytes())["paths"])
