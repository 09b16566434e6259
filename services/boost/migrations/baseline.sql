-- The schema `boost` at 1.0. Do not change it: add a migration.

CREATE FUNCTION check_balance() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
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
        END $$;

CREATE FUNCTION check_entry() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
        BEGIN
            IF (SELECT sum(amount) FROM ledger_postings WHERE entry_id = NEW.entry_id) <> 0 THEN
                RAISE EXCEPTION 'entry % does not sum to zero', NEW.entry_id USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$;

CREATE TABLE boost_packages (
    id int CONSTRAINT pk_boost_packages PRIMARY KEY,
    name text NOT NULL,
    package_type text NOT NULL,
    item_count int NOT NULL,
    price int NOT NULL,
    duration_hours int NOT NULL,
    effective_price numeric(10,2) NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    version int NOT NULL DEFAULT 1,
    CONSTRAINT ck_boost_packages_duration CHECK (duration_hours > 0),
    CONSTRAINT ck_boost_packages_item_count CHECK (item_count > 0),
    CONSTRAINT ck_boost_packages_price CHECK (price >= 0),
    CONSTRAINT ck_boost_packages_type CHECK (package_type IN ('standard', 'premium'))
);
GRANT SELECT ON boost_packages TO wangi_boost;
GRANT UPDATE (name, price, duration_hours, effective_price, is_active, version) ON boost_packages TO
    wangi_boost;
COMMENT ON TABLE boost_packages IS 'record';

CREATE TABLE boost_orders (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_boost_orders PRIMARY KEY,
    seller_id bigint NOT NULL,
    package_id int NOT NULL,
    package_name text NOT NULL,
    package_type text NOT NULL,
    item_count int NOT NULL,
    duration_hours int NOT NULL,
    product_ids bigint[] NOT NULL,
    amount bigint NOT NULL,
    uses_credit boolean NOT NULL,
    credit bigint NOT NULL DEFAULT 0,
    refunded bigint NOT NULL DEFAULT 0,
    status text NOT NULL,
    version int NOT NULL DEFAULT 0,
    client_key text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    failed_at timestamptz,
    paid_at timestamptz,
    CONSTRAINT boost_orders_package_id_fkey FOREIGN KEY (package_id) REFERENCES boost_packages(id),
    CONSTRAINT ck_boost_orders_amount CHECK (amount >= 0),
    CONSTRAINT ck_boost_orders_credit CHECK ((credit >= 0) AND (credit <= amount)),
    CONSTRAINT ck_boost_orders_items CHECK (cardinality(product_ids) = item_count),
    CONSTRAINT ck_boost_orders_paid CHECK ((paid_at IS NOT NULL) = (status IN ('paid', 'refunded'))),
    CONSTRAINT ck_boost_orders_refunded CHECK ((refunded >= 0) AND (refunded <= amount)),
    CONSTRAINT ck_boost_orders_status CHECK (status IN ('pending', 'paid', 'expired', 'cancelled', 'review',
        'refunded'))
);
CREATE INDEX ix_boost_orders_due ON boost_orders (expires_at) WHERE status = 'pending';
CREATE INDEX ix_boost_orders_over ON boost_orders (created_at) WHERE status IN ('expired', 'cancelled');
CREATE INDEX ix_boost_orders_seller ON boost_orders (seller_id, id);
CREATE INDEX ix_boost_orders_status ON boost_orders (status, id);
CREATE UNIQUE INDEX uq_boost_orders_key ON boost_orders (seller_id, client_key);
CREATE UNIQUE INDEX uq_boost_orders_open ON boost_orders (seller_id, package_id, product_ids) WHERE status =
    'pending';
GRANT SELECT, INSERT, UPDATE, DELETE ON boost_orders TO wangi_boost;
COMMENT ON COLUMN boost_orders.package_name IS 'code';
COMMENT ON COLUMN boost_orders.package_type IS 'code';

