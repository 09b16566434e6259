import { useLingui } from "@lingui/react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { Link } from "@/ui/link";
import { staffPaths } from "../../layout/staff-paths";
import type { DealBill } from "../api";
import { Acts } from "../money-actions";
import { BillStep } from "./bill-step";
import { ProviderMessageLines } from "./provider-messages";

export function DealBills({ bills }: { bills: DealBill[] }) {
  return (
    <ul className="border-t border-edge">
      {bills.map((bill) => (
        <Row key={bill.id} bill={bill} />
      ))}
    </ul>
  );
}

function Row({ bill: { id, dealId, billId, amount, createdAt, notifications, acts } }: { bill: DealBill }) {
  const { i18n } = useLingui();
  const name = i18n.t("Purchase {dealId}", { dealId: String(dealId) });
  return (
    <li data-testid="unfitting-bill" className="border-b border-line py-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <span className="grid min-w-0 flex-1 basis-50">
          <Link to={staffPaths.dispute(dealId)} className="link inline-flex min-h-6 items-center font-semibold">
            {name}
          </Link>
          <span className="text-meta text-ink-3">
            {i18n.t("Bill {billId}, made {time}", { billId: billId ?? "–", time: formatDateTime(createdAt) })}
          </span>
        </span>
        <span className="num whitespace-nowrap font-semibold">{formatRinggit(toRinggit(amount))}</span>
        <span className="flex flex-wrap gap-2">
          <BillStep billId={id} step="ask" name={name} />
          <BillStep billId={id} step="credit" name={name} />
        </span>
        <Acts acts={acts} />
      </div>
      <ProviderMessageLines messages={notifications} />
    </li>
  );
}
