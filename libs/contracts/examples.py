"""Examples for JSON Schemas on documentation pages."""

from typing import Any

from pydantic.alias_generators import to_camel

MOMENT = "2026-11-26T12:00:00Z"
UUID = "6f1c1f6e-5f0b-5d3c-9a55-0d1f4a8e2b77"
_DEPTH = 6
_FORMATS = {"date-time": MOMENT, "date": MOMENT[:10], "uuid": UUID}
# Examples by field name.
_TEXTS = {
    "username": "aisyah", "sellerName": "aisyah", "displayName": "Aisyah", "email": "aisyah@example.com",
    "name": "Interlude Man", "productName": "Interlude Man", "title": "Interlude Man", "brand": "Amouage",
    "description": "Worn five times, kept in its box.", "city": "Petaling Jaya", "state": "Selangor",
    "postcode": "46000", "country": "MY", "currency": "MYR", "phone": "+60123456789", "courier": "Pos Laju",
    "trackingNumber": "EN123456789MY", "language": "en", "cursor": "eyJpZCI6M30", "nextCursor": "eyJpZCI6M30",
    "message": "Saved.", "code": "conflict", "requestId": UUID, "content": "Is it still there?",
    "text": "Is it still there?", "words": "The photographs are of another bottle.",
    "reason": "The photographs are of another bottle.", "url": "https://wangi.example/product/3",
    "imageUrl": "/api/images/3.webp", "image": "/api/images/3.webp", "slug": "interlude-man",
    "profileImage": "/api/portraits/3.webp", "status": "active", "outcome": "sold", "boxCondition": "good",
    "batchCode": "0123A", "ip": "192.0.2.7", "kind": "listing", "currencyCode": "MYR",
}  # fmt: skip
_NUMBERS = {"purchaseYear": 2024, "remainingPercentage": 90, "volume": 100, "width": 640, "height": 640,
            "bidIncrement": 10, "windowSeconds": 120, "seconds": 120, "capSeconds": 3600, "rating": 5,
            "stars": 5}  # fmt: skip
# Examples by parameter name, where the schema is not specific enough.
_HEX = "0a1b2c3d4e5f67890a1b2c3d4e5f6789"
_IN_ADDRESSES = {
    "brand": "Guerlain", "code": "5C01", "q": "oud", "from": "2026-11-01", "to": "2026-11-30", "until": 1_796_083_200,
    "token": _HEX, "mac": _HEX, "name": f"{_HEX}-320.webp", "session_id": _HEX, "passkey_id": "kq3Jx0aVQm2S1r8yT6cZtA",
    "provider": "google",
}  # fmt: skip
_RINGGIT = ("price", "amount", "bid", "total", "fee", "maximum")
_PEOPLE = ("seller", "bidder", "buyer", "user", "winner", "other", "author", "staff")
_UNUSUAL = ("isDeleted", "isBanned", "isRemoved", "deleted", "removed", "banned", "expired", "truncated")


def example_of(schema: dict[str, Any], models: dict[str, Any], name: str = "", depth: int = 0) -> Any:
    """Returns an example that matches the schema. References are resolved with `models`."""
    if "$ref" in schema:
        return example_of(models[schema["$ref"].rsplit("/", 1)[1]], models, name, depth)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        # Null at the depth limit, if allowed.
        last = depth >= _DEPTH and {"type": "null"} in choices
        return None if last else example_of(choices[0], models, name, depth)
    written = [schema.get("example"), schema.get("const"), schema.get("default"), *schema.get("enum", ())]
    if (own := next((value for value in written if value is not None), None)) is not None:
        return own
    match schema.get("type"):
        case "array":
            least = min(schema.get("minItems", depth < _DEPTH), schema.get("maxItems", 1))
            return [example_of(schema.get("items", {}), models, name, depth + 1)] * least
        case "object":
            return _object(schema.get("properties", {}), models, name, depth)
        case kind:
            return _plain(str(kind), schema, name)


def example_in_address(parameter: dict[str, Any]) -> Any:
    """An example of a path or query parameter, consistent with body fields of the same name."""
    name, schema = parameter["name"], parameter["schema"]
    if "enum" in schema:
        return schema["enum"][0]
    return _IN_ADDRESSES.get(name, example_of(schema, {}, to_camel(name)))


def _object(fields: dict[str, Any], models: dict[str, Any], name: str, depth: int) -> dict[str, Any]:
    made = {field: example_of(one, models, field, depth + 1) for field, one in fields.items()}
    return made | ({"name": _TEXTS["username"]} if name in _PEOPLE and "name" in fields else {})


def _plain(kind: str, schema: dict[str, Any], name: str) -> Any:
    if kind == "string":
        return _text(schema, name)
    if kind in ("integer", "number"):
        return _number(schema, name, kind)
    return name not in _UNUSUAL if kind == "boolean" else None


def _text(schema: dict[str, Any], name: str) -> str:
    if "format" in schema:
        return _FORMATS.get(schema["format"], "text")
    least, most = schema.get("minLength", 0), schema.get("maxLength", 100)
    if "pattern" in schema and name not in _TEXTS:
        return "3".ljust(least, "3")
    return _TEXTS.get(name, "text")[:most].ljust(least, "x")


def _number(schema: dict[str, Any], name: str, kind: str) -> int | float:
    usual = 64_000 if "sen" in schema.get("description", "").split() else 3
    if name.endswith(("Id", "Ids")):  # A different id per field, so that readers can tell them apart.
        usual = 10 + sum(map(ord, name)) % 900
    elif name in _NUMBERS:
        usual = _NUMBERS[name]
    elif kind == "number" and name.lower().endswith(_RINGGIT):
        usual = 640
    found = max(schema.get("minimum", 0), min(usual, schema.get("maximum", usual)))
    return float(found) if kind == "number" else int(found)