CREATE TABLE boosts (
    order_id bigint NOT NULL,
    product_id bigint NOT NULL,
    amount bigint NOT NULL,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    CONSTRAINT pk_boosts PRIMARY KEY (order_id, product_id),
    CONSTRAINT boosts_order_id_fkey FOREIGN KEY (order_id) REFERENCES boost_orders(id),
    CONSTRAINT ck_boosts_span CHECK (ends_at >= starts_at)
);
CREATE INDEX ix_boosts_product ON boosts (product_id, ends_at);
GRANT SELECT, INSERT, UPDATE ON boosts TO wangi_boost;

CREATE TABLE protections (
    deal_id bigint CONSTRAINT pk_protections PRIMARY KEY,
    product_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    buyer_id bigint NOT NULL,
    auction_id bigint,
    sale_number int,
    amount bigint NOT NULL,
    fee bigint,
    refunded bigint NOT NULL DEFAULT 0,
    state text NOT NULL,
    version int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    held_at timestamptz,
    ship_by timestamptz,
    has_tracking boolean NOT NULL DEFAULT false,
    due_at timestamptz,
    ended_at timestamptz,
    dispute_reason text,
    dispute_words text NOT NULL DEFAULT '',
    disputed_at timestamptz,
    evidence_until timestamptz,
    decided_by bigint,
    decided_at timestamptz,
    decision_words text NOT NULL DEFAULT '',
    return_tracking text,
    claimed_by bigint,
    claimed_until timestamptz,
    decision_code text,
    decision text,
    decision_amount bigint,
    decision_asked_by bigint,
    appeal_until timestamptz,
    appealed_by bigint,
    appealed_at timestamptz,
    appeal_words text NOT NULL DEFAULT '',
    appeal_outcome text,
    cancelling_since timestamptz,
    CONSTRAINT ck_protections_amount CHECK (amount > 0),
    CONSTRAINT ck_protections_disputed CHECK ((state <> 'disputed') OR (due_at IS NULL)),
    CONSTRAINT ck_protections_ended CHECK ((ended_at IS NOT NULL) = (state IN ('released', 'refunded',
        'returned', 'split', 'cancelled', 'outside'))),
    CONSTRAINT ck_protections_fee CHECK (fee >= 0),
    CONSTRAINT ck_protections_held CHECK (((held_at IS NOT NULL) AND (fee IS NOT NULL)) OR (state IN
        ('awaiting_funds', 'cancelled', 'outside'))),
    CONSTRAINT ck_protections_reason CHECK (dispute_reason IN ('not_received', 'not_as_described',
        'counterfeit', 'damaged')),
    CONSTRAINT ck_protections_refunded CHECK ((refunded >= 0) AND (refunded <= (amount + COALESCE(fee,
        (0)::bigint)))),
    CONSTRAINT ck_protections_appealed CHECK ((state <> 'appealed') OR (due_at IS NULL)),
    CONSTRAINT ck_protections_state CHECK (state IN ('awaiting_funds', 'held', 'shipped', 'inspection',
        'disputed', 'return_requested', 'return_sent', 'released', 'refunded', 'returned', 'split',
        'cancelled', 'outside', 'withheld', 'decided', 'appealed'))
);
CREATE INDEX ix_protections_appealed ON protections (deal_id) WHERE state = 'appealed';
CREATE INDEX ix_protections_buyer ON protections (buyer_id, deal_id);
CREATE INDEX ix_protections_cancelling ON protections (cancelling_since) WHERE cancelling_since IS NOT NULL;
CREATE INDEX ix_protections_decided ON protections (deal_id) WHERE decided_at IS NOT NULL;
CREATE INDEX ix_protections_disputes ON protections (deal_id) WHERE state = 'disputed';
CREATE INDEX ix_protections_due ON protections (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_protections_held ON protections (held_at) INCLUDE (amount, fee) WHERE (held_at IS NOT NULL)
    AND (ended_at IS NULL);
CREATE INDEX ix_protections_seller ON protections (seller_id, deal_id);
CREATE INDEX ix_protections_unpaid ON protections (created_at) WHERE state IN ('cancelled', 'outside');
CREATE INDEX ix_protections_withheld ON protections (deal_id) WHERE state = 'withheld';
GRANT SELECT, INSERT, UPDATE, DELETE ON protections TO wangi_boost;
COMMENT ON COLUMN protections.decision_code IS 'code';
COMMENT ON COLUMN protections.decision IS 'code';
COMMENT ON COLUMN protections.appeal_outcome IS 'code';

CREATE TABLE dispute_evidence (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_dispute_evidence PRIMARY KEY,
    deal_id bigint NOT NULL,
    author_id bigint NOT NULL,
    kind text NOT NULL,
    words text NOT NULL DEFAULT '',
    token text,
    width int,
    height int,
    added_at timestamptz NOT NULL,
    CONSTRAINT uq_dispute_evidence_token UNIQUE (token),
    CONSTRAINT fk_dispute_evidence_deal_id FOREIGN KEY (deal_id) REFERENCES protections(deal_id),
    CONSTRAINT ck_dispute_evidence_kind CHECK (kind IN ('statement', 'tracking', 'photograph'))
);
CREATE INDEX ix_dispute_evidence_author ON dispute_evidence (author_id, id);
CREATE INDEX ix_dispute_evidence_deal ON dispute_evidence (deal_id, id);
GRANT SELECT, INSERT ON dispute_evidence TO wangi_boost;
GRANT UPDATE (words, token) ON dispute_evidence TO wangi_boost;

CREATE TABLE featured_products (
    product_id bigint CONSTRAINT pk_featured_products PRIMARY KEY,
    seller_id bigint NOT NULL,
    order_id bigint,
    version int NOT NULL DEFAULT 0,
    featured_at timestamptz,
    featured_until timestamptz,
    is_warned boolean NOT NULL DEFAULT false,
    CONSTRAINT ck_featured_products CHECK ((featured_at IS NULL) = (featured_until IS NULL))
);
CREATE INDEX ix_featured_products_due ON featured_products (featured_until) WHERE featured_until IS NOT NULL;
CREATE INDEX ix_featured_products_seller ON featured_products (seller_id) WHERE featured_until IS NOT NULL;
CREATE INDEX ix_featured_products_to_warn ON featured_products (featured_until) WHERE (featured_until IS NOT
    NULL) AND (NOT is_warned);
GRANT SELECT, INSERT, UPDATE ON featured_products TO wangi_boost;

CREATE TABLE ledger_accounts (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_accounts PRIMARY KEY,
    kind text NOT NULL,
    owner_id bigint,
    number int NOT NULL DEFAULT 0,
    CONSTRAINT uq_ledger_accounts UNIQUE NULLS NOT DISTINCT (kind, owner_id),
    CONSTRAINT ck_ledger_accounts_kind CHECK (kind IN ('provider', 'held', 'sales', 'wallet', 'escrow',
        'payouts')),
    CONSTRAINT ck_ledger_accounts_owner CHECK ((kind = 'wallet') = (owner_id IS NOT NULL))
);
GRANT SELECT, INSERT ON ledger_accounts TO wangi_boost;
GRANT UPDATE (number) ON ledger_accounts TO wangi_boost;

CREATE TABLE ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_entries PRIMARY KEY,
    key text NOT NULL,
    reason text NOT NULL,
    order_id bigint,
    at timestamptz NOT NULL,
    deal_id bigint,
    CONSTRAINT uq_ledger_entries_key UNIQUE (key)
);
GRANT SELECT, INSERT ON ledger_entries TO wangi_boost;
COMMENT ON TABLE ledger_entries IS 'code';

