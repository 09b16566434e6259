/** What keeps an account open, each with the way to it. */
import { useLingui } from "@lingui/react";
import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";

export interface Matter {
  code: string;
  auctionId?: number;
  transactionId?: number;
}

/** Any open matter keeps the account, also a kind that this page does not know yet. */
export function mattersOf(details: unknown): Matter[] {
  const matters = (Array.isArray(details) ? details : []).filter((one) => typeof one?.code === "string");
  return matters.length > 0 ? matters : [{ code: "unknown" }];
}

export function OpenMatters({ matters }: { matters: Matter[] }) {
  const { i18n } = useLingui();
  if (matters.length === 0) return null;
  return (
    <Notice tone="bad" role="alert" fact={i18n.t("Something is still open.")}>
      {i18n.t("Please finish this first:")}
      <ul className="mt-1 list-disc pl-5">
        {matters.map((matter) => (
          <li key={`${matter.code}-${matter.auctionId ?? matter.transactionId}`}>
            <MatterLink matter={matter} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function MatterLink({ matter: { code, auctionId, transactionId } }: { matter: Matter }) {
  const { i18n } = useLingui();
  const words: Record<string, string> = {
    live_auction: i18n.t("Your auction, lot {auctionId}, has bids and is not settled yet.", { auctionId }),
    open_purchase: i18n.t("A purchase is not delivered yet."),
    leading_bid: i18n.t("You are the highest bidder for lot {auctionId}, which is not settled yet.", { auctionId }),
  };
  const sentence = words[code] ?? i18n.t("A deal of yours is not finished yet.");
  const to = auctionId ? paths.auction(auctionId) : transactionId && paths.order(transactionId);
  if (!to) return <>{sentence}</>;
  return (
    <Link to={to} className="link">
      {sentence}
    </Link>
  );
}
