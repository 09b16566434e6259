import { useLingui } from "@lingui/react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";

export interface Obligation {
  code: string;
  auctionId?: number;
  transactionId?: number;
  amount?: number;
}

/** An obligation of an unknown kind also blocks deletion. A purchase with held money is listed once. */
export function obligationsOf(details: unknown): Obligation[] {
  const obligations: Obligation[] = (Array.isArray(details) ? details : []).filter(
    (obligation) => typeof obligation?.code === "string",
  );
  const withHeldMoney = new Set(
    obligations.filter(({ code }) => code === "held_money").map(({ transactionId }) => transactionId),
  );
  const shown = obligations.filter(
    ({ code, transactionId }) => code !== "open_purchase" || !withHeldMoney.has(transactionId),
  );
  return shown.length > 0 ? shown : [{ code: "unknown" }];
}

export const creditLeft = (obligations: Obligation[]): number | undefined =>
  obligations.length === 1 && obligations[0]?.code === "wallet_credit" ? obligations[0].amount : undefined;

export function OpenObligations({ obligations }: { obligations: Obligation[] }) {
  const { i18n } = useLingui();
  if (obligations.length === 0) return null;
  return (
    <Notice tone="bad" role="alert" title={i18n.t("Something is still open.")}>
      {i18n.t("Please finish this first:")}
      <ul className="mt-1 list-disc pl-5">
        {obligations.map((obligation) => (
          <li key={`${obligation.code}-${obligation.auctionId ?? obligation.transactionId ?? ""}`}>
            <ObligationLink obligation={obligation} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ObligationLink({ obligation: { code, auctionId, transactionId, amount } }: { obligation: Obligation }) {
  const { i18n } = useLingui();
  const money = formatRinggit(toRinggit(amount ?? 0));
  const words: Record<string, string> = {
    live_auction: i18n.t("Your auction, lot {auctionId}, has bids and is not settled yet.", { auctionId }),
    open_purchase: i18n.t("A purchase is not delivered yet."),
    held_money: i18n.t("We hold the money of a purchase that has not ended."),
    unpaid_payout: i18n.t("{amount} is on its way to your bank account.", { amount: money }),
    set_aside_credit: i18n.t("{amount} of your wallet is set aside for a boost that is not paid yet.", {
      amount: money,
    }),
    payment_in_review: i18n.t("We look at a payment of yours whose amount is not the one we asked for."),
    wallet_credit: i18n.t("There is {amount} in your wallet. Pay it out, or spend it on a boost.", { amount: money }),
    leading_bid: i18n.t("You are the highest bidder for lot {auctionId}, which is not settled yet.", { auctionId }),
  };
  const sentence = words[code] ?? i18n.t("A deal of yours is not finished yet.");
  const isWallet = ["unpaid_payout", "wallet_credit", "set_aside_credit"].includes(code);
  const to = auctionId
    ? paths.auction(auctionId)
    : transactionId
      ? paths.order(transactionId)
      : isWallet && paths.profileTab("wallet");
  if (!to) return <>{sentence}</>;
  return (
    <Link to={to} className="link">
      {sentence}
    </Link>
  );
}
