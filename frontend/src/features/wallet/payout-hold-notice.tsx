import { useLingui } from "@lingui/react";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";

export function PayoutHoldNotice() {
  const { i18n } = useLingui();
  return (
    <Notice tone="warn" title={i18n.t("Your payouts wait for our moderators")}>
      <p>
        {i18n.t(
          "The way to sign in to your account, or the bank account that its money goes to, changed recently. To keep your money safe, nothing is paid out until a moderator has looked. Your money stays in your wallet or waits here; you need not ask again.",
        )}
      </p>
      <p>
        {i18n.t(
          "Was it not you? Choose a new password, sign out everywhere else, and look at your passkeys and bank account.",
        )}
      </p>
      <Link to={paths.profileTab("settings")} className="link inline-flex min-h-6 items-center font-semibold">
        {i18n.t("Check how you sign in")}
      </Link>
    </Notice>
  );
}
