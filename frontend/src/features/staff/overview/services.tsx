import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useServerNow } from "@/lib/time/now";
import { Badge } from "@/ui/badge";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { ageOf } from "../cases/case-words";
import { type Health, healthPaths, healthQuery } from "./api";

const MOST = 1000;
const MAX_BEHIND = 10_000;
const LATE_MS = 60_000;

export function Services() {
  const { i18n } = useLingui();
  return (
    <section aria-labelledby="services" className="grid gap-3">
      <h2 id="services" className="serif text-h4">
        {i18n.t("Services")}
      </h2>
      <Table label={i18n.t("How each service does")} isFocusable>
        <thead>
          <tr>
            <HeadCell>{i18n.t("Service")}</HeadCell>
            <HeadCell numeric>{i18n.t("p95 since its start")}</HeadCell>
            <HeadCell numeric>{i18n.t("Lag")}</HeadCell>
            <HeadCell numeric>{i18n.t("Outbox")}</HeadCell>
            <HeadCell numeric>{i18n.t("Dead letters")}</HeadCell>
            <HeadCell>{i18n.t("State")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {Object.entries(healthPaths).map(([name, path]) => (
            <Service key={name} name={name} path={path} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Service({ name, path }: { name: string; path: (typeof healthPaths)[keyof typeof healthPaths] }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const { data, error } = useQuery(healthQuery(path));
  const shown = error ? undefined : data;
  const count = (value: number | undefined | null) => {
    if (!shown) return error ? "–" : <Skeleton className="ml-auto h-4 w-8" />;
    if (value === null || value === undefined) return "–";
    return value < MOST ? value.toLocaleString("en-MY") : i18n.t("{count} or more", { count: MOST });
  };
  const dead = shown && shown.parkedKeys + shown.refusedKeys;
  return (
    <tr>
      <th scope="row" className="border-b border-line py-3 pr-3 text-left text-small font-semibold">
        {name}
      </th>
      <Cell numeric className="num whitespace-nowrap">
        {shown && shown.p95Ms !== null
          ? i18n.t("{milliseconds} ms", { milliseconds: Math.round(shown.p95Ms) })
          : count(undefined)}
      </Cell>
      <Cell numeric className="num">
        {count(shown?.consumerLag)}
      </Cell>
      <Cell numeric className="num">
        {count(shown?.outboxWaiting)}
      </Cell>
      <Cell numeric className={dead ? "num font-semibold text-ambar" : "num"}>
        {count(dead)}
      </Cell>
      <Cell>
        <State health={shown} isAway={!!error} now={now} />
      </Cell>
    </tr>
  );
}

function State({ health, isAway, now }: { health: Health | undefined; isAway: boolean; now: number }) {
  const { i18n } = useLingui();
  if (isAway) return <Badge tone="bad">{i18n.t("does not answer")}</Badge>;
  if (!health) return <Skeleton className="h-6 w-16" />;
  const waiting = health.jobs.filter(({ waitsSince }) => waitsSince);
  const [first] = waiting;
  const isLate = health.oldestWaitingAt !== null && now - Date.parse(health.oldestWaitingAt) > LATE_MS;
  if (health.parkedKeys > 0)
    return <Badge tone="warn">{i18n.t("{count} set aside", { count: health.parkedKeys })}</Badge>;
  if (health.refusedKeys > 0)
    return <Badge tone="warn">{i18n.t("{count} refused by Kafka", { count: health.refusedKeys })}</Badge>;
  if (first?.waitsSince)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Badge tone="warn">{i18n.t("waits for {age}", { age: ageOf(first.waitsSince, now) })}</Badge>
        <span className="text-meta text-ink-2">{waiting.map((job) => job.name).join(", ")}</span>
      </span>
    );
  if (health.consumerLag === null || health.consumerLag > MAX_BEHIND || isLate)
    return <Badge tone="warn">{i18n.t("late")}</Badge>;
  return <Badge tone="good">{i18n.t("ready")}</Badge>;
}
