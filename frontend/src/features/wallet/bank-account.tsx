import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { AccountDialog } from "./account-dialog";
import { type Account, accountQuery } from "./api";
import { PayoutDialog } from "./payout-dialog";
import { ProveAccount } from "./prove-account";

type Asked = "account" | "payout" | "removal" | null;

export function BankAccount() {
  const { i18n } = useLingui();
  const [openDialog, setOpenDialog] = useState<Asked>(null);
  const { data: account, error, isPending, isFetching, refetch } = useQuery(accountQuery);
  const close = () => setOpenDialog(null);
  return (
    <section aria-labelledby="bank-account" className="grid gap-2.5 border-t border-line pt-4">
      <h2 id="bank-account" className="font-sans text-small font-semibold tracking-normal">
        {i18n.t("Bank account")}
      </h2>
      {isPending && <Skeleton className="h-11" />}
      {error && account === undefined && (
        <div role="alert" className="grid justify-items-start gap-2.5 text-small">
          {messageFor(error).text}
          <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
            {i18n.t("Retry")}
          </Button>
        </div>
      )}
      {account === null && (
        <>
          <p className="text-small text-ink-2">
            {i18n.t("Say where you are paid, and your money can leave the wallet.")}
          </p>
          <Button tone="line" size="small" className="justify-self-start" onClick={() => setOpenDialog("account")}>
            {i18n.t("Add a bank account")}
          </Button>
        </>
      )}
      {account && <Known account={account} ask={setOpenDialog} />}
      {/* Outside of the dark card, whose colours it would inherit. */}
      {createPortal(
        <>
          {openDialog === "account" && <AccountDialog onClose={close} />}
          {openDialog === "removal" && <ProveAccount form={null} onSaved={close} onClose={close} />}
          {openDialog === "payout" && account && <PayoutDialog account={account} onClose={close} />}
        </>,
        document.body,
      )}
    </section>
  );
}

function Known({ account, ask }: { account: Account; ask: (what: Asked) => void }) {
  const { i18n } = useLingui();
  return (
    <>
      <p className="text-small">
        {account.bankName} <span className="num">•••• {account.lastFour}</span>
        <span className="block text-ink-2">{account.holderName}</span>
      </p>
      {Date.parse(account.usableFrom) > Date.now() && (
        <p className="text-meta text-ink-2">
          {i18n.t("A new account is paid from {time} on. That protects you if someone else gets into your account.", {
            time: formatDateTime(account.usableFrom),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => ask("payout")}>
          {i18n.t("Pay out")}
        </Button>
        <Button tone="line" size="small" onClick={() => ask("account")}>
          {i18n.t("Change")}
        </Button>
        <Button tone="quiet" size="small" onClick={() => ask("removal")}>
          {i18n.t("Remove")}
        </Button>
      </div>
    </>
  );
}
