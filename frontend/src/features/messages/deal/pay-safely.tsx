import { useLingui } from "@lingui/react";
import { ShieldCheck } from "lucide-react";
import { paths } from "@/shared/navigation/paths";
import { useIsProtected } from "@/shared/settings/marketplace-settings";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";

export function PaySafely({ dealId, isSeller }: { dealId: number; isSeller: boolean }) {
  const { i18n } = useLingui();
  if (!useIsProtected()) return null;
  if (isSeller) {
    return (
      <p className="text-small text-ink-3">
        {i18n.t("If the buyer pays through Wangi, this step completes by itself.")}
      </p>
    );
  }
  return (
    <>
      <Button asChild wide>
        <Link to={paths.order(dealId)}>
          <ShieldCheck {...smallIcon} />
          {i18n.t("Pay protected by Wangi")}
        </Link>
      </Button>
      <p className="text-small text-ink-3">{i18n.t("If you pay the seller directly instead, they confirm it here.")}</p>
    </>
  );
}
