"""Writes docs/protected-purchase.md from the table that the service decides by."""

from pathlib import Path

from services.boost.domain.protection_page import as_markdown

DOCUMENT = Path(__file__).parents[2] / "docs/protected-purchase.md"

if __name__ == "__main__":
    DOCUMENT.write_text(as_markdown())
