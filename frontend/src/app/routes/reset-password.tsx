import { useLingui } from "@lingui/react";
import { useNavigate } from "react-router-dom";
import { ResetForm } from "@/features/sign-in/reset-form";
import type { SignInWays } from "@/features/sign-in/sign-in-ways";
import { usePageTitle } from "@/lib/page/page-title";
import { useLink } from "@/lib/session/mail-link";
import { readToken } from "@/lib/session/token";
import { paths } from "@/shared/navigation/paths";
import { useSignOut } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";
import { AuthFrame } from "../auth-frame";

export function ResetPasswordPage() {
  const { i18n } = useLingui();
  const { token } = useLink();
  const navigate = useNavigate();
  const signOut = useSignOut();
  usePageTitle(i18n.t("Reset Your Password"));
  const finish = async (ways: SignInWays) => {
    // The new password ended every session, also that of this browser.
    if (readToken()) await signOut();
    showToast({
      title: i18n.t("Your password was changed"),
      text: i18n.t("Sign in with the new one."),
      tone: "good",
    });
    navigate(paths.auth, { replace: true, state: { ways } });
  };
  return (
    <AuthFrame>
      <ResetForm token={token} onReset={(ways) => void finish(ways)} />
    </AuthFrame>
  );
}
