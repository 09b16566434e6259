"""What is shown of a seller's deliveries."""

from libs.kit.http.schemas import Out


class FiguresOut(Out):
    """Figures of a seller's newest hundred deliveries; null while there are fewer than three."""

    # In percent: delivered without a report of the buyer.
    satisfaction: int | None
    # The median from payment to delivery.
    shipping_days: int | None