CREATE TABLE ledger_postings (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_ledger_postings PRIMARY KEY,
    entry_id bigint NOT NULL,
    account_id bigint NOT NULL,
    amount bigint NOT NULL,
    number int,
    balance bigint,
    CONSTRAINT uq_ledger_postings_number UNIQUE (account_id, number),
    CONSTRAINT fk_ledger_postings_account_id FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
    CONSTRAINT fk_ledger_postings_entry_id FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
    CONSTRAINT ck_ledger_postings_amount CHECK (amount <> 0),
    CONSTRAINT ck_ledger_postings_balance CHECK (balance >= 0),
    CONSTRAINT ck_ledger_postings_number CHECK ((number IS NULL) = (balance IS NULL))
);
CREATE INDEX ix_ledger_postings_entry ON ledger_postings (entry_id);
CREATE INDEX ix_ledger_postings_in ON ledger_postings (account_id, number) WHERE amount > 0;
CREATE INDEX ix_ledger_postings_out ON ledger_postings (account_id, number) WHERE amount < 0;
CREATE TRIGGER balance_goes_on BEFORE INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION check_balance();
CREATE CONSTRAINT TRIGGER sum_is_zero AFTER INSERT OR UPDATE ON ledger_postings DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_entry();
GRANT SELECT, INSERT ON ledger_postings TO wangi_boost;

