import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { type BoostReport as Report, reportQuery } from "../api";
import { ReportChart } from "./report-chart";
import { FIGURES, figureNames, forEachRinggit, shownRate, sumOf } from "./report-figures";

interface Props {
  productId: number;
  name: string;
  spent: number;
  times?: { since: string; until: string };
  onClose: () => void;
}

export function BoostReport({ productId, name, spent, times, onClose }: Props) {
  const { i18n } = useLingui();
  return (
    <Dialog open title={i18n.t("What the boost brought")} onClose={onClose}>
      <p className="serif mb-3 text-price">{name}</p>
      <Content productId={productId} spent={spent} times={times} />
    </Dialog>
  );
}

function Content({ productId, spent, times }: Pick<Props, "productId" | "spent" | "times">) {
  const { i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(reportQuery(productId, times));
  if (data) return <Figures report={data} spent={spent} />;
  if (!error) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-24" />
        <Skeleton className="h-50" />
      </div>
    );
  }
  if (asRefusal(error).status === 404) {
    return <Notice role="status" title={i18n.t("Nothing was counted for this boost yet.")} />;
  }
  return (
    <Notice tone="bad" role="alert" title={i18n.t("The figures did not load")}>
      <p className="mb-2.5">{messageFor(error).text}</p>
      <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
        {i18n.t("Retry")}
      </Button>
    </Notice>
  );
}

function Figures({ report, spent }: { report: Report; spent: number }) {
  const { i18n } = useLingui();
  const { days, before, boostedAt, boostedUntil } = report;
  const formatCount = (count: number) => count.toLocaleString("en-MY");
  const names = figureNames();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-small text-ink-2">
        {i18n.t("Boosted from {from} to {to}.", { from: formatDateTime(boostedAt), to: formatDateTime(boostedUntil) })}{" "}
        {spent > 0 && i18n.t("{amount} was paid for it.", { amount: formatRinggit(toRinggit(spent)) })}{" "}
        {i18n.t(
          "{count, plural, one {Beside it stands the day before.} other {Beside them stand the # days before.}}",
          {
            count: before.length,
          },
        )}
      </p>
      <Table label={i18n.t("What the boost brought")}>
        <thead>
          <tr>
            <HeadCell>
              <span className="sr-only">{i18n.t("What")}</span>
            </HeadCell>
            <HeadCell numeric>{i18n.t("Before")}</HeadCell>
            <HeadCell numeric>{i18n.t("Boosted")}</HeadCell>
            <HeadCell numeric>{i18n.t("For each RM")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((what) => (
            <tr key={what}>
              <Cell>{names[what]}</Cell>
              <Cell numeric className="text-ink-2">
                {formatCount(sumOf(what, before))}
              </Cell>
              <Cell numeric className="font-semibold">
                {formatCount(sumOf(what, days))}
              </Cell>
              <Cell numeric className="text-ink-2">
                {shownRate(forEachRinggit(sumOf(what, days), spent))}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <ReportChart report={report} spent={spent} />
    </div>
  );
}
