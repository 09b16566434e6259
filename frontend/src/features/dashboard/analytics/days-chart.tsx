import { useLingui } from "@lingui/react";
import { Cell, HeadCell, Table } from "@/ui/table";
import type { Day } from "../api";
import { Bars, dayName } from "./bars";
import { totalsOf } from "./chart";

export function DaysChart({ days }: { days: Day[] }) {
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
      <Bars
        days={days.map(({ day }) => day)}
        bars={days.map((day) => day.views)}
        line={days.map((day) => day.favourites)}
        words={words}
        marked={1}
      />
      <details>
        <summary className="inline-flex min-h-11 items-center text-small underline">
          {i18n.t("Show the numbers")}
        </summary>
        <Numbers days={days} />
      </details>
    </figure>
  );
}

function Numbers({ days }: { days: Day[] }) {
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
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, views, favourites }) => (
            <tr key={day}>
              <Cell className="whitespace-nowrap">{name(day)}</Cell>
              <Cell numeric>{views}</Cell>
              <Cell numeric>{favourites}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
