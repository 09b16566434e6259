/** The wallet: what is in it, and what moved. */
import { useLingui } from "@lingui/react";
import type { User } from "@/lib/session/session";
import { Price } from "@/ui/price";

export function Wallet({ user }: { user: User }) {
  const { i18n } = useLingui();
  return (
    <div className="grid gap-10 pt-5 md:pt-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:gap-18">
      <section aria-labelledby="transactions" className="max-lg:order-last">
        <h2 id="transactions" className="mb-2 flex min-h-11 items-center text-h3">
          {i18n.t("Transactions")}
        </h2>
        <p className="border-t border-edge py-5 text-ink-2">
          {i18n.t("Nothing here yet. Payments for boosts, and credits, are listed here.")}
        </p>
      </section>
      <aside aria-label={i18n.t("Balance")} className="room grid content-start gap-3 self-start rounded-1 p-7">
        <p className="text-small text-ink-2">{i18n.t("Balance")}</p>
        <Price ringgit={user.walletBalance} size="bid" sen />
        <p className="text-meta text-ink-2">
          {i18n.t("It pays for boosts. It is not a bank account and earns no interest.")}
        </p>
      </aside>
    </div>
  );
}
