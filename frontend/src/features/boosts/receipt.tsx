import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { usePageTitle } from "@/lib/page/page-title";
import { formatDateTime } from "@/lib/time/time";
import { type Receipt, receiptQuery } from "@/shared/boosts/boosts";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { Cell, DetailList, HeadCell, Table } from "@/ui/table";

export function ReceiptView({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(receiptQuery(orderId));
  usePageTitle(data ? i18n.t("Receipt {receiptNumber}", { receiptNumber: data.receiptNumber }) : i18n.t("Receipt"));
  return (
    <div className="wrap max-w-200 py-6 md:py-9 print:max-w-none print:p-0">
      <Link
        to={paths.dashboardTab("boosted")}
        className="mb-4 inline-flex min-h-11 items-center gap-2 text-small text-ink-2 print:hidden"
      >
        <ArrowLeft {...smallIcon} />
        {i18n.t("Boosted Products")}
      </Link>
      {data && <Sheet receipt={data} />}
      {error && !data && <Missing error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="h-10 w-1/2" />
          <Skeleton className="h-60" />
        </div>
      )}
    </div>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { i18n } = useLingui();
  if (asRefusal(error).status !== 404) {
    const title = i18n.t("The receipt did not load");
    return <ErrorState heading="h1" title={title} text={messageFor(error).text} onRetry={onRetry} />;
  }
  return (
    <EmptyState drawing="tipped" heading="h1" role="alert" title={i18n.t("No such receipt")}>
      {i18n.t("A receipt is made when a boost is paid, and is shown to its seller alone.")}
    </EmptyState>
  );
}

const money = (sen: number) => formatRinggit(toRinggit(sen));

function Sheet({ receipt }: { receipt: Receipt }) {
  const { i18n } = useLingui();
  const { receiptNumber, issuedAt, seller, paymentChannel, billId } = receipt;
  const facts: [string, string][] = [
    [i18n.t("Receipt number"), receiptNumber],
    [i18n.t("Date"), formatDateTime(issuedAt)],
    [i18n.t("Issued to"), seller.name],
  ];
  if (paymentChannel) facts.push([i18n.t("Paid by"), paymentChannel]);
  if (billId) facts.push([i18n.t("Bill"), billId]);
  return (
    <article className="receipt rounded-1 border border-line bg-surface p-5 md:p-10">
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-h2">{i18n.t("Receipt")}</h1>
          <p className="text-ink-2">{i18n.t("Wangi, boosts of listings")}</p>
        </div>
        <Button tone="line" className="print:hidden" onClick={() => window.print()}>
          <Printer {...smallIcon} />
          {i18n.t("Print")}
        </Button>
      </div>
      <DetailList facts={facts} />
      <Lines receipt={receipt} />
      <Totals receipt={receipt} />
    </article>
  );
}

function Lines({ receipt: { lines } }: { receipt: Receipt }) {
  const { i18n } = useLingui();
  return (
    <div className="mt-8">
      <Table label={i18n.t("What was bought")}>
        <thead>
          <tr>
            <HeadCell>{i18n.t("Description")}</HeadCell>
            <HeadCell numeric>{i18n.t("Quantity")}</HeadCell>
            <HeadCell numeric className="max-md:hidden print:table-cell">
              {i18n.t("Unit price")}
            </HeadCell>
            <HeadCell numeric>{i18n.t("Amount")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ description, quantity, unitPrice, amount }) => (
            <tr key={description}>
              <Cell>{description}</Cell>
              <Cell numeric>{quantity}</Cell>
              <Cell numeric className="num whitespace-nowrap max-md:hidden print:table-cell">
                {money(unitPrice)}
              </Cell>
              <Cell numeric className="num whitespace-nowrap">
                {money(amount)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Totals({ receipt: { subtotal, tax, total, creditUsed, paid } }: { receipt: Receipt }) {
  const { i18n } = useLingui();
  const rows: [string, string][] = [
    [i18n.t("Subtotal"), money(subtotal)],
    [`${tax.name} (${tax.ratePercent}%)`, money(tax.amount)],
    [i18n.t("Total"), money(total)],
  ];
  if (creditUsed > 0) rows.push([i18n.t("Wallet credit"), `−${money(creditUsed)}`]);
  rows.push([i18n.t("Paid"), money(paid)]);
  return (
    <div className="mt-4 ml-auto max-w-90 print:max-w-[50%]">
      <DetailList facts={rows} />
    </div>
  );
}
