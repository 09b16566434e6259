import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useServerNow } from "@/lib/time/now";
import { Button } from "@/ui/button";
import { lateQuery, type Role } from "./api";
import { MineLine } from "./auction-line";

const MOST = 3;

export function LatelyEnded({ role, onAll }: { role: Role; onAll: () => void }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const { data } = useQuery(lateQuery(role));
  const ended = data?.auctions.filter(({ auction }) => auction.status !== "active") ?? [];
  if (ended.length === 0) return null;
  return (
    <section aria-labelledby="lately" className="mt-10">
      <div className="flex items-end justify-between gap-4 border-t border-ink pt-5 pb-1">
        <h2 id="lately" className="text-h3">
          {i18n.t("Recently ended")}
        </h2>
        <Button tone="quiet" size="small" className="-mr-3" onClick={onAll}>
          {i18n.t("See all ended")}
        </Button>
      </div>
      <ul>
        {ended.slice(0, MOST).map((mine) => (
          <MineLine key={mine.auction.id} mine={mine} role={role} now={now} />
        ))}
      </ul>
    </section>
  );
}
