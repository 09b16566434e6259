"""Texts of a prerendered auction page. No I/O."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

# The shop's time zone. The app shows the end in the reader's time zone.
ZONE = ZoneInfo("Asia/Kuala_Lumpur")
# Date format of browsers in British English.
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec")


def words_of(auction: dict[str, Any]) -> dict[str, str]:
    """Texts as in the app (frontend/src/features/auctions). An empty text removes its part of the page."""
    product = auction["product"]
    if not product.get("name") or auction["status"] == "cancelled":
        return {}
    running = auction["status"] == "active"
    price = auction.get("finalPrice") or auction["currentBid"] or auction["startingPrice"]
    at_once = auction.get("outcome") == "bought_now"
    whole, _, sen = f"{price:,.2f}".partition(".")
    volume, percent = product["volume"], product["remainingPercentage"]
    left = volume * percent / 100
    end = datetime.fromisoformat(auction["endsAt"]).astimezone(ZONE)
    date = f"{end.day} {MONTHS[end.month - 1]} {end.year}"
    return {
        "lot": str(auction["id"]),
        "name": product["name"],
        "brand": product["brand"],
        "percent": str(percent),
        "left": str(int(left + 0.5)),
        **glass(percent),
        "volume": str(volume),
        "perMl": f"RM\u00a0{_to_sen(price / left):,.2f}" if left else "",
        "whole": whole,
        "sen": "" if sen == "00" else f".{sen}",
        "clock": "" if at_once else f"{end:%H:%M}" if running else f"{end:%H:%M:%S}",
        "date": "" if at_once else date,
        "end": f"{date}, {end:%H:%M}",
        "running": "yes" if running else "",
        "over": "" if running else "yes",
        _price_label(auction, running=running): "yes",
    }


def _price_label(auction: dict[str, Any], *, running: bool) -> str:
    if auction.get("finalPrice") is not None:
        return "sold"
    if running:
        return "bid"
    return "start" if auction["currentBid"] is None else "highest"


def _to_sen(ringgit: float) -> float:
    """Half a sen is rounded up, as in the app."""
    return int(ringgit * 100 + 0.5) / 100


def glass(percent: int) -> dict[str, str]:
    """Attributes of the drawn bottle (frontend/src/shared/listings/bottle.tsx)."""
    depth = 17 * percent / 100
    juice = "pandan" if percent > 90 else "ambar" if percent > 50 else "rosella"
    return {
        "glassTop": f"{28.5 - depth:g}",
        "glassDepth": f"{depth:g}",
        "juice": f"fill-{juice}-liquid" if percent else "fill-wash-2",
    }
