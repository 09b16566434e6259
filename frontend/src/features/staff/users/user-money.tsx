import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toRinggit } from "@/lib/money";
import { formatDate } from "@/lib/time/time";
import { ringgit } from "@/shared/protection/protection-words";
import { reasonWords } from "@/shared/wallet/wallet-words";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { staffPaths } from "../layout/staff-paths";
import { payoutNames } from "../money/payouts/payout-words";
import { type PersonMoney as Money, moneyQuery } from "./api";
import { ServicePart } from "./service-part";

interface Line {
  key: string;
  name: ReactNode;
  about: string;
  amount: string;
}

export function UserMoney({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  return (
    <ServicePart title={i18n.t("Money")} query={useQuery(moneyQuery(userId))} empty="" isEmpty={() => false}>
      {(money) => (
        <div className="grid gap-4">
          <p className="flex items-baseline justify-between gap-4 text-small">
            {i18n.t("In the wallet")} <Price ringgit={toRinggit(money.balance)} sen />
          </p>
          <Lines title={i18n.t("Held for purchases and sales")} lines={held(money)} />
          <Lines title={i18n.t("Payouts")} lines={payouts(money)} />
          <Lines title={i18n.t("Ledger of the wallet")} lines={entries(money)} />
          <Link to={`${staffPaths.money}?tab=payouts`} className="link inline-flex min-h-8 items-center text-small">
            {i18n.t("All payouts")}
          </Link>
        </div>
      )}
    </ServicePart>
  );
}

const purchase = (dealId: number) => (
  <Link to={staffPaths.deal(dealId)} className="link inline-flex min-h-6 items-center">
    {i18n.t("Purchase {dealId}", { dealId: String(dealId) })}
  </Link>
);

const held = ({ held }: Money): Line[] =>
  held.map((payment) => ({
    key: String(payment.dealId),
    name: purchase(payment.dealId),
    about: `${payment.role === "seller" ? i18n.t("sold") : i18n.t("bought")}, ${formatDate(payment.heldAt)}`,
    amount: ringgit(payment.amount + payment.fee),
  }));

const payouts = ({ payouts }: Money): Line[] =>
  payouts.map((payout) => ({
    key: String(payout.id),
    name: `${payout.bankName} ··${payout.lastFour}`,
    about: `${payoutNames()[payout.status]}, ${formatDate(payout.createdAt)}`,
    amount: ringgit(payout.amount),
  }));

const entries = ({ entries }: Money): Line[] =>
  entries.map((entry) => ({
    key: String(entry.id),
    name: reasonWords(entry.reason),
    about: formatDate(entry.at),
    amount: `${entry.kind === "debit" ? "−" : "+"}${ringgit(entry.amount)}`,
  }));

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  const { i18n } = useLingui();
  return (
    <div>
      <h3 className="mt-3 font-sans text-small tracking-normal font-semibold">{title}</h3>
      {lines.length === 0 && <p className="text-small text-ink-3">{i18n.t("Nothing so far")}</p>}
      <ul aria-label={title} className="text-small">
        {lines.map((line) => (
          <li key={line.key} className="flex justify-between gap-4 border-b border-line py-1.5">
            <span className="min-w-0">
              {line.name}
              <span className="block text-ink-3">{line.about}</span>
            </span>
            <span className="num whitespace-nowrap">{line.amount}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
