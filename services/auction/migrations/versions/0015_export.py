"""Pages of what one person did: each list of an export follows an index, however long the list is."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

NEW = {
    "ix_auctions_of_seller": "auctions (seller_id, id)",
    "ix_maximums_of_bidder": "maximums (bidder_id, auction_id, most, placed_at)",
    "ix_sales_of_buyer": "sales (buyer_id, auction_id, number)",
    "ix_second_chances_of_bidder": "second_chances (bidder_id, auction_id)",
}
OLD = {
    "ix_auctions_seller_id": "auctions (seller_id)",
    "ix_sales_buyer_id": "sales (buyer_id)",
    "ix_second_chances_bidder_id": "second_chances (bidder_id)",
}


def upgrade() -> None:
    """Forward."""
    exchange(NEW, OLD)


def downgrade() -> None:
    """Back."""
    exchange(OLD, NEW)


def exchange(new: dict[str, str], old: dict[str, str]) -> None:
    """Build indexes while bids go on, then let go of those that they replace; may be begun again."""
    for name, columns in new.items():
        build_index(name, columns)
    for name in old:
        drop_index(name)
