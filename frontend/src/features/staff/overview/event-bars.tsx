import { useLingui } from "@lingui/react";
import { Cell, HeadCell, Table } from "@/ui/table";

interface Props {
  days: { day: string; times: number }[];
  what: string;
}

export function EventBars({ days, what }: Props) {
  const { i18n } = useLingui();
  const how = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  const names = new Intl.DateTimeFormat(i18n.locale === "ms" ? "ms-MY" : "en-GB", how);
  const name = (day: string) => names.format(new Date(`${day}T00:00:00Z`));
  const most = Math.max(1, ...days.map(({ times }) => times));
  const levels = most > 1 ? [most, Math.round(most / 2)] : [most];
  const inShort = (count: number) => Intl.NumberFormat("en-MY", { notation: "compact" }).format(count);
  const total = days.reduce((sum, { times }) => sum + times, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="grid gap-2">
      <div
        role="img"
        aria-label={i18n.t("{what}: {total} in these days, {most} at most on one.", { what, total, most })}
        className="relative mt-3 mr-8 flex h-50 items-end gap-[2px] border-b border-line sm:gap-1"
      >
        {levels.map((level) => (
          <span
            key={level}
            className="absolute inset-x-0 border-t border-dashed border-line"
            style={{ bottom: `${(level / most) * 100}%` }}
          >
            <span className="num absolute -right-8 w-7 -translate-y-1/2 text-right text-tiny text-ink-3">
              {inShort(level)}
            </span>
          </span>
        ))}
        {days.map(({ day, times }) => (
          <span
            key={day}
            className={`relative min-w-0 flex-1 ${day === last.day ? "bg-ink" : "bg-wash-2"}`}
            style={{ height: `${(times / most) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className="mr-8 flex justify-between text-tiny text-ink-3">
        <span>{name(first.day)}</span>
        <span>{i18n.t("{total} in all", { total: total.toLocaleString("en-MY") })}</span>
        <span>{name(last.day)}</span>
      </figcaption>
      <details>
        <summary className="inline-flex min-h-11 items-center text-small underline">
          {i18n.t("Show the numbers")}
        </summary>
        <div className="max-h-80 overflow-y-auto">
          <Table label={what}>
            <thead>
              <tr>
                <HeadCell>{i18n.t("Day")}</HeadCell>
                <HeadCell numeric>{what}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, times }) => (
                <tr key={day}>
                  <Cell>{name(day)}</Cell>
                  <Cell numeric>{times}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </figure>
  );
}
