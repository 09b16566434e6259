import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { Price } from "@/ui/price";
import { DetailList } from "@/ui/table";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { Acts } from "../money/money-actions";
import { type Mismatch, mismatchQuery } from "./api";

export function PaymentSubject({ paymentId }: { paymentId: number }) {
  const { i18n } = useLingui();
  return (
    <WhenLoaded query={useQuery(mismatchQuery(paymentId))} failed={i18n.t("The payment did not load")}>
      {(mismatch) => <Loaded mismatch={mismatch} />}
    </WhenLoaded>
  );
}

function Loaded({ mismatch }: { mismatch: Mismatch }) {
  const { i18n } = useLingui();
  const facts: [string, ReactNode][] = [
    [i18n.t("For"), <Purpose key="for" one={mismatch} />],
    [i18n.t("Expected"), <Price key="expected" ringgit={toRinggit(mismatch.amount)} sen />],
    [
      i18n.t("The provider named"),
      mismatch.stated.length === 0 ? (
        i18n.t("Nothing yet")
      ) : (
        <span key="stated" className="inline-flex flex-wrap justify-end gap-x-3">
          {mismatch.stated.map((amount) => (
            <Price key={amount} ringgit={toRinggit(amount)} sen />
          ))}
        </span>
      ),
    ],
    [i18n.t("Number at the provider"), mismatch.billId ?? i18n.t("None")],
    [i18n.t("Bill made"), formatDateTime(mismatch.createdAt)],
  ];
  if (mismatch.came !== null) facts.push([i18n.t("Came"), <Price key="came" ringgit={toRinggit(mismatch.came)} sen />]);
  if (mismatch.paidAt) facts.push([i18n.t("Paid"), formatDateTime(mismatch.paidAt)]);
  return (
    <section aria-label={i18n.t("What was paid")} className="grid gap-4">
      <h2 className="text-h3">{i18n.t("What was paid")}</h2>
      {mismatch.secondPerson && (
        <Notice tone="warn">
          {i18n.t("A colleague decided to credit this large amount. Until {until} another one can decide the same.", {
            until: formatDateTime(mismatch.secondPerson.until),
          })}
        </Notice>
      )}
      <DetailList facts={facts} />
      <Acts acts={mismatch.acts} />
    </section>
  );
}

function Purpose({ one: { orderId, dealId } }: { one: Mismatch }) {
  const { i18n } = useLingui();
  if (orderId) {
    return (
      <Link to={staffPaths.order(orderId)} className="link inline-flex min-h-6 items-center">
        {i18n.t("Boost order {id}", { id: orderId })}
      </Link>
    );
  }
  if (!dealId) return null;
  return (
    <Link to={paths.order(dealId)} className="link inline-flex min-h-6 items-center">
      {i18n.t("Purchase {id}", { id: String(dealId) })}
    </Link>
  );
}
