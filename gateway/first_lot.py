"""What the page of an auction says of its lot before the app is here: the words its drawing has places for. Pure."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Asia/Kuala_Lumpur")
"""The shop's own; the app says the end again in the reader's."""


def words_of(auction: dict[str, Any]) -> dict[str, str]:
    """As the app writes them (frontend/src/features/auctions); a word that is empty takes its part away with it."""
    lot = auction.get("product") or {}
    if not lot.get("name") or auction["status"] == "cancelled":
        return {}
    running = auction["status"] == "active"
    price = auction.get("finalPrice") or auction["currentBid"] or auction["startingPrice"]
    whole, _, sen = f"{price:,.2f}".partition(".")
    volume, percent = lot["volume"], lot["remainingPercentage"]
    left = volume * percent / 100
    end = datetime.fromisoformat(auction["endsAt"]).astimezone(ZONE)
    date = f"{end.day} {end:%b %Y}"
    return {
        "lot": str(auction["id"]),
        "name": lot["name"],
        "brand": lot["brand"],
        "percent": str(percent),
        "left": str(int(left + 0.5)),
        "volume": str(volume),
        "perMl": f"RM\u00a0{price / left:,.2f}" if left else "",
        "whole": whole,
        "sen": "" if sen == "00" else f".{sen}",
        "clock": f"{end:%H:%M}" if running else f"{end:%H:%M:%S}",
        "date": date,
        "end": f"{date}, {end:%H:%M}",
        "zone": ZONE.key.replace("_", " "),
        "running": "yes" if running else "",
        "over": "" if running else "yes",
        _price_label(auction, running=running): "yes",
    }


def _price_label(auction: dict[str, Any], *, running: bool) -> str:
    if auction.get("finalPrice") is not None:
        return "sold"
    if auction["currentBid"] is None:
        return "start"
    return "bid" if running else "highest"
