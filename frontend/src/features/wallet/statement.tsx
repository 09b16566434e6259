import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { reasonWords } from "@/shared/wallet/wallet-words";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { SaveTableButton } from "@/ui/save-table-button";
import { SelectField } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { type Entry, entriesQuery, fetchStatement, type Kind } from "./api";

export function Statement() {
  const { i18n } = useLingui();
  const [kind, setKind] = useState<Kind | "">("");
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    entriesQuery(kind),
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section aria-labelledby="transactions" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 id="transactions" className="flex min-h-11 items-center text-h3">
          {i18n.t("Transactions")}
        </h2>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={i18n.t("Show")}
            value={kind}
            onChange={({ target }) => setKind(target.value as Kind | "")}
          >
            <option value="">{i18n.t("Everything")}</option>
            <option value="credit">{i18n.t("Credits")}</option>
            <option value="debit">{i18n.t("Payments")}</option>
          </SelectField>
          <SaveTableButton name="wangi-wallet" label={i18n.t("Statement (CSV)")} fetch={() => fetchStatement(kind)} />
        </div>
      </div>
      {isPending && <Waiting />}
      {error && !data && (
        <ErrorState
          heading="h3"
          title={i18n.t("The transactions did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data && entries.length === 0 && (
        <p className="border-t border-edge py-5 text-ink-2">
          {kind
            ? i18n.t("Nothing of this kind yet.")
            : i18n.t("Nothing here yet. Payments for boosts, and credits, are listed here.")}
        </p>
      )}
      {entries.length > 0 && <Entries entries={entries} />}
      {hasNextPage && (
        <Button tone="line" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {i18n.t("Show more")}
        </Button>
      )}
    </section>
  );
}

function Entries({ entries }: { entries: Entry[] }) {
  const { i18n } = useLingui();
  return (
    <Table label={i18n.t("Statement")}>
      <thead className="max-md:sr-only">
        <tr>
          <HeadCell>{i18n.t("Date")}</HeadCell>
          <HeadCell>{i18n.t("What")}</HeadCell>
          <HeadCell numeric>{i18n.t("Amount (RM)")}</HeadCell>
          <HeadCell numeric>{i18n.t("Balance (RM)")}</HeadCell>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  );
}

const PHONE_ROW = "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:border-b max-md:border-line max-md:py-3";
const PHONE_CELL = "max-md:border-0 max-md:p-0";
const bare = (sen: number) => formatRinggit(toRinggit(Math.abs(sen))).replace("RM\u00a0", "");

function Row({ entry: { at, kind, amount, balance, reason, orderId, dealId } }: { entry: Entry }) {
  const { i18n } = useLingui();
  const credit = kind === "credit";
  return (
    <tr className={PHONE_ROW}>
      <Cell className={`${PHONE_CELL} num whitespace-nowrap max-md:order-3 max-md:text-meta max-md:text-ink-3`}>
        {formatDateTime(at)}
      </Cell>
      <Cell className={`${PHONE_CELL} max-md:order-1`}>
        <span className="block font-semibold">{reasonWords(reason)}</span>
        {dealId !== null && (
          <Link to={paths.order(Number(dealId))} className="link inline-flex min-h-6 items-center text-meta">
            {i18n.t("Purchase")}
          </Link>
        )}
        {orderId !== null && (
          <Link to={paths.dashboardTab("boosted")} className="link inline-flex min-h-6 items-center text-meta">
            {i18n.t("Boost order {orderId}", { orderId })}
          </Link>
        )}
      </Cell>
      <Cell numeric className={cn(`${PHONE_CELL} num whitespace-nowrap max-md:order-2`, credit && "text-pandan")}>
        <span className="sr-only">{credit ? i18n.t("Credit") : i18n.t("Payment")}: </span>
        {credit ? "+" : "−"}
        {bare(amount)}
      </Cell>
      <Cell numeric className={`${PHONE_CELL} num whitespace-nowrap max-md:order-4 max-md:text-meta max-md:text-ink-3`}>
        {bare(balance)}
      </Cell>
    </tr>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-4 border-t border-edge py-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  );
}
