import { useLingui } from "@lingui/react";
import type { ComponentProps } from "react";
import { Badge } from "@/ui/badge";
import type { Mine, MineState } from "./api";

const TONES: Partial<Record<MineState, ComponentProps<typeof Badge>["tone"]>> = {
  leading: "good",
  won: "good",
  paid: "good",
  outbid: "bad",
  unpaid: "bad",
  to_pay: "warn",
  to_be_paid: "warn",
  offered: "warn",
  reserve_not_met: "warn",
  live: "line",
};

interface Props {
  state: MineState;
  outcome: Mine["auction"]["outcome"];
}

/** Without a met reserve no bidder has won, so none has lost. */
export function StateBadge({ state: ownState, outcome }: Props) {
  const state = ownState === "lost" && outcome === "reserve_not_met" ? "reserve_not_met" : ownState;
  const { i18n } = useLingui();
  const words: Record<MineState, string> = {
    leading: i18n.t("Leading"),
    outbid: i18n.t("Outbid"),
    offered: i18n.t("Second chance"),
    to_pay: i18n.t("To pay"),
    won: i18n.t("Won"),
    unpaid: i18n.t("Not paid"),
    lost: i18n.t("Lost"),
    cancelled: i18n.t("Cancelled"),
    live: i18n.t("Live"),
    to_be_paid: i18n.t("Waiting for payment"),
    paid: i18n.t("Sold and paid"),
    reserve_not_met: i18n.t("Reserve not met"),
    no_bids: i18n.t("No bids"),
  };
  return <Badge tone={TONES[state]}>{words[state]}</Badge>;
}
