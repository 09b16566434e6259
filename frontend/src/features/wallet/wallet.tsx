import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { toRinggit } from "@/lib/money";
import { balanceQuery } from "@/shared/boosts/boosts";
import { Button } from "@/ui/button";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { BankAccount } from "./bank-account";
import { Payouts } from "./payouts";
import { Statement } from "./statement";

export function Wallet() {
  const { i18n } = useLingui();
  return (
    <div className="grid gap-10 pt-5 md:pt-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:gap-18">
      <div className="min-w-0">
        <Statement />
        <Payouts />
      </div>
      <aside
        aria-label={i18n.t("Balance")}
        className="room grid content-start gap-3 self-start rounded-1 p-7 max-lg:order-first"
      >
        <p className="text-small text-ink-2">{i18n.t("Balance")}</p>
        <Amount />
        <p className="text-meta text-ink-2">
          {i18n.t("It pays for boosts, or goes to your bank account. It earns no interest.")}
        </p>
        <BankAccount />
      </aside>
    </div>
  );
}

function Amount() {
  const { i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(balanceQuery);
  if (data) return <Price ringgit={toRinggit(data.balance)} size="bid" sen />;
  if (!error) {
    return (
      <span role="status">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-14 w-40" />
      </span>
    );
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2.5 text-small">
      <b className="font-semibold">{i18n.t("The balance did not load.")}</b>
      {messageFor(error).text}
      <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
        {i18n.t("Retry")}
      </Button>
    </div>
  );
}
