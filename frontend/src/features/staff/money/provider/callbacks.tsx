import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "@/ui/link";
import { SelectField } from "@/ui/select";
import { Listed } from "../../layout/staff-list";
import { staffPaths } from "../../layout/staff-paths";
import { type Callback, callbacksQuery, type Judgement } from "../api";
import { judgementNames } from "./judgement-words";
import { ProviderMessageLine } from "./provider-messages";

export function Callbacks() {
  const { i18n } = useLingui();
  const [judgement, setJudgement] = useState<Judgement | "">("");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    callbacksQuery(judgement),
  );
  const callbacks = data?.pages.flatMap((page) => page.callbacks);
  return (
    <>
      <div className="mb-3 max-w-75">
        <SelectField
          label={i18n.t("Judged")}
          value={judgement}
          onChange={({ target }) => setJudgement(target.value as Judgement | "")}
        >
          <option value="">{i18n.t("Everything")}</option>
          <option value="waiting">{i18n.t("Not judged yet")}</option>
          {Object.entries(judgementNames()).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="mb-3 max-w-160 text-small text-ink-2">
        {i18n.t(
          "As it came, without its signatures. Only what is signed and fits a bill counts; forged ones are kept for a week.",
        )}
      </p>
      <Listed
        count={callbacks?.length}
        error={error}
        empty={i18n.t("Nothing came that was judged so")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <ul aria-label={i18n.t("Callbacks")} className="border-t border-edge">
          {callbacks?.map((callback) => (
            <li key={callback.id} data-testid="callback" className="border-b border-line py-2">
              <ProviderMessageLine message={callback}>
                <About callback={callback} />
              </ProviderMessageLine>
            </li>
          ))}
        </ul>
      </Listed>
    </>
  );
}

function About({ callback: { orderId, dealId } }: { callback: Callback }) {
  const { i18n } = useLingui();
  if (orderId) {
    return (
      <Link to={staffPaths.order(orderId)} className="link inline-flex min-h-6 items-center">
        {i18n.t("Boost order {orderId}", { orderId })}
      </Link>
    );
  }
  if (!dealId) return <span className="text-ink-3">{i18n.t("Names no bill of ours")}</span>;
  return (
    <Link to={staffPaths.dispute(dealId)} className="link inline-flex min-h-6 items-center">
      {i18n.t("Purchase {dealId}", { dealId: String(dealId) })}
    </Link>
  );
}
