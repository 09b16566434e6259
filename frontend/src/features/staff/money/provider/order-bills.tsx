import { useLingui } from "@lingui/react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { Cell, HeadCell, Table } from "@/ui/table";
import type { Bill } from "../api";
import { Acts } from "../money-actions";
import { BillStep } from "./bill-step";
import { billNames } from "./judgement-words";

const money = (sen: number) => formatRinggit(toRinggit(sen));

export function OrderBills({ bills, name }: { bills: Bill[]; name: string }) {
  const { i18n } = useLingui();
  const someWait = bills.some(({ status }) => status === "review");
  return (
    <div>
      <h2 className="mb-2 text-h3">{i18n.t("Bills")}</h2>
      {bills.length === 0 && <p className="text-ink-2">{i18n.t("The provider has no bill of this order.")}</p>}
      {bills.length > 0 && (
        <Table label={i18n.t("Bills")}>
          <thead>
            <tr>
              <HeadCell>{i18n.t("Bill")}</HeadCell>
              <HeadCell>{i18n.t("Status")}</HeadCell>
              <HeadCell numeric>{i18n.t("Amount")}</HeadCell>
              <HeadCell numeric>{i18n.t("Failures")}</HeadCell>
              <HeadCell>{i18n.t("Channel")}</HeadCell>
              <HeadCell>{i18n.t("Made")}</HeadCell>
              {someWait && (
                <HeadCell>
                  <span className="sr-only">{i18n.t("Actions")}</span>
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {bills.map(({ id, billId, status, amount, came, failures, channel, createdAt }) => (
              <tr key={id}>
                <Cell className="num">{billId ?? "–"}</Cell>
                <Cell>{billNames()[status] ?? status}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  {money(came ?? amount)}
                </Cell>
                <Cell numeric>{failures}</Cell>
                <Cell>{channel ?? "–"}</Cell>
                <Cell className="whitespace-nowrap">{formatDateTime(createdAt)}</Cell>
                {someWait && (
                  <Cell className="text-right">
                    {status === "review" && <BillStep billId={id} step="credit" name={name} />}
                  </Cell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {bills.map(({ id, acts }) => (
        <Acts key={id} acts={acts} />
      ))}
    </div>
  );
}