CREATE TABLE payments (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payments PRIMARY KEY,
    order_id bigint,
    amount bigint NOT NULL,
    status text NOT NULL,
    bill_id text,
    url text,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    opened_at timestamptz,
    ask_at timestamptz,
    failures int NOT NULL DEFAULT 0,
    paid_at timestamptz,
    channel text,
    settled_as text,
    deal_id bigint,
    came bigint,
    odd int NOT NULL DEFAULT 0,
    mismatches_published int NOT NULL DEFAULT 0,
    CONSTRAINT uq_payments_bill_id UNIQUE (bill_id),
    CONSTRAINT fk_payments_deal_id FOREIGN KEY (deal_id) REFERENCES protections(deal_id) ON DELETE CASCADE,
    CONSTRAINT fk_payments_order_id FOREIGN KEY (order_id) REFERENCES boost_orders(id) ON DELETE CASCADE,
    CONSTRAINT ck_payments_amount CHECK (amount > 0),
    CONSTRAINT ck_payments_bill CHECK ((bill_id IS NOT NULL) OR (status IN ('creating', 'lost'))),
    CONSTRAINT ck_payments_came CHECK (came > 0),
    CONSTRAINT ck_payments_paid CHECK ((status = 'paid') = (settled_as IS NOT NULL)),
    CONSTRAINT ck_payments_purpose CHECK (num_nonnulls(order_id, deal_id) = 1),
    CONSTRAINT ck_payments_settled_as CHECK (settled_as IN ('order', 'deal', 'credit')),
    CONSTRAINT ck_payments_status CHECK (status IN ('creating', 'open', 'paid', 'deleted', 'lost', 'review'))
);
CREATE INDEX ix_payments_channel ON payments (ask_at) WHERE (ask_at IS NOT NULL) AND (status = 'paid');
CREATE INDEX ix_payments_deal ON payments (deal_id, id);
CREATE INDEX ix_payments_due ON payments (ask_at) WHERE (ask_at IS NOT NULL) AND (status <> 'paid');
CREATE INDEX ix_payments_mismatches_unpublished ON payments (id) WHERE (status = 'review') <> ((mismatches_published %
    2) = 1);
CREATE INDEX ix_payments_order ON payments (order_id, id);
CREATE INDEX ix_payments_review ON payments (id) WHERE status = 'review';
CREATE INDEX ix_payments_unfitting ON payments (id) WHERE (status = 'review') AND (deal_id IS NOT NULL);
CREATE UNIQUE INDEX uq_payments_live ON payments (order_id) WHERE status IN ('creating', 'open');
CREATE UNIQUE INDEX uq_payments_live_deal ON payments (deal_id) WHERE status IN ('creating', 'open');
CREATE UNIQUE INDEX uq_payments_once ON payments (order_id) WHERE settled_as = 'order';
CREATE UNIQUE INDEX uq_payments_once_deal ON payments (deal_id) WHERE settled_as = 'deal';
GRANT SELECT, INSERT, UPDATE, DELETE ON payments TO wangi_boost;
COMMENT ON COLUMN payments.bill_id IS 'code';
COMMENT ON COLUMN payments.url IS 'code';
COMMENT ON COLUMN payments.channel IS 'code';

