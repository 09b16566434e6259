from collections.abc import Awaitable, Callable
from typing import Any

from deploy.billplz.bank import Bank

Rows = list[dict[str, Any]]
Read = Callable[[str], Awaitable[Rows]]

_FAULTS = {
    "an entry does not sum to zero": (
        "SELECT entry_id FROM ledger_postings GROUP BY entry_id HAVING sum(amount) <> 0"
    ),
    "a balance is not the sum of what came before": (
        "SELECT id FROM (SELECT id, balance, sum(amount) OVER (PARTITION BY account_id ORDER BY number) AS sum "
        "FROM ledger_postings WHERE number IS NOT NULL) AS p WHERE balance <> sum"
    ),
    "a wallet is below zero": (
        "SELECT account_id FROM ledger_postings p JOIN ledger_accounts a ON a.id = account_id "
        "WHERE a.kind = 'wallet' GROUP BY account_id HAVING sum(amount) < 0"
    ),
    "a movement was made twice": "SELECT key FROM ledger_entries GROUP BY key HAVING count(*) > 1",
    "an order or deal was paid twice": (
        "SELECT order_id, deal_id FROM payments WHERE settled_as IN ('order', 'deal') "
        "GROUP BY order_id, deal_id HAVING count(*) > 1"
    ),
    "two payments have one bill": (
        "SELECT bill_id FROM payments WHERE bill_id IS NOT NULL GROUP BY bill_id HAVING count(*) > 1"
    ),
    "two bills can be paid for one order or deal": (
        "SELECT order_id, deal_id FROM payments WHERE status IN ('creating', 'open') "
        "GROUP BY order_id, deal_id HAVING count(*) > 1"
    ),
    "what is set aside is not what orders say": (
        "SELECT 1 FROM (SELECT coalesce(sum(credit), 0) AS sum FROM boost_orders WHERE paid_at IS NULL) AS o "
        "WHERE sum <> (SELECT coalesce(sum(amount), 0) FROM ledger_postings p "
        "JOIN ledger_accounts a ON a.id = account_id WHERE kind = 'held')"
    ),
    "what was sold is not what orders and deals say": (
        "SELECT 1 FROM (SELECT (SELECT coalesce(sum(amount - refunded), 0) FROM boost_orders WHERE paid_at IS NOT NULL)"
        " + (SELECT coalesce(sum(fee), 0) FROM protections WHERE state IN ('released', 'split')) AS sum) AS o "
        "WHERE sum <> (SELECT coalesce(sum(amount), 0) FROM ledger_postings p "
        "JOIN ledger_accounts a ON a.id = account_id WHERE kind = 'sales')"
    ),
    "what came and went is not what payments and payouts say": (
        "SELECT 1 FROM (SELECT (SELECT coalesce(sum(coalesce(came, amount)), 0) FROM payments WHERE status = 'paid')"
        " - (SELECT coalesce(sum(amount), 0) FROM payouts WHERE status = 'completed') AS sum) AS o "
        "WHERE -sum <> (SELECT coalesce(sum(amount), 0) FROM ledger_postings p "
        "JOIN ledger_accounts a ON a.id = account_id WHERE kind = 'provider')"
    ),
    "what is held is not what deals say": (
        "SELECT 1 FROM (SELECT coalesce(sum(amount + fee), 0) AS sum FROM protections "
        "WHERE held_at IS NOT NULL AND ended_at IS NULL) AS o "
        "WHERE sum <> (SELECT coalesce(sum(amount), 0) FROM ledger_postings p "
        "JOIN ledger_accounts a ON a.id = account_id WHERE kind = 'escrow')"
    ),
    "what is under way is not what payouts say": (
        "SELECT 1 FROM (SELECT coalesce(sum(amount), 0) AS sum FROM payouts WHERE ended_at IS NULL) AS o "
        "WHERE sum <> (SELECT coalesce(sum(amount), 0) FROM ledger_postings p "
        "JOIN ledger_accounts a ON a.id = account_id WHERE kind = 'payouts')"
    ),
}  # fmt: skip
_OWN = (
    "SELECT s.id FROM staff_acts s LEFT JOIN payments p ON p.id = s.payment_id "
    "LEFT JOIN boost_orders o ON o.id = p.order_id LEFT JOIN protections d ON d.deal_id = p.deal_id "
    "LEFT JOIN payouts w ON w.id = s.payout_id "
    "WHERE s.staff_id IN (o.seller_id, d.buyer_id, d.seller_id, w.user_id)"
)


async def faults(read: Read) -> list[str]:
    return [name for name, query in _FAULTS.items() if await read(query)]


async def acts_on_own_money(read: Read) -> int:
    return len(await read(_OWN))


async def unlike_the_bank(read: Read, bank: Bank) -> list[str]:
    paid = await read("SELECT bill_id, coalesce(came, amount) AS amount FROM payments WHERE status = 'paid'")
    known = [(bank.bills[item["bill_id"]], item["amount"]) for item in paid if item["bill_id"] in bank.bills]
    return [bill.id for bill, amount in known if not bill.is_paid or bill.paid_amount != amount]
