"""The ledger: accounts, entries, and postings that sum to zero; and wallets with their running balance."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE ledger_accounts (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_accounts PRIMARY KEY,
            kind text NOT NULL
                CONSTRAINT ck_ledger_accounts_kind CHECK (kind IN ('provider', 'held', 'sales', 'wallet')),
            owner_id bigint,
            number int NOT NULL DEFAULT 0,
            CONSTRAINT ck_ledger_accounts_owner CHECK ((kind = 'wallet') = (owner_id IS NOT NULL)),
            CONSTRAINT uq_ledger_accounts UNIQUE NULLS NOT DISTINCT (kind, owner_id)
        )""")
    op.execute("INSERT INTO ledger_accounts (kind) VALUES ('provider'), ('held'), ('sales')")
    op.execute("""
        CREATE TABLE ledger_entries (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_entries PRIMARY KEY,
            key text NOT NULL CONSTRAINT uq_ledger_entries_key UNIQUE,
            reason text NOT NULL,
            order_id bigint,
            at timestamptz NOT NULL
        )""")
    op.execute("""
        CREATE TABLE ledger_postings (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_postings PRIMARY KEY,
            entry_id bigint NOT NULL CONSTRAINT fk_ledger_postings_entry_id REFERENCES ledger_entries (id),
            account_id bigint NOT NULL CONSTRAINT fk_ledger_postings_account_id REFERENCES ledger_accounts (id),
            amount bigint NOT NULL CONSTRAINT ck_ledger_postings_amount CHECK (amount <> 0),
            number int,
            balance bigint CONSTRAINT ck_ledger_postings_balance CHECK (balance >= 0),
            CONSTRAINT ck_ledger_postings_number CHECK ((number IS NULL) = (balance IS NULL)),
            CONSTRAINT uq_ledger_postings_number UNIQUE (account_id, number)
        )""")
    op.execute("CREATE INDEX ix_ledger_postings_entry ON ledger_postings (entry_id)")
    op.execute("CREATE INDEX ix_ledger_postings_in ON ledger_postings (account_id, number) WHERE amount > 0")
    op.execute("CREATE INDEX ix_ledger_postings_out ON ledger_postings (account_id, number) WHERE amount < 0")
    op.execute("""
        CREATE FUNCTION check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN
            IF (SELECT sum(amount) FROM ledger_postings WHERE entry_id = NEW.entry_id) <> 0 THEN
                RAISE EXCEPTION 'entry % does not sum to zero', NEW.entry_id USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$""")
    op.execute("""
        CREATE CONSTRAINT TRIGGER sum_is_zero AFTER INSERT OR UPDATE ON ledger_postings
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry()""")
    op.execute("""
        CREATE FUNCTION check_balance() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        DECLARE
            before record;
        BEGIN
            IF (NEW.number IS NOT NULL) <>
                (SELECT kind = 'wallet' FROM ledger_accounts WHERE id = NEW.account_id) THEN
                RAISE EXCEPTION 'a wallet has a running balance, and only a wallet'
                    USING ERRCODE = 'check_violation';
            END IF;
            IF NEW.number IS NULL THEN
                RETURN NEW;
            END IF;
            SELECT number, balance INTO before FROM ledger_postings
            WHERE account_id = NEW.account_id AND number IS NOT NULL ORDER BY number DESC LIMIT 1;
            IF NEW.number <> coalesce(before.number, 0) + 1
                OR NEW.balance <> coalesce(before.balance, 0) + NEW.amount THEN
                RAISE EXCEPTION 'posting % of account % does not continue its balance', NEW.number, NEW.account_id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
        END $$""")
    op.execute("""
        CREATE TRIGGER balance_goes_on BEFORE INSERT ON ledger_postings
        FOR EACH ROW EXECUTE FUNCTION check_balance()""")
    # What is written stays as it is, for the service too; its lock of a wallet needs the right to one column.
    grant("boost", "SELECT, INSERT", "ledger_accounts", "ledger_entries", "ledger_postings")
    op.execute("GRANT UPDATE (number) ON ledger_accounts TO wangi_boost")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE ledger_postings, ledger_entries, ledger_accounts")
    op.execute("DROP FUNCTION check_entry(), check_balance()")
