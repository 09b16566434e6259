"""The layers of a service: the same files by the same names in all six."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.test_rules import CODE, ROOT, SERVICES, name_of, tree_of

# What the files of a layer may be called: a noun of the service, the same in every layer.
NOUNS = {
    "admin": {
        "appeals", "audit", "bidding", "bulk", "cases", "deals", "internal", "measures", "payments",
        "platform_rules",
        "restrictions", "risk", "settings", "signals", "staff_lists", "strikes", "tail", "takeovers",
        "trimming", "visits",
    },
    "auth": {
        "accounts", "addresses", "api_keys", "bans", "bulk", "credentials", "erasure", "export", "guess_counts",
        "internal", "keys", "lots", "mails", "measures", "notices", "outbid_mails", "passkeys", "passwords",
        "pictures", "profile", "proofs", "providers", "pushes", "recovery", "restrictions", "roles", "second_factor",
        "sessions", "signals", "staff_lists", "standing", "tokens", "trimming", "webhook_addresses",
        "webhook_deliveries", "webhooks",
    },
    "catalog": {
        "auctions", "batch_codes", "boosts", "browsing", "bulk", "copies", "csv_import", "dashboard", "drafts",
        "export", "favourites", "filters", "forgetting", "index", "internal", "link_pictures", "looks", "pictures",
        "products", "reports", "reservations", "revisions", "risk_flags", "same_pictures", "saved_searches", "search",
        "sellers", "staff_bulk", "staff_lists", "views", "vocabulary",
    },
    "auction": {
        "ended_lots", "auctions", "batches", "bids", "contradictions", "departures", "drafts", "ends", "export",
        "internal", "listings", "maximums", "notifications", "own_auctions", "people", "sales", "strikes",
        "terms", "voids",
    },
    "boost": {
        "appeals", "boosts", "cancellations", "deadlines", "disputes", "e_invoices", "evidence", "export",
        "forgetting", "internal",
        "mismatches", "notifications", "orders", "packages", "payment_methods", "payments", "payout_holds", "payouts",
        "products", "protection", "receipts", "refunds", "second_person", "staff_acts", "trades", "trimming", "waiting",
        "wallet",
    },
    "messaging": {
        "bulk", "cancellations", "cards", "conversations", "copies", "deals", "export", "favourite_offers", "figures",
        "files", "forgetting", "internal", "message_batches", "messages", "offers", "orders", "people", "reports",
        "review_pictures", "reviews", "sales", "shipments", "staff_bulk", "staff_lists", "verification",
    },
}  # fmt: skip
# And what only this layer has: how it is done, not what it is about.
PARTS = {
    "routes": {"dependencies", "staff", "bid_middleware", "list_middleware"},
    "domain": {
        "refusals", "fold", "guessing", "local_time", "limits", "listing_sets", "order", "packed_listings",
        "protection_page", "push_encryption",
        "safety", "words",
    },
    "schemas": {"figures", "lots"},
    "queries": {"answers", "figures", "public", "search_counts", "touched_listings"},
    "service": {
        "auction_notices", "auth_services", "boost_notices", "message_notices", "money_notices",
        "case_work", "record_bids", "case_notices", "mail_templates", "mail_transport",
        "oidc", "password_hashing", "provider_accounts", "push_keys", "push_sending", "rekeying",
        "staff", "webhook_calls", "webhook_facts",
        "webhook_sending",
        "auction_client", "boost_client", "cancel_commands", "cancellations", "changes", "checks", "closing",
        "delivery_waits", "facts",
        "listing_commands", "sale_facts",
        "commands", "crediting", "deal_views", "holding", "lateness", "one_by_one", "payout_outcomes",
        "payout_sending", "payout_views",
        "polling", "stream_places",
        "reconciling", "returns", "settling", "setup",
        "saving", "sequencer", "deal_commands", "deal_facts", "held_money", "message_queue", "notification_queue",
        "reminders", "signing", "views",
    },
}  # fmt: skip
STATEMENTS = {"select", "insert", "update", "delete", "text"}
# A request's transaction is the session that its route takes. These open their own:
TRANSACTIONS = {
    # work that is started by the clock, each piece safe by itself
    "services/admin/service/cases.py",
    "services/admin/service/record_bids.py",
    "services/admin/service/trimming.py",
    "services/admin/service/visits.py",
    "services/auction/jobs.py",
    "services/auction/service/departures.py",
    "services/auction/service/drafts.py",
    "services/messaging/service/cards.py",
    "services/messaging/service/favourite_offers.py",
    "services/messaging/service/files.py",
    "services/messaging/service/reminders.py",
    "services/messaging/service/review_pictures.py",
    "services/messaging/service/reviews.py",
    "services/messaging/service/verification.py",
    "services/messaging/service/offers.py",
    "services/boost/service/boosts.py",
    "services/boost/service/notifications.py",
    "services/boost/service/payment_methods.py",
    "services/boost/service/payout_sending.py",
    "services/boost/service/polling.py",
    "services/boost/service/reconciling.py",
    "services/boost/service/deadlines.py",
    "services/catalog/jobs/numbers.py",
    "services/catalog/jobs/pictures.py",
    "services/catalog/service/boosts.py",
    "services/catalog/service/browsing.py",
    "services/catalog/service/reservations.py",
    "services/catalog/service/looks.py",
    "services/catalog/service/same_pictures.py",
    "services/catalog/service/saved_searches.py",
    "services/catalog/service/vocabulary.py",
    # an upload: drawn before any transaction, because it takes its time
    "services/boost/service/evidence.py",
    "services/catalog/service/pictures.py",
    # a call of the other service stands between two transactions, so that none waits for it
    "services/auction/service/auctions.py",
    "services/boost/service/cancellations.py",
    "services/boost/service/commands.py",
    "services/boost/service/crediting.py",
    "services/boost/service/mismatches.py",
    "services/boost/service/payments.py",
    "services/boost/service/refunds.py",
    "services/boost/service/setup.py",
    "services/catalog/service/listing_commands.py",
    "services/messaging/service/cancel_commands.py",
    "services/messaging/service/deal_commands.py",
    # many listings in one request, each by itself
    "services/catalog/service/dashboard.py",
    # auth: guesses are counted and passwords hashed before the transaction, other processes told after it
    # (0012)
    "services/auth/routes/accounts.py",
    "services/auth/routes/api_keys.py",
    "services/auth/routes/passkeys.py",
    "services/auth/routes/profile.py",
    "services/auth/routes/recovery.py",
    "services/auth/routes/second_factor.py",
    "services/auth/routes/staff.py",
    "services/auth/routes/webhooks.py",
    "services/auth/service/accounts.py",
    "services/auth/service/api_keys.py",
    "services/auth/service/erasure.py",
    "services/auth/service/guess_counts.py",
    "services/auth/service/keys.py",
    "services/auth/service/mails.py",
    "services/auth/service/outbid_mails.py",
    "services/auth/service/passkeys.py",
    "services/auth/service/pictures.py",
    "services/auth/service/proofs.py",
    "services/auth/service/provider_accounts.py",
    "services/auth/service/providers.py",
    "services/auth/service/push_keys.py",
    "services/auth/service/push_sending.py",
    "services/auth/service/recovery.py",
    "services/auth/service/rekeying.py",
    "services/auth/service/webhook_sending.py",
    # read at one moment, however many statements it takes
    "services/catalog/queries/index.py",
}


def folders(service: str, layer: str) -> list[Path]:
    return [
        path for path in sorted((ROOT / "services" / service / layer).glob("*.py")) if path.stem != "__init__"
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_the_files_of_a_layer_are_called_by_the_nouns_of_the_service(service: str) -> None:
    for layer, parts in PARTS.items():
        for path in folders(service, layer):
            assert path.stem in NOUNS.get(service, set()) | parts, (
                f"{name_of(path)} is called by no known noun"
            )


@pytest.mark.parametrize("service", SERVICES)
def test_what_routes_share_is_in_dependencies_and_refusals_are_in_one_place(service: str) -> None:
    folder = ROOT / "services" / service
    if (folder / "routes").is_dir():
        assert (folder / "routes" / "dependencies.py").exists()
    for path in (folder / "domain").glob("*.py"):
        refusals = [
            node.name
            for node in tree_of(path).body
            if isinstance(node, ast.ClassDef)
            and "DomainError" in {getattr(base, "id", "") for base in node.bases}
        ]
        assert path.stem == "refusals" or refusals == [], name_of(path)


@pytest.mark.parametrize("path", [p for p in CODE if p.name == "__init__.py"], ids=name_of)
def test_a_package_file_says_what_the_package_is_and_nothing_else(path: Path) -> None:
    assert len(tree_of(path).body) == 1


@pytest.mark.parametrize("service", SERVICES)
def test_sql_is_written_in_queries_only(service: str) -> None:
    for path in (ROOT / "services" / service).rglob("*.py"):
        inside = path.relative_to(ROOT / "services" / service)
        if inside.parts[0] in {"tests", "migrations", "queries", "queries.py", "models"}:
            continue  # a model may name the rows of a partial index
        imported = {
            alias.name
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("sqlalchemy", "sqlmodel"))
            for alias in node.names
        }
        assert not imported & STATEMENTS, f"SQL outside queries: {name_of(path)}"


_SQL = re.compile(
    r"\bSELECT\b.*\bFROM\b|\bSELECT \w+\(|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bLOCK TABLE\b"
    r"|\bWITH \w+ AS\b|\bTRUNCATE \w|\b(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|FUNCTION)\b|\bSET LOCAL\b"
    r"|\bON CONFLICT\b|\bFOR UPDATE\b",
    re.S,
)
_SENDING = {"execute", "executemany", "exec_driver_sql", "fetch", "fetchrow", "fetchval", "scalar", "scalars"}


def statements(tree: ast.Module) -> list[int]:
    """Return the lines with SQL: words of a statement in a string, or a string handed to a connection."""
    found = list[int]()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _SQL.search(node.value)
            or (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in _SENDING
                and node.args
                and isinstance(node.args[0], ast.JoinedStr | ast.Constant)
            )
        ):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("service", SERVICES)
def test_no_string_outside_queries_holds_a_statement(service: str) -> None:
    for path in (ROOT / "services" / service).rglob("*.py"):
        inside = path.relative_to(ROOT / "services" / service)
        if inside.parts[0] not in {"tests", "migrations", "queries", "queries.py", "models", "models.py"}:
            assert statements(tree_of(path)) == [], f"SQL outside queries: {name_of(path)}"


def test_a_statement_is_known_however_it_is_sent() -> None:
    """The control."""
    for source in (
        'SAVE = f"""\nWITH held AS MATERIALIZED ({x}) SELECT yes FROM same"""',
        'await session.execute("VACUUM")',
        "await connection.fetchval(f'{x}', 1)",
        'SAVE = "insert", "INSERT INTO bids VALUES ($1)"',
    ):
        assert statements(ast.parse(source)), source
    assert statements(ast.parse('"""Select a bid from the list."""\nawait orders.fetch(ref)')) == []


@pytest.mark.parametrize("service", SERVICES)
def test_only_named_modules_open_a_transaction_of_their_own(service: str) -> None:
    for path in (ROOT / "services" / service).rglob("*.py"):
        if "tests" in path.parts:
            continue
        opened = [
            node.lineno
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "transaction"
            and getattr(node.func.value, "attr", getattr(node.func.value, "id", ""))
            in {"database", "_database"}
        ]
        assert opened == [] or name_of(path) in TRANSACTIONS, f"{name_of(path)}: {opened}"


@pytest.mark.parametrize("path", sorted(TRANSACTIONS))
def test_each_module_that_is_named_does_open_one(path: str) -> None:
    assert ".transaction()" in (ROOT / path).read_text()
