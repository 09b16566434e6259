/** Views as bars and favourites as a line, day by day; the numbers also stand in a table for those who ask. */
import { useLingui } from "@lingui/react";
import { Cell, HeadCell, Table } from "@/ui/table";
import type { Day } from "./api";
import { gridOf, namedDays, totalsOf } from "./chart";

const HIGH = 200;
const SLOT = 24;
const BAR = 16;

interface Props {
  days: Day[];
  /** How many of the last days are in ink: today alone, or those that something is said about. */
  marked?: number;
  /** Further columns of the table, a figure for each day. */
  more?: Column[];
}

export interface Column {
  name: string;
  counts: (number | string)[];
}

export function DaysChart({ days, marked = 1, more = [] }: Props) {
  const { i18n } = useLingui();
  const { views, favourites, best } = totalsOf(days);
  const name = dayName(i18n.locale);
  const [first, last] = [days[0], days[days.length - 1]];
  if (!first || !last) return null;
  const words = best
    ? i18n.t("{views} views and {favourites} favorites; most views on {day}, {most}.", {
        views,
        favourites,
        day: name(best.day),
        most: best.views,
      })
    : i18n.t("No views in these days.");
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 border-t border-line pt-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div>
          <h3 className="text-lot">{i18n.t("Views and favorites")}</h3>
          <p className="text-meta text-ink-3">
            {i18n.t("{from} to {to}", { from: name(first.day), to: name(last.day) })}
          </p>
        </div>
        <p className="flex gap-4 text-meta text-ink-2">
          <span className="inline-flex items-center gap-1.5">
            <i aria-hidden="true" className="size-3 bg-ink-3/50" />
            {i18n.t("Views, {views}", { views: views.toLocaleString("en-MY") })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <i aria-hidden="true" className="h-0.5 w-3.5 bg-ambar-liquid" />
            {i18n.t("Favorites, {favourites}", { favourites: favourites.toLocaleString("en-MY") })}
          </span>
        </p>
      </figcaption>
      <Drawing days={days} words={words} marked={marked} />
      <details>
        <summary className="inline-flex min-h-11 items-center text-small underline">
          {i18n.t("Show the numbers")}
        </summary>
        <Numbers days={days} more={more} />
      </details>
    </figure>
  );
}

function Drawing({ days, words, marked }: { days: Day[]; words: string; marked: number }) {
  const { i18n } = useLingui();
  const name = dayName(i18n.locale);
  const highest = Math.max(1, ...days.map(({ views, favourites }) => Math.max(views, favourites)));
  const grid = gridOf(highest);
  const top = Math.max(highest, grid[1]);
  const y = (value: number) => HIGH - (HIGH * value) / top;
  const line = days.map(({ favourites }, at) => `${at * SLOT + SLOT / 2},${y(favourites)}`).join(" ");
  const width = days.length * SLOT;
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <svg
          role="img"
          aria-label={words}
          viewBox={`0 0 ${width} ${HIGH}`}
          preserveAspectRatio="none"
          className="h-50 w-full overflow-visible"
        >
          {grid.map((value) => (
            <path key={value} d={`M0 ${y(value)}H${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={`M0 ${HIGH}H${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          {days.map(({ day, views }, at) => (
            <rect
              key={day}
              x={at * SLOT + (SLOT - BAR) / 2}
              y={y(views)}
              width={BAR}
              height={HIGH - y(views)}
              className={at >= days.length - marked ? "fill-ink" : "fill-wash-2"}
            />
          ))}
          <polyline
            points={line}
            fill="none"
            strokeWidth="2"
            className="stroke-ambar-liquid"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ul aria-hidden="true" className="relative w-8 text-tiny text-ink-3">
          {[0, ...grid].map((value) => (
            <li key={value} className="absolute -translate-y-1/2" style={{ top: `${(y(value) / HIGH) * 100}%` }}>
              {value}
            </li>
          ))}
        </ul>
      </div>
      <ul aria-hidden="true" className="mr-10 flex justify-between pt-2 text-tiny text-ink-3">
        {namedDays(days).map(({ day }) => (
          <li key={day}>{name(day)}</li>
        ))}
      </ul>
    </div>
  );
}

function Numbers({ days, more }: { days: Day[]; more: Column[] }) {
  const { i18n } = useLingui();
  const name = dayName(i18n.locale);
  return (
    <div className="max-h-80 overflow-y-auto">
      <Table label={i18n.t("Views and favorites")}>
        <thead>
          <tr>
            <HeadCell>{i18n.t("Day")}</HeadCell>
            <HeadCell numeric>{i18n.t("Views")}</HeadCell>
            <HeadCell numeric>{i18n.t("Favorites")}</HeadCell>
            {more.map(({ name: what }) => (
              <HeadCell numeric key={what}>
                {what}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .map(({ day, views, favourites }, at) => ({ day, views, favourites, at }))
            .reverse()
            .map(({ day, views, favourites, at }) => (
              <tr key={day}>
                <Cell className="whitespace-nowrap">{name(day)}</Cell>
                <Cell numeric>{views}</Cell>
                <Cell numeric>{favourites}</Cell>
                {more.map(({ name: what, counts }) => (
                  <Cell numeric key={what}>
                    {counts[at]}
                  </Cell>
                ))}
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  );
}

/** "21 Nov"; the day is a date of Malaysia, not a moment. */
function dayName(locale: string): (day: string) => string {
  const how = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  const names = new Intl.DateTimeFormat(locale === "ms" ? "ms-MY" : "en-GB", how);
  return (day) => names.format(new Date(`${day}T00:00:00Z`));
}
