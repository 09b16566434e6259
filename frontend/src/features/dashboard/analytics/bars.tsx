import { useLingui } from "@lingui/react";
import { cn } from "@/ui/class-names";
import { gridOf, namedDays } from "./chart";

const HIGH = 200;
const SLOT = 24;
const BAR = 16;

interface Props {
  days: string[];
  bars: (number | null)[];
  line?: number[];
  words: string;
  marked: number;
  small?: boolean;
}

export function Bars({ days, bars, line = [], words, marked, small }: Props) {
  const { i18n } = useLingui();
  const name = dayName(i18n.locale);
  const most = Math.max(0, ...line, ...bars.map((value) => value ?? 0));
  const highest = small ? most || 1 : Math.max(1, most);
  const grid = gridOf(highest, !small);
  const top = Math.max(highest, grid[1]);
  const y = (value: number) => HIGH - (HIGH * value) / top;
  const width = days.length * SLOT;
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <svg
          role="img"
          aria-label={words}
          viewBox={`0 0 ${width} ${HIGH}`}
          preserveAspectRatio="none"
          className={cn("w-full overflow-visible", small ? "h-25" : "h-50")}
        >
          {[0, ...grid].map((value) => (
            <path key={value} d={`M0 ${y(value)}H${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          {days.map((day, at) => {
            const value = bars[at] ?? null;
            if (value === null) return null;
            return (
              <rect
                key={day}
                data-testid="bar"
                x={at * SLOT + (SLOT - BAR) / 2}
                y={y(value)}
                width={BAR}
                height={HIGH - y(value)}
                className={at >= days.length - marked ? "fill-ink" : "fill-edge"}
              />
            );
          })}
          <polyline
            points={line.map((value, at) => `${at * SLOT + SLOT / 2},${y(value)}`).join(" ")}
            fill="none"
            strokeWidth="2"
            className="stroke-ambar-liquid"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ul aria-hidden="true" className="relative w-8 text-tiny text-ink-3">
          {[0, ...grid].map((value) => (
            <li key={value} className="absolute -translate-y-1/2" style={{ top: `${(y(value) / HIGH) * 100}%` }}>
              {Number(value.toPrecision(3))}
            </li>
          ))}
        </ul>
      </div>
      <ul aria-hidden="true" className="mr-10 flex justify-between pt-2 text-tiny text-ink-3">
        {namedDays(days).map((day) => (
          <li key={day}>{name(day)}</li>
        ))}
      </ul>
    </div>
  );
}

export function dayName(locale: string): (day: string) => string {
  const how = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  const names = new Intl.DateTimeFormat(locale === "ms" ? "ms-MY" : "en-GB", how);
  return (day) => names.format(new Date(`${day}T00:00:00Z`));
}
