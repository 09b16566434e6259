import { useLingui } from "@lingui/react";
import { useWatch } from "react-hook-form";
import { useIsOpen } from "@/shared/settings/marketplace-settings";
import { Notice } from "@/ui/notice";
import type { ListingForm } from "./rules";
import type { Step } from "./steps";

export function AuctionsPaused({ step }: { step: Step }) {
  const { i18n } = useLingui();
  const isAuction = useWatch<ListingForm, "listingType">({ name: "listingType" }) === "auction";
  if (useIsOpen("auctions") || !(isAuction || step === "type")) return null;
  return (
    <Notice tone="warn" role="status" title={i18n.t("New auctions are paused right now.")}>
      {i18n.t("Sell at a fixed price, or come back later; a draft keeps what you wrote.")}
    </Notice>
  );
}
