import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import type { Money, OrderPage } from "./api";
import { actorOf, linesOf } from "./steps";

export function Timeline({ order, money }: { order: OrderPage; money: Money | null }) {
  const { i18n } = useLingui();
  return (
    <section aria-label={i18n.t("What happened")}>
      <h2 className="mb-1 text-h3">{i18n.t("What happened")}</h2>
      <ol className="text-small">
        {linesOf(order, money).map((line) => (
          <li key={line.key} data-testid="order-line" className="grid gap-0.5 border-b border-line py-2.5">
            <span className="flex flex-wrap items-center justify-between gap-x-4">
              <b className="font-semibold">{line.name}</b>
              {line.part === "money" && <Badge>{i18n.t("Money")}</Badge>}
            </span>
            <span className="text-ink-3">
              {actorOf(order, line)}, <time dateTime={line.at}>{formatDateTime(line.at)}</time>
            </span>
            {line.details && <span className="break-words text-ink-2">{line.details}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
