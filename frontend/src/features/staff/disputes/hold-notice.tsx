import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { addMessages } from "@/lib/i18n/refusal-messages";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { staffPaths } from "../layout/staff-paths";

addMessages(
  {},
  {
    payout_on_hold: () => i18n.t("Moderators have not decided about these two people yet. Until then no one is paid."),
  },
);

export function HoldNotice({ isConfirmed }: { isConfirmed: boolean }) {
  const { i18n } = useLingui();
  return (
    <Notice tone="warn" title={i18n.t("The payout to the seller is held")}>
      <p>
        {isConfirmed
          ? i18n.t("It was confirmed that these two traded by arrangement. Staff decides about this purchase.")
          : i18n.t(
              "The bids or purchases of these two look arranged. The seller is paid when moderators have released them.",
            )}
      </p>
      <Link
        to={`${staffPaths.risk}?state=${isConfirmed ? "confirmed" : "open"}`}
        className="link inline-flex min-h-6 items-center font-semibold"
      >
        {i18n.t("Look at why")}
      </Link>
    </Notice>
  );
}