CREATE TABLE mismatch_decisions (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_mismatch_decisions PRIMARY KEY,
    payment_id bigint NOT NULL,
    case_id bigint NOT NULL,
    decision text NOT NULL,
    reason text NOT NULL,
    staff_id bigint NOT NULL,
    decided_at timestamptz NOT NULL,
    check_at timestamptz,
    outcome text,
    CONSTRAINT fk_mismatch_decisions_payment_id FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE
        CASCADE,
    CONSTRAINT ck_mismatch_decisions_decision CHECK (decision IN ('credit', 'match', 'write_off'))
);
CREATE INDEX ix_mismatch_decisions_due ON mismatch_decisions (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX ix_mismatch_decisions_payment_id ON mismatch_decisions (payment_id);
GRANT SELECT, INSERT ON mismatch_decisions TO wangi_boost;
GRANT UPDATE (reason, check_at, outcome) ON mismatch_decisions TO wangi_boost;
COMMENT ON COLUMN mismatch_decisions.outcome IS 'code';

CREATE TABLE operator_settings (
    name text CONSTRAINT pk_operator_settings PRIMARY KEY,
    is_on boolean NOT NULL,
    changes int NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON operator_settings TO wangi_boost;
COMMENT ON TABLE operator_settings IS 'code';

CREATE TABLE package_changes (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_package_changes PRIMARY KEY,
    package_id int NOT NULL,
    version int NOT NULL,
    name text NOT NULL,
    price int NOT NULL,
    duration_hours int NOT NULL,
    is_active boolean NOT NULL,
    staff_id bigint NOT NULL,
    reason text NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT uq_package_changes UNIQUE (package_id, version),
    CONSTRAINT package_changes_package_id_fkey FOREIGN KEY (package_id) REFERENCES boost_packages(id)
);
GRANT SELECT, INSERT ON package_changes TO wangi_boost;
COMMENT ON TABLE package_changes IS 'record';

CREATE TABLE payment_methods (
    user_id bigint CONSTRAINT pk_payment_methods PRIMARY KEY,
    confirmed_by text NOT NULL,
    confirmed_at timestamptz NOT NULL,
    CONSTRAINT ck_payment_methods_by CHECK (confirmed_by IN ('payment', 'bank_account'))
);
GRANT SELECT, INSERT, DELETE ON payment_methods TO wangi_boost;

CREATE TABLE payment_notifications (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payment_notifications PRIMARY KEY,
    kind text NOT NULL,
    digest bytea NOT NULL,
    raw bytea NOT NULL,
    bill_id text,
    received_at timestamptz NOT NULL,
    check_at timestamptz,
    judged_at timestamptz,
    judgement text,
    CONSTRAINT uq_payment_notifications_digest UNIQUE (digest),
    CONSTRAINT ck_payment_notifications_kind CHECK (kind IN ('callback', 'redirect'))
);
CREATE INDEX ix_payment_notifications_age ON payment_notifications (received_at);
CREATE INDEX ix_payment_notifications_bill ON payment_notifications (bill_id, id);
CREATE INDEX ix_payment_notifications_forged ON payment_notifications (id) WHERE judgement = 'forged';
CREATE INDEX ix_payment_notifications_judgement ON payment_notifications (judgement, id);
CREATE INDEX ix_payment_notifications_waiting ON payment_notifications (check_at) WHERE judged_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_notifications TO wangi_boost;
COMMENT ON COLUMN payment_notifications.digest IS 'code';
COMMENT ON COLUMN payment_notifications.bill_id IS 'code';
COMMENT ON COLUMN payment_notifications.judgement IS 'code';

CREATE TABLE payout_account_changes (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payout_account_changes PRIMARY KEY,
    user_id bigint NOT NULL,
    change text NOT NULL,
    bank_code text NOT NULL,
    last_four text NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT ck_payout_account_changes_change CHECK (change IN ('set', 'dropped', 'renamed'))
);
CREATE INDEX ix_payout_account_changes_age ON payout_account_changes (changed_at);
CREATE INDEX ix_payout_account_changes_user ON payout_account_changes (user_id, id);
GRANT SELECT, INSERT, DELETE ON payout_account_changes TO wangi_boost;

CREATE TABLE payout_accounts (
    user_id bigint CONSTRAINT pk_payout_accounts PRIMARY KEY,
    bank_code text NOT NULL,
    sealed bytea NOT NULL,
    last_four text NOT NULL,
    changed_at timestamptz NOT NULL,
    usable_from timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON payout_accounts TO wangi_boost;

CREATE TABLE payout_holds (
    pair_id bigint CONSTRAINT pk_payout_holds PRIMARY KEY,
    bidder_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    state text NOT NULL,
    step int NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT ck_payout_holds_state CHECK (state IN ('held', 'confirmed', 'cleared'))
);
CREATE INDEX ix_payout_holds_over ON payout_holds (changed_at) WHERE state <> 'held';
CREATE INDEX ix_payout_holds_people ON payout_holds (bidder_id, seller_id);
CREATE INDEX ix_payout_holds_seller ON payout_holds (seller_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON payout_holds TO wangi_boost;

CREATE TABLE payouts (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payouts PRIMARY KEY,
    user_id bigint NOT NULL,
    deal_id bigint,
    amount bigint NOT NULL,
    status text NOT NULL,
    bank_code text NOT NULL,
    sealed bytea NOT NULL,
    last_four text NOT NULL,
    ref text,
    client_key text,
    version int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    send_at timestamptz NOT NULL,
    due_at timestamptz,
    ended_at timestamptz,
    named_at timestamptz,
    trouble text,
    retry_of bigint,
    unanswered_since timestamptz,
    looks int NOT NULL DEFAULT 0,
    due_since timestamptz,
    CONSTRAINT uq_payouts_ref UNIQUE (ref),
    CONSTRAINT uq_payouts_retry_of UNIQUE (retry_of),
    CONSTRAINT fk_payouts_retry_of FOREIGN KEY (retry_of) REFERENCES payouts(id),
    CONSTRAINT ck_payouts_amount CHECK (amount > 0),
    CONSTRAINT ck_payouts_due CHECK ((due_at IS NULL) OR (ended_at IS NULL) OR (status = 'completed')),
    CONSTRAINT ck_payouts_ended CHECK ((ended_at IS NOT NULL) = (status IN ('completed', 'failed',
        'cancelled'))),
    CONSTRAINT ck_payouts_status CHECK (status IN ('waiting', 'sending', 'sent', 'completed', 'failed',
        'cancelled')),
    CONSTRAINT ck_payouts_trouble CHECK (trouble IN ('refused', 'given_back', 'away', 'taken', 'differs',
        'sealed', 'unclear'))
);
CREATE INDEX ix_payouts_due ON payouts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_payouts_failed ON payouts (id) WHERE status = 'failed';
CREATE INDEX ix_payouts_open ON payouts (id) WHERE ended_at IS NULL;
CREATE INDEX ix_payouts_unsent ON payouts (due_since) WHERE (due_since IS NOT NULL) AND (ref IS NULL) AND
    (ended_at IS NULL);
CREATE INDEX ix_payouts_user ON payouts (user_id, id);
CREATE UNIQUE INDEX uq_payouts_key ON payouts (user_id, client_key);
GRANT SELECT, INSERT, UPDATE ON payouts TO wangi_boost;
COMMENT ON COLUMN payouts.bank_code IS 'code';
COMMENT ON COLUMN payouts.sealed IS 'expires';
COMMENT ON COLUMN payouts.ref IS 'code';

CREATE TABLE people (
    user_id bigint CONSTRAINT pk_people PRIMARY KEY,
    username text NOT NULL DEFAULT '',
    image text,
    account_status text NOT NULL DEFAULT 'active',
    suspended_until timestamptz,
    stale boolean NOT NULL DEFAULT true,
    news int NOT NULL DEFAULT 0,
    forgotten_at timestamptz,
    shop_name text NOT NULL DEFAULT '',
    is_verified boolean NOT NULL DEFAULT false,
    joined_at timestamptz,
    CONSTRAINT ck_people_erased CHECK ((account_status <> 'erased') OR ((username = '') AND (shop_name = '') AND
        (image IS NULL))),
    CONSTRAINT ck_people_account_status CHECK (account_status IN ('active', 'banned', 'erased'))
) WITH (fillfactor='80');
CREATE INDEX people_out ON people (user_id) WHERE account_status <> 'active';
CREATE INDEX people_to_ask_for ON people (user_id) WHERE stale;
CREATE INDEX people_to_forget ON people (user_id) WHERE (account_status = 'erased') AND (forgotten_at IS NULL);
GRANT SELECT, INSERT, UPDATE ON people TO wangi_boost;

CREATE TABLE platform_rules (
    name text CONSTRAINT pk_platform_rules PRIMARY KEY,
    value bigint NOT NULL,
    changes int NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON platform_rules TO wangi_boost;
COMMENT ON TABLE platform_rules IS 'code';

CREATE TABLE product_replicas (
    product_id bigint CONSTRAINT pk_product_replicas PRIMARY KEY,
    seller_id bigint NOT NULL,
    name text NOT NULL,
    price bigint NOT NULL,
    image_url text,
    status text NOT NULL DEFAULT 'active'
);
CREATE INDEX ix_product_replicas_of_seller ON product_replicas (seller_id, product_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON product_replicas TO wangi_boost;

CREATE TABLE protection_steps (
    deal_id bigint NOT NULL,
    number int NOT NULL,
    event text NOT NULL,
    state text NOT NULL,
    actor_id bigint,
    at timestamptz NOT NULL,
    CONSTRAINT pk_protection_steps PRIMARY KEY (deal_id, number),
    CONSTRAINT fk_protection_steps_deal_id FOREIGN KEY (deal_id) REFERENCES protections(deal_id) ON DELETE
        CASCADE
);
GRANT SELECT, INSERT, DELETE ON protection_steps TO wangi_boost;
COMMENT ON TABLE protection_steps IS 'code';

CREATE TABLE provider_asks (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_provider_asks PRIMARY KEY,
    asked_at timestamptz NOT NULL,
    share text NOT NULL DEFAULT 'bill',
    CONSTRAINT ck_provider_asks_share CHECK (share IN ('bill', 'word', 'payout', 'channel', 'reconcile',
        'deletion'))
);
CREATE INDEX ix_provider_asks_age ON provider_asks (asked_at);
GRANT SELECT, INSERT, DELETE ON provider_asks TO wangi_boost;

CREATE TABLE receipt_years (
    year int CONSTRAINT pk_receipt_years PRIMARY KEY,
    last int NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON receipt_years TO wangi_boost;

CREATE TABLE receipts (
    order_id bigint CONSTRAINT pk_receipts PRIMARY KEY,
    number text NOT NULL,
    issued_at timestamptz NOT NULL,
    seller_name text NOT NULL,
    tax_name text NOT NULL,
    tax_basis_points int NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    CONSTRAINT uq_receipts_number UNIQUE (number),
    CONSTRAINT receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES boost_orders(id)
);
CREATE INDEX ix_receipts_issued ON receipts (issued_at, order_id);
GRANT SELECT, INSERT ON receipts TO wangi_boost;
GRANT UPDATE (seller_name) ON receipts TO wangi_boost;
COMMENT ON COLUMN receipts.number IS 'code';
COMMENT ON COLUMN receipts.tax_name IS 'code';

CREATE TABLE refunds (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_refunds PRIMARY KEY,
    order_id bigint NOT NULL,
    amount bigint NOT NULL,
    kind text NOT NULL,
    staff_id bigint,
    words text NOT NULL DEFAULT '',
    refunded_at timestamptz NOT NULL,
    CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES boost_orders(id),
    CONSTRAINT ck_refunds_amount CHECK (amount > 0),
    CONSTRAINT ck_refunds_kind CHECK (kind IN ('removed', 'staff', 'late'))
);
CREATE INDEX ix_refunds_order ON refunds (order_id, id);
GRANT SELECT, INSERT ON refunds TO wangi_boost;
GRANT UPDATE (words) ON refunds TO wangi_boost;

CREATE TABLE second_person_requests (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_second_person_requests PRIMARY KEY,
    order_id bigint,
    deal_id bigint,
    outcome text NOT NULL,
    buyer_amount bigint,
    reason text NOT NULL,
    asked_by bigint NOT NULL,
    asked_at timestamptz NOT NULL,
    until timestamptz NOT NULL,
    ended_as text,
    ended_by bigint,
    ended_at timestamptz,
    code text,
    CONSTRAINT fk_second_person_requests_deal_id FOREIGN KEY (deal_id) REFERENCES protections(deal_id),
    CONSTRAINT fk_second_person_requests_order_id FOREIGN KEY (order_id) REFERENCES boost_orders(id),
    CONSTRAINT ck_second_person_requests_about CHECK (num_nonnulls(order_id, deal_id) = 1),
    CONSTRAINT ck_second_person_requests_ended CHECK ((ended_at IS NULL) = (ended_as IS NULL)),
    CONSTRAINT ck_second_person_requests_ended_as CHECK (ended_as IN ('agreed', 'withdrawn', 'replaced',
        'lapsed')),
    CONSTRAINT ck_second_person_requests_outcome CHECK (outcome IN ('refund', 'release', 'return', 'split',
        'credit'))
);
CREATE INDEX ix_second_person_requests_deal ON second_person_requests (deal_id) WHERE deal_id IS NOT NULL;
CREATE INDEX ix_second_person_requests_order ON second_person_requests (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX uq_second_person_requests_deal ON second_person_requests (deal_id) WHERE (ended_at IS
    NULL) AND (deal_id IS NOT NULL);
CREATE UNIQUE INDEX uq_second_person_requests_order ON second_person_requests (order_id) WHERE (ended_at IS
    NULL) AND (order_id IS NOT NULL);
GRANT SELECT, INSERT ON second_person_requests TO wangi_boost;
GRANT UPDATE (reason, ended_as, ended_by, ended_at) ON second_person_requests TO wangi_boost;
COMMENT ON COLUMN second_person_requests.code IS 'code';

CREATE TABLE signals (
    kind text NOT NULL,
    hash bytea NOT NULL,
    user_id bigint NOT NULL,
    signal bigint NOT NULL,
    since timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    published_at timestamptz,
    CONSTRAINT pk_signals PRIMARY KEY (kind, hash, user_id)
);
CREATE INDEX ix_signals_seen_at ON signals (seen_at);
CREATE INDEX ix_signals_user_id ON signals (user_id, kind, seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON signals TO wangi_boost;

CREATE TABLE staff_acts (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_staff_acts PRIMARY KEY,
    act text NOT NULL,
    payout_id bigint,
    payment_id bigint,
    staff_id bigint NOT NULL,
    reason text NOT NULL,
    acted_at timestamptz NOT NULL,
    CONSTRAINT fk_staff_acts_payment_id FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE,
    CONSTRAINT fk_staff_acts_payout_id FOREIGN KEY (payout_id) REFERENCES payouts(id),
    CONSTRAINT ck_staff_acts_about CHECK (num_nonnulls(payout_id, payment_id) = 1),
    CONSTRAINT ck_staff_acts_act CHECK (act IN ('payout_asked', 'payout_retried', 'payout_settled_paid',
        'payout_settled_refused', 'payment_asked', 'payment_credited', 'payment_written_off'))
);
CREATE INDEX ix_staff_acts_payment ON staff_acts (payment_id, id) WHERE payment_id IS NOT NULL;
CREATE INDEX ix_staff_acts_payout ON staff_acts (payout_id, id) WHERE payout_id IS NOT NULL;
GRANT SELECT, INSERT ON staff_acts TO wangi_boost;
GRANT UPDATE (reason) ON staff_acts TO wangi_boost;

INSERT INTO ledger_accounts (kind) VALUES ('provider'), ('held'), ('sales'), ('escrow'), ('payouts');
INSERT INTO boost_packages (id, name, package_type, item_count, price, duration_hours, effective_price)
SELECT id, name, type, items, price, hours, price / items FROM (VALUES
    (1, 'Standard 1', 'standard', 1, 1000, 72),
    (2, 'Standard 3', 'standard', 3, 2700, 72),
    (3, 'Standard 5', 'standard', 5, 4000, 72),
    (4, 'Standard 10', 'standard', 10, 7000, 72),
    (5, 'Premium 1', 'premium', 1, 2000, 168),
    (6, 'Premium 3', 'premium', 3, 5400, 168),
    (7, 'Premium 5', 'premium', 5, 8000, 168),
    (8, 'Premium 10', 'premium', 10, 14000, 168)
) AS packages (id, name, type, items, price, hours);
