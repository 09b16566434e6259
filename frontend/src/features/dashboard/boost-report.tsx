/** What a boost brought: its days beside as many days before, in figures and as a chart. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { messageFor } from "@/lib/words/messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { type BoostReport as Report, reportQuery } from "./api";
import { type Column, DaysChart } from "./days-chart";

interface Props {
  productId: number;
  name: string;
  /** What was paid for it, in sen. */
  spent: number;
  /** From when until when it ran; without them it is the last one. */
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
    return <Notice role="status" fact={i18n.t("Nothing was counted for this boost yet.")} />;
  }
  return (
    <Notice tone="bad" role="alert" fact={i18n.t("The figures did not load")}>
      <p className="mb-2.5">{messageFor(error).text}</p>
      <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
        {i18n.t("Retry")}
      </Button>
    </Notice>
  );
}

type Counted = "views" | "favourites" | "shown" | "conversations" | "deals";

function Figures({ report: { days, before, boostedAt, boostedUntil }, spent }: { report: Report; spent: number }) {
  const { i18n } = useLingui();
  const sum = (of: Counted, among: Report["days"]) => among.reduce((total, day) => total + day[of], 0);
  const shown = (count: number) => count.toLocaleString("en-MY");
  const perRinggit = (count: number) => (spent > 0 ? (count / toRinggit(spent)).toFixed(2) : "–");
  const names: Record<Counted, string> = {
    shown: i18n.t("Turns in the carousel"),
    views: i18n.t("Views"),
    favourites: i18n.t("Favorites"),
    conversations: i18n.t("Conversations"),
    deals: i18n.t("Deals"),
  };
  const counted = Object.keys(names) as Counted[];
  const all = [...before, ...days];
  const paid = paidByDay({ days, before, boostedAt, boostedUntil }, spent);
  const more: Column[] = MORE.map((what) => ({ name: names[what], counts: all.map((day) => day[what]) }));
  if (spent > 0) {
    more.push({ name: i18n.t("Paid (RM)"), counts: paid.map((sen) => toRinggit(sen).toFixed(2)) });
    const views = all.map((day, at) => (paid[at] ? (day.views / toRinggit(paid[at])).toFixed(2) : "–"));
    more.push({ name: i18n.t("Views for each RM"), counts: views });
  }
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
          {counted.map((what) => (
            <tr key={what}>
              <Cell>{names[what]}</Cell>
              <Cell numeric className="text-ink-2">
                {shown(sum(what, before))}
              </Cell>
              <Cell numeric className="font-semibold">
                {shown(sum(what, days))}
              </Cell>
              <Cell numeric className="text-ink-2">
                {perRinggit(sum(what, days))}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <DaysChart days={all} marked={days.length} more={more} />
    </div>
  );
}

/** What was paid, shared out among the days by how much of the boost each of them has. */
function paidByDay({ days, before, boostedAt, boostedUntil }: Pick<Report, Spans>, spent: number): number[] {
  const [begin, end] = [Date.parse(boostedAt), Date.parse(boostedUntil)];
  const part = (day: string) => {
    const midnight = Date.parse(`${day}T00:00:00+08:00`);
    return Math.max(0, Math.min(end, midnight + DAY_MS) - Math.max(begin, midnight)) / (end - begin);
  };
  return [...before, ...days].map(({ day }) => (end > begin ? Math.round(spent * part(day)) : 0));
}

type Spans = "days" | "before" | "boostedAt" | "boostedUntil";
const DAY_MS = 24 * 3_600_000;

// Beside views and favourites, which every chart of days has.
const MORE = ["shown", "conversations", "deals"] as const;
