/** What a boost brought: its days beside as many days before, in figures and as a chart. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { formatDateTime } from "@/lib/time/time";
import { messageFor } from "@/lib/words/messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { type BoostReport as Report, reportQuery } from "./api";
import { DaysChart } from "./days-chart";

interface Props {
  productId: number;
  name: string;
  onClose: () => void;
}

export function BoostReport({ productId, name, onClose }: Props) {
  const { i18n } = useLingui();
  return (
    <Dialog open title={i18n.t("What the boost brought")} onClose={onClose}>
      <p className="serif mb-3 text-price">{name}</p>
      <Content productId={productId} />
    </Dialog>
  );
}

function Content({ productId }: { productId: number }) {
  const { i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(reportQuery(productId));
  if (data) return <Figures report={data} />;
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

function Figures({ report: { days, before, boostedAt, boostedUntil } }: { report: Report }) {
  const { i18n } = useLingui();
  const sum = (of: "views" | "favourites" | "shown", among: Report["days"]) =>
    among.reduce((total, day) => total + day[of], 0).toLocaleString("en-MY");
  const rows = [
    [i18n.t("Views"), sum("views", before), sum("views", days)],
    [i18n.t("Favorites"), sum("favourites", before), sum("favourites", days)],
    [i18n.t("Turns in the carousel"), sum("shown", before), sum("shown", days)],
  ];
  return (
    <div className="grid gap-5">
      <p className="text-small text-ink-2">
        {i18n.t("Boosted from {from} to {to}.", { from: formatDateTime(boostedAt), to: formatDateTime(boostedUntil) })}{" "}
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
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, earlier, now]) => (
            <tr key={what}>
              <Cell>{what}</Cell>
              <Cell numeric className="text-ink-2">
                {earlier}
              </Cell>
              <Cell numeric className="font-semibold">
                {now}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <DaysChart days={[...before, ...days]} marked={days.length} />
    </div>
  );
}
