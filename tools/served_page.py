"""A self-contained page for the gateway, with the style sheet of the API's page."""

import re
from html import escape

BACK = '<p><a href="/developers">Wangi for developers</a></p>\n'


def document(title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
{body}</body>
</html>
"""


def prose(text: str) -> str:
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))
