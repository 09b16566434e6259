"""Protected purchase: money held for deals, disputes with their evidence, accounts and payouts."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    _ledger()
    _protections()
    _payments()
    _payouts()


def _ledger() -> None:
    op.execute("ALTER TABLE ledger_accounts DROP CONSTRAINT ck_ledger_accounts_kind")
    op.execute(
        "ALTER TABLE ledger_accounts ADD CONSTRAINT ck_ledger_accounts_kind "
        "CHECK (kind IN ('provider', 'held', 'sales', 'wallet', 'escrow', 'payouts'))"
    )
    op.execute("INSERT INTO ledger_accounts (kind) VALUES ('escrow'), ('payouts')")
    op.execute("ALTER TABLE ledger_entries ADD COLUMN deal_id bigint")


def _protections() -> None:
    op.execute("""
        CREATE TABLE protections (
            deal_id bigint CONSTRAINT pk_protections PRIMARY KEY,
            product_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            buyer_id bigint NOT NULL,
            auction_id bigint,
            sale_number int,
            amount bigint NOT NULL CONSTRAINT ck_protections_amount CHECK (amount > 0),
            fee bigint CONSTRAINT ck_protections_fee CHECK (fee >= 0),
            refunded bigint NOT NULL DEFAULT 0
                CONSTRAINT ck_protections_refunded CHECK (refunded BETWEEN 0 AND amount + coalesce(fee, 0)),
            state text NOT NULL CONSTRAINT ck_protections_state CHECK (state IN ('awaiting_funds', 'held',
                'shipped', 'inspection', 'disputed', 'return_requested', 'return_sent', 'released', 'refunded',
                'returned', 'split', 'cancelled', 'outside')),
            version int NOT NULL DEFAULT 0,
            created_at timestamptz NOT NULL,
            held_at timestamptz,
            ship_by timestamptz,
            has_tracking boolean NOT NULL DEFAULT false,
            due_at timestamptz,
            ended_at timestamptz,
            dispute_reason text CONSTRAINT ck_protections_reason CHECK (dispute_reason IN ('not_received',
                'not_as_described', 'counterfeit', 'damaged')),
            dispute_words text NOT NULL DEFAULT '',
            disputed_at timestamptz,
            evidence_until timestamptz,
            decided_by bigint,
            decided_at timestamptz,
            decision_words text NOT NULL DEFAULT '',
            return_tracking text,
            CONSTRAINT ck_protections_held CHECK ((held_at IS NOT NULL AND fee IS NOT NULL)
                OR state IN ('awaiting_funds', 'cancelled', 'outside')),
            CONSTRAINT ck_protections_disputed CHECK (state <> 'disputed' OR due_at IS NULL),
            CONSTRAINT ck_protections_ended CHECK ((ended_at IS NOT NULL) = (state IN ('released', 'refunded',
                'returned', 'split', 'cancelled', 'outside')))
        )""")
    op.execute("CREATE INDEX ix_protections_due ON protections (due_at) WHERE due_at IS NOT NULL")
    op.execute("CREATE INDEX ix_protections_buyer ON protections (buyer_id, deal_id)")
    op.execute("CREATE INDEX ix_protections_seller ON protections (seller_id, deal_id)")
    op.execute("CREATE INDEX ix_protections_disputes ON protections (deal_id) WHERE state = 'disputed'")
    op.execute("CREATE INDEX ix_protections_decided ON protections (deal_id) WHERE decided_at IS NOT NULL")
    op.execute(
        "CREATE INDEX ix_protections_unpaid ON protections (created_at) WHERE state IN ('cancelled', 'outside')"
    )
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "protections")
    op.execute("""
        CREATE TABLE protection_steps (
            deal_id bigint NOT NULL CONSTRAINT fk_protection_steps_deal_id
                REFERENCES protections (deal_id) ON DELETE CASCADE,
            number int NOT NULL,
            event text NOT NULL,
            state text NOT NULL,
            actor_id bigint,
            at timestamptz NOT NULL,
            CONSTRAINT pk_protection_steps PRIMARY KEY (deal_id, number)
        )""")
    grant("boost", "SELECT, INSERT, DELETE", "protection_steps")
    op.execute("""
        CREATE TABLE dispute_evidence (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_dispute_evidence PRIMARY KEY,
            deal_id bigint NOT NULL CONSTRAINT fk_dispute_evidence_deal_id REFERENCES protections (deal_id),
            author_id bigint NOT NULL,
            kind text NOT NULL
                CONSTRAINT ck_dispute_evidence_kind CHECK (kind IN ('statement', 'tracking', 'photograph')),
            words text NOT NULL DEFAULT '',
            token text CONSTRAINT uq_dispute_evidence_token UNIQUE,
            width int,
            height int,
            added_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_dispute_evidence_deal ON dispute_evidence (deal_id, id)")
    op.execute("CREATE INDEX ix_dispute_evidence_author ON dispute_evidence (author_id, id)")
    grant("boost", "SELECT, INSERT", "dispute_evidence")
    op.execute("GRANT UPDATE (words, token) ON dispute_evidence TO wangi_boost")


def _payments() -> None:
    op.execute("ALTER TABLE payments ALTER COLUMN order_id DROP NOT NULL")
    op.execute(
        "ALTER TABLE payments ADD COLUMN deal_id bigint "
        "CONSTRAINT fk_payments_deal_id REFERENCES protections (deal_id) ON DELETE CASCADE"
    )
    op.execute(
        "ALTER TABLE payments ADD CONSTRAINT ck_payments_purpose CHECK (num_nonnulls(order_id, deal_id) = 1)"
    )
    op.execute(
        "CREATE UNIQUE INDEX uq_payments_live_deal ON payments (deal_id) WHERE status IN ('creating', 'open')"
    )
    # A deal is paid by one bill, whatever happens.
    op.execute("CREATE UNIQUE INDEX uq_payments_once_deal ON payments (deal_id) WHERE settled_as = 'deal'")
    op.execute("CREATE INDEX ix_payments_deal ON payments (deal_id, id)")
    op.execute("ALTER TABLE payments DROP CONSTRAINT ck_payments_settled_as")
    op.execute(
        "ALTER TABLE payments ADD CONSTRAINT ck_payments_settled_as "
        "CHECK (settled_as IN ('order', 'deal', 'credit'))"
    )


def _payouts() -> None:
    op.execute("""
        CREATE TABLE payout_accounts (
            user_id bigint CONSTRAINT pk_payout_accounts PRIMARY KEY,
            bank_code text NOT NULL,
            sealed bytea NOT NULL,
            last_four text NOT NULL,
            changed_at timestamptz NOT NULL,
            usable_from timestamptz NOT NULL
        )""")
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "payout_accounts")
    op.execute("""
        CREATE TABLE payouts (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payouts PRIMARY KEY,
            user_id bigint NOT NULL,
            deal_id bigint,
            amount bigint NOT NULL CONSTRAINT ck_payouts_amount CHECK (amount > 0),
            status text NOT NULL CONSTRAINT ck_payouts_status
                CHECK (status IN ('waiting', 'sending', 'sent', 'completed', 'failed')),
            bank_code text NOT NULL,
            sealed bytea NOT NULL,
            last_four text NOT NULL,
            ref text CONSTRAINT uq_payouts_ref UNIQUE,
            client_key text,
            version int NOT NULL DEFAULT 0,
            created_at timestamptz NOT NULL,
            send_at timestamptz NOT NULL,
            due_at timestamptz,
            ended_at timestamptz,
            CONSTRAINT ck_payouts_ended CHECK ((ended_at IS NOT NULL) = (status IN ('completed', 'failed'))),
            CONSTRAINT ck_payouts_due CHECK (due_at IS NULL OR ended_at IS NULL)
        )""")
    op.execute("CREATE INDEX ix_payouts_due ON payouts (due_at) WHERE due_at IS NOT NULL")
    op.execute("CREATE INDEX ix_payouts_user ON payouts (user_id, id)")
    op.execute("CREATE UNIQUE INDEX uq_payouts_key ON payouts (user_id, client_key)")
    grant("boost", "SELECT, INSERT, UPDATE", "payouts")


def downgrade() -> None:
    """Back; refused where money was held."""
    op.execute("DROP TABLE payouts, payout_accounts")
    op.execute("DELETE FROM payments WHERE deal_id IS NOT NULL")
    op.execute("ALTER TABLE payments DROP CONSTRAINT ck_payments_settled_as")
    op.execute(
        "ALTER TABLE payments ADD CONSTRAINT ck_payments_settled_as CHECK (settled_as IN ('order', 'credit'))"
    )
    op.execute("ALTER TABLE payments DROP COLUMN deal_id")
    op.execute("ALTER TABLE payments ALTER COLUMN order_id SET NOT NULL")
    op.execute("DROP TABLE dispute_evidence, protection_steps, protections")
    op.execute("ALTER TABLE ledger_entries DROP COLUMN deal_id")
    op.execute("DELETE FROM ledger_accounts WHERE kind IN ('escrow', 'payouts')")
    op.execute("ALTER TABLE ledger_accounts DROP CONSTRAINT ck_ledger_accounts_kind")
    op.execute(
        "ALTER TABLE ledger_accounts ADD CONSTRAINT ck_ledger_accounts_kind "
        "CHECK (kind IN ('provider', 'held', 'sales', 'wallet'))"
    )
